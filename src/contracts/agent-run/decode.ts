/** Reading an answer of the Agent HTTP contract. */
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import type { NodeCodec, Reading } from '../../codec/node.ts'
import { number, object, objects, text, texts } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { fault, type Issue } from '../../outcome/fault.ts'
import { failed, type Notice, type Outcome, type OutcomeBase, payloadOf } from '../../outcome/outcome.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import { type Head, readError } from './agent-error.ts'
import { readGrounding } from './grounding.ts'
import { noticeCodec, outcomeMembers, ownExtra, type RunningTask, runningTask } from './nodes.ts'
import { answered, categoryOf } from './status.ts'
import { type Envelope, resemblesEnvelope, rule, validateEnvelope } from './validate.ts'

export function decode(wire: HttpWire): Decoded {
  const findings: Finding[] = []
  const head = { status: wire.status, retryAfter: wire.headers['retry-after'] }
  validateHead(wire, findings)
  const body = readBody(wire.body, findings)
  if (body === undefined) return { outcome: unreadable(head), exchange: exchangeOf({}, wire.headers), findings }
  const place = findEnvelope(body, findings)
  if (place === undefined) return { outcome: foreign(body, head), exchange: exchangeOf({}, wire.headers), findings }
  const envelope = validateEnvelope(place.envelope, place.at, 'response', findings)
  validateStatus(wire, place, envelope, findings)
  return { outcome: outcomeOf(envelope, head), exchange: exchangeOf(envelope.body, wire.headers), findings }
}

function validateHead(wire: HttpWire, findings: Finding[]): void {
  const mediaType = mediaTypeOf(wire.headers['content-type'])
  if (mediaType !== undefined && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    findings.push(finding(rule('agent-run/content-type'), ''))
  }
}

interface FoundEnvelope {
  envelope: JsonObject
  at: string
}

/** Where the envelope is: it is the body, or FastAPI has wrapped it. Undefined when there is none. */
function findEnvelope(body: Json, findings: Finding[]): FoundEnvelope | undefined {
  if (isObject(body) && body.detail !== undefined && !resemblesEnvelope(body)) {
    findings.push(finding(rule('agent-run/detail-body'), '/detail'))
    const { detail } = body
    return isObject(detail) && resemblesEnvelope(detail) ? { envelope: detail, at: '/detail' } : undefined
  }
  if (isObject(body)) return { envelope: body, at: '' }
  findings.push(finding(rule('agent-run/envelope'), ''))
  return undefined
}

function validateStatus(
  { status, headers }: HttpWire,
  { at }: FoundEnvelope,
  { says, body }: Envelope,
  findings: Finding[],
): void {
  const fits = status === undefined || status === answered || (status >= 400 && says !== 'success')
  if (!fits) findings.push(finding(rule('agent-run/http-status'), ''))
  const echoed = headers['x-request-id']
  if (echoed !== undefined && typeof body.request_id === 'string' && body.request_id !== echoed) {
    findings.push(finding(rule('agent-run/request-id-header'), `${at}/request_id`))
  }
}

/** An answer that cannot be read is still one: its HTTP status shows whether the call failed. */
export function unreadable({ status = answered }: Head): Outcome {
  const category = status < 400 ? 'integrity' : categoryOf(undefined, status)
  return failed(fault(category, 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
}

/** A body that is no envelope; FastAPI's own refusal lists what is wrong with the request. */
function foreign(body: Json, head: Head): Outcome {
  const { status = answered } = head
  if (!isObject(body)) return { ...unreadable(head), payload: { kind: 'value', value: body } }
  const { detail, ...rest } = body
  const category = status < 400 ? 'invalid' : categoryOf(undefined, status)
  const message = text(detail) ?? 'The request was refused.'
  const issues = objects(detail).map(issueOf)
  return failed(
    fault(category, message, { began: false, issues, ...(isObject(detail) ? { details: detail } : undefined) }),
    ownExtra(rest),
  )
}

/** `{loc: ["body", "inputs", 0], msg, type}`. */
function issueOf({ loc, msg, type, ...rest }: JsonObject): Issue {
  const [first, ...path] = Array.isArray(loc) ? loc.map(String) : ['body']
  const location = (['body', 'query', 'path', 'header'] as const).find(name => name === first)
  return {
    ...defined<Issue>({
      pointer: pointer(...(location === undefined ? [first ?? '', ...path] : path)),
      message: text(msg) ?? '',
      keyword: text(type),
      location,
    }),
    ...ownExtra(rest),
  }
}

const isText = (value: Json): boolean => typeof value === 'string' && value !== ''
const isFlag = (value: Json): boolean => typeof value === 'boolean'
const always = (): boolean => true

/** Members of the document, and those that repeat them when they are of this form; all others ride along. */
export const listed: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['status', always],
  ['request_id', always],
  ['outputs', always],
  ['artifacts', always],
  ['provenance', always],
  ['usage', always],
  ['grounding', always],
  ['error', always],
  ['task_type', isText],
  ['duration_ms', value => durationOf(value) !== undefined],
  ['ok', isFlag],
  ['success', isFlag],
])

