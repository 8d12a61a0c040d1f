/** Reading a stream of the Agent HTTP contract: whatever comes, exactly one outcome, and it is last. */
import type { ReadMoments, StreamReader } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import type { NodeCodec } from '../../codec/node.ts'
import { object, text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Moment } from '../../outcome/moment.ts'
import { type Extra, failed, type Outcome } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import type { SseEvent } from '../../wire/sse.ts'
import { readError } from './agent-error.ts'
import { exchangeOf, outcomeOf, unreadable } from './decode.ts'
import { deltaEvent, eventRow, isEventMember, isPercentage, progressEvent } from './events.ts'
import { contractId, ownExtra } from './nodes.ts'
import { taskFailed } from './status.ts'
import { rule, validateEnvelope } from './validate.ts'

/** One event, its data parsed. */
interface ParsedEvent {
  event: string
  /** Undefined when the data is no JSON object. */
  data: JsonObject | undefined
  /** The data whatever it is. */
  raw: Json
  at: string
  id?: string | undefined
}

export function streamReader(): StreamReader {
  let index = 0
  let ended = false
  let exchange: Exchange = {}
  let held: ParsedEvent | undefined
  let findings: Finding[] = []
  const report = (id: string, at: string) => findings.push(finding(rule(`agent-run/${id}`), at))

  function read(event: SseEvent): ReadMoments {
    findings = []
    const seen = see(event, `/${index}`)
    const moments = ended ? late(seen) : [...release(), ...understand(seen)]
    index++
    return { moments, findings }
  }

  function see({ event, data, id }: SseEvent, at: string): ParsedEvent {
    const notes: Finding[] = []
    const value = readBody(Body.ofText(data), notes)
    if (isObject(value)) findings.push(...notes.map(note => ({ ...note, pointer: `${at}/data${note.pointer}` })))
    else report('event-data', `${at}/data`)
    const members = object(value)
    const type = text(members?.type)
    if (event !== 'message') {
      if (type !== undefined && type !== event) report('event-type', `${at}/data/type`)
      return { event, data: members, raw: value ?? data, at, id }
    }
    report('event-name', `${at}/event`)
    return { event: type ?? text(members?.event) ?? event, data: members, raw: value ?? data, at, id }
  }

  /** An answer was given; what comes now is ignored. */
  function late({ event, at }: ParsedEvent): Moment[] {
    report(eventRow(event).role === 'terminal' ? 'one-terminal' : 'after-terminal', at)
    return []
  }

  /** An error event that something followed was no end. */
  function release(): Moment[] {
    const before = held
    held = undefined
    return before === undefined ? [] : [opaque(before)]
  }

  function understand(seen: ParsedEvent): Moment[] {
    const { event, data, at } = seen
    const { role, variant } = eventRow(event)
    if ((index === 0) !== (role === 'started')) report('started-first', `${at}/event`)
    if (variant !== undefined) report(variant, `${at}/event`)
    if (data !== undefined) follow(data, at)
    switch (role) {
      case 'started':
        return data === undefined ? [opaque(seen)] : started(data)
      case 'progress':
        return data === undefined ? [opaque(seen)] : [progress(data, at)]
      case 'delta':
        return [delta(data) ?? opaque(seen)]
      case 'terminal':
        ended = true
        return [{ kind: 'outcome', outcome: data === undefined ? unreadable({}) : terminal(data, at) }]
      case 'error':
        held = seen
        return []
      case 'opaque':
        return [opaque(seen)]
    }
  }

  /** The first id is the run's. */
  function follow(data: JsonObject, at: string): void {
    const id = text(data.request_id)
    if (id === undefined || id === '') return
    if (exchange.requestId === undefined) exchange = { ...exchange, requestId: id }
    else if (exchange.requestId !== id) report('stream-request-id', `${at}/data/request_id`)
  }

  /** What only this contract knows of the call is in the first event. */
  function started(data: JsonObject): Moment[] {
    const operation = text(data.task_type)
    const own = Object.entries(data).filter(
      ([name, value]) => !isEventMember(name, value) && !(name === 'task_type' && operation !== undefined),
    )
    exchange = { ...exchange, ...(operation ? { operation } : undefined), ...ownExtra(own) }
    return []
  }

  function progress(data: JsonObject, at: string): Moment {
    if (data.progress !== undefined && !isPercentage(data.progress)) report('progress-range', `${at}/data/progress`)
    return { kind: 'progress', ...moving(counted(data), progressEvent) }
  }

  function terminal(data: JsonObject, at: string): Outcome {
    if (!text(data.task_type)) report('terminal-task-type', `${at}/data/task_type`)
    const { type: _, ...members } = data
    const envelope = validateEnvelope(members, `${at}/data`, 'terminal', findings)
    const { requestId = exchange.requestId, ...others } = exchangeOf(envelope.body)
    const { operation: first } = exchange
    const isOther = first !== undefined && others.operation !== undefined && others.operation !== first
    exchange = {
      ...exchange,
      ...(requestId === undefined ? undefined : { requestId }),
      ...others,
      // What the stream began as, where it ends as something else.
      ...(isOther
        ? ownExtra({ ...exchange.extra?.[contractId], ...others.extra?.[contractId], task_type: first })
        : undefined),
    }
    return outcomeOf(envelope, {})
  }

  function end(unterminated = false): ReadMoments {
    findings = []
    if (unterminated) report('unterminated', '')
    if (ended) return { moments: [], findings }
    ended = true
    if (held !== undefined) {
      report('error-event', held.at)
      return { moments: [{ kind: 'outcome', outcome: broken(held) }], findings }
    }
    if (!unterminated) report('no-terminal', '')
    const cut = fault('integrity', 'The stream ended without an answer.', { code: 'UNREADABLE_ANSWER' })
    return { moments: [{ kind: 'outcome', outcome: failed(cut) }], findings }
  }

  return { read, end, exchange: () => exchange }
}

function opaque({ event, raw, id }: ParsedEvent): Moment {
  return { kind: 'opaque', contract: contractId, event, data: raw, ...(id === undefined ? undefined : { id }) }
}

/** The members of an event by its table, the unknown ones in `extra`. */
function moving<T>(data: JsonObject, codec: NodeCodec<T>): (T & { extra?: Extra }) | undefined {
  const reading = codec.readMembers(data, isEventMember)
  return reading === undefined ? undefined : { ...reading.members, ...ownExtra(reading.rest) }
}

/** A step that is a number counts; the contract's own is a name. */
function counted(data: JsonObject): JsonObject {
  const { step, ...rest } = data
  return typeof step === 'number' && data.current_step === undefined ? { ...rest, current_step: step } : data
}

function delta(data: JsonObject | undefined): Moment | undefined {
  const moment = data === undefined ? undefined : moving(data, deltaEvent)
  return moment === undefined ? undefined : { kind: 'delta', ...moment }
}

/** A stream that an error event ended: `{message}`, `{error}` with a text or an AgentError, or anything else. */
function broken({ data = {}, raw }: ParsedEvent): Outcome {
  const inner = object(data.error) ?? data
  const message = text(inner.message) ?? text(data.error) ?? text(raw) ?? 'The run failed.'
  const meaning = readError({ ...inner, code: text(inner.code) ?? taskFailed, message }, {})
  if (meaning.kind === 'failed') return meaning
  const { rest, ...members } = meaning
  return { ...members, ...ownExtra(Object.keys(rest).length === 0 ? {} : { error: rest }) }
}