function isListed(key: string, value: Json): boolean {
  return listed.get(key)?.(value) === true
}

export function outcomeOf({ says, status, degraded, body }: Envelope, head: Head): Outcome {
  const error = object(body.error)
  if (says === 'error') {
    const meaning = readError(error ?? {}, head)
    if (meaning.kind === 'failed') return { ...meaning, ...common(body, outcomeMembers.failed, {}) }
    const { rest, ...members } = meaning
    return { ...common(body, outcomeMembers.paused, Object.keys(rest).length === 0 ? {} : { error: rest }), ...members }
  }
  const running =
    isObject(body.outputs) && body.outputs.task !== undefined ? runningTask.read(body.outputs.task) : undefined
  if (says === 'success' && running !== undefined) return pendingOf(body, running)
  const base = common(body, says === 'success' ? outcomeMembers.completed : outcomeMembers.unknown, {})
  const notices = error === undefined ? {} : { notices: [...(base.notices ?? []), noticeOf(error)] }
  const payload = isObject(body.outputs) ? { payload: { kind: 'value', value: body.outputs } as const } : {}
  if (says === undefined) return { kind: 'unknown', status, ...base, ...payload, ...notices }
  return { kind: 'completed', ...base, ...(degraded ? { partial: true } : undefined), ...payload, ...notices }
}

function pendingOf(body: JsonObject, running: RunningTask): Outcome {
  const { task: _, ...outputs } = body.outputs as JsonObject
  const { id, phase, progress, ...more } = running
  return {
    ...common({ ...body, outputs }, outcomeMembers.pending, {}),
    kind: 'pending',
    phase,
    ...(progress === undefined ? undefined : { progress }),
    ...(id === undefined ? undefined : { task: { id, ...more } }),
  }
}

/** An error in addition to a success is reported as a notice. */
function noticeOf(error: JsonObject): Notice {
  return noticeCodec.read({ message: '', ...error, severity: 'error' }) ?? { severity: 'error', message: '' }
}

/** What every kind of outcome may carry. `rest` joins the members that only this contract knows. */
function common<T>(body: JsonObject, codec: NodeCodec<T>, rest: JsonObject): OutcomeBase & T {
  const reading = codec.readMembers(body, isListed) as Reading<T>
  const { grounding, rest: later } = readGrounding(body.grounding)
  const { duration_ms: duration, ...usage } = object(body.usage) ?? {}
  const counted = durationOf(duration) === undefined ? object(body.usage) : usage
  return {
    ...defined<OutcomeBase>({
      payload: isObject(body.outputs) && Object.keys(body.outputs).length === 0 ? undefined : payloadOf(body.outputs),
      artifacts: Array.isArray(body.artifacts) ? texts(body.artifacts).map(id => ({ id })) : undefined,
      usage: duration !== undefined && Object.keys(counted ?? {}).length === 0 ? undefined : counted,
      provenance: object(body.provenance),
    }),
    ...grounding,
    ...reading.members,
    ...ownExtra({
      ...Object.fromEntries(reading.rest),
      ...(Object.keys(later).length === 0 ? undefined : { grounding: later }),
      ...rest,
    }),
  }
}

function durationOf(value: Json | undefined): number | undefined {
  const ms = number(value)
  return ms !== undefined && ms >= 0 ? ms : undefined
}

/** Ids that are in a header and are there when they are not empty. */
export function exchangeOf(body: JsonObject, headers: HttpWire['headers'] = {}): Exchange {
  return defined<Exchange>({
    requestId: text(body.request_id) || headers['x-request-id'],
    correlationId: headers['x-correlation-id'],
    operation: text(body.task_type) || undefined,
    replayed: headers['idempotency-replayed'] === 'true' ? true : undefined,
    durationMs: durationOf(object(body.usage)?.duration_ms) ?? durationOf(body.duration_ms),
  })
}
