/** Reading a response file. */
import type { Decoded } from '../../codec/contract.ts'
import type { Reading } from '../../codec/node.ts'
import { text } from '../../codec/read.ts'
import type { Finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import { failed, type Notice, type Outcome, type Payload } from '../../outcome/outcome.ts'
import type { FileWire } from '../../wire/file.ts'
import { otherFields } from './fields.ts'
import type { NotNumbers } from './loose.ts'
import { exchangeMembers, extraOf, id, outcomeMembers } from './nodes.ts'
import { type ReadOptions, type ReadPayload, readPayload } from './payload.ts'
import { draftStatuses, type Row, rowOfCategory, rowOfType, standInMessage, statusOf, unknownRow } from './status.ts'
import { isRenamed, readResponse } from './validate.ts'

/**
 * Reads a response file; `options` bound what a compressed response may expand to.
 *
 * @example
 * const { outcome } = decode(fileWire({ request_id: 'r-1', status: 'success' }), { maxExpandedBytes: 1024 * 1024 })
 */
export function decode(wire: FileWire, options: ReadOptions = {}): Decoded {
  const findings: Finding[] = []
  const notNumbers: NotNumbers = new Map()
  const document = readResponse(wire.body, findings, notNumbers)
  switch (document.form) {
    case 'envelope':
      return {
        ...readEnvelope(document.envelope, findings, notNumbers, { maxDepth: wire.body.limits.maxDepth, ...options }),
        findings,
      }
    case 'output': {
      const payload: Payload = { kind: 'value', value: document.output }
      const exchange = defined<Exchange>({ requestId: filled(document.output.request_id) })
      return {
        outcome: { kind: 'completed', payload, ...extraOf(withOthers({}, [], noted(notNumbers))) },
        exchange,
        findings,
      }
    }
    case 'other': {
      const payload = document.value === undefined ? {} : { payload: payloadOf(document.value) }
      const more = { ...payload, ...extraOf(withOthers({}, [], noted(notNumbers))) }
      return { outcome: failed(unreadable(), more), exchange: {}, findings }
    }
  }
}

function unreadable(): Fault {
  return fault('integrity', 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' })
}

function readEnvelope(
  envelope: JsonObject,
  findings: Finding[],
  notNumbers: NotNumbers,
  options: ReadOptions,
): { outcome: Outcome; exchange: Exchange } {
  const metadata = isObject(envelope.metadata) ? envelope.metadata : {}
  const response = isRenamed(envelope) ? envelope.result : envelope.response
  const { payload, used, notNumbers: inner = [] } = readAnswer(response, metadata, findings, options)
  for (const [pointer, spelled] of inner) notNumbers.set(`/response${pointer}`, spelled)
  const kind = kindOf(envelope)
  const { members, exchange, rest } = readMetadata(kind === 'completed' ? kind : kind.row.kind, metadata, used)
  if (payload !== undefined) members.payload = payload
  const unsaid = kind === 'completed' ? undefined : (kind.lost ?? overruled(kind, members))
  const lost: [string, Json][] = [
    ...noted(notNumbers),
    ...(unsaid === undefined ? [] : [['error_type', unsaid] satisfies [string, Json]]),
  ]
  Object.assign(members, extraOf(withOthers(envelope, rest, lost)))
  const outcome = kind === 'completed' ? readSuccess(envelope, members) : readFailure(envelope, kind, members)
  return { outcome, exchange: readExchange(envelope, exchange) }
}

interface Metadata {
  members: Members
  exchange: Exchange
  /** What neither the outcome nor the exchange knows. */
  rest: readonly (readonly [string, Json])[]
}

/** `used`: the members of the metadata that the payload's reader understood. */
function readMetadata(kind: Outcome['kind'], metadata: JsonObject, used: readonly string[]): Metadata {
  // No member is needed here, so that the tables read any object.
  const skip = used.length === 0 ? undefined : (name: string) => used.includes(name)
  const { members, rest } = outcomeMembers[kind].readMembers(metadata, skip) as Reading<Members>
  if (rest.length === 0) return { members, exchange: {}, rest }
  const more = exchangeMembers.readMembers(Object.fromEntries(rest)) as Reading<Exchange>
  return { members, exchange: more.members, rest: more.rest }
}

/** No number of the hub is NaN or Infinity: null is there, and what was there is kept in `extra`. */
function noted(notNumbers: NotNumbers): [string, Json][] {
  return notNumbers.size === 0 ? [] : [['not_numbers', Object.fromEntries(notNumbers)]]
}

/** An `error_type` that is no word of the table, where the metadata has another code for the fault. */
function overruled({ code }: FailureKind, members: Members): string | undefined {
  const own = (members.fault as Partial<Fault> | undefined)?.code
  return own === undefined || own === code ? undefined : code
}

function readAnswer(
  response: Json | undefined,
  metadata: JsonObject,
  findings: Finding[],
  options: ReadOptions,
): ReadPayload {
  if (typeof response === 'string') return readPayload(response, metadata, findings, options)
  if (response === undefined || response === null) return { used: [] }
  return { payload: payloadOf(response), used: [] }
}

/** A payload that should have been text. */
function payloadOf(value: Json): Payload {
  return Array.isArray(value) ? { kind: 'rows', rows: value } : { kind: 'value', value }
}

const isText = (value: Json): boolean => typeof value === 'string'

/** Which values of a field are understood; null says nothing. */
const understood = new Map<string, (value: Json, envelope: JsonObject) => boolean>([
  ['request_id', isText],
  ['version', value => value === '1.0'],
  ['status', isText],
  ['response', () => true],
  ['result', (_, envelope) => isRenamed(envelope)],
  ['error_message', isText],
  ['error_type', isText],
  ['created_at', isText],
  ['duration_seconds', value => toMilliseconds(value) !== undefined],
  ['metadata', isObject],
])

/** Fields that are not understood ride in `other_fields` of the metadata, where anything is allowed. */
function withOthers(
  envelope: JsonObject,
  rest: readonly (readonly [string, Json])[],
  lost: readonly [string, Json][],
): readonly (readonly [string, Json])[] {
  const strange = [...lost]
  for (const name in envelope) {
    const value = envelope[name] as Json
    const understands = understood.get(name)
    if (understands === undefined || (value !== null && !understands(value, envelope))) strange.push([name, value])
  }
  if (strange.length === 0) return rest
  const [, held] = rest.find(([name]) => name === 'other_fields') ?? []
  return [...rest.filter(([name]) => name !== 'other_fields'), ['other_fields', otherFields(held, strange)]]
}

/** A row of the table, and the code that a fault has when the metadata has none. */
interface FailureKind {
  row: Row
  code?: string
  status?: string
  /** An `error_type` that has no place in the outcome. */
  lost?: string
}

function kindOf(envelope: JsonObject): 'completed' | FailureKind {
  const said = text(envelope.status)
  const status = said === undefined ? inferred(envelope) : statusOf(said)
  if (status === 'success') return 'completed'
  const type = text(envelope.error_type)
  if (status === 'timeout') return { row: rowOfCategory('timeout'), ...codeOf(type, 'timeout') }
  if (status === 'error') {
    const known = type === undefined ? undefined : rowOfType(type)
    const row = known?.row ?? rowOfCategory('internal')
    return { row, ...codeOf(type, known?.exact ? row.errorType : undefined) }
  }
  const draft = draftStatuses.get((said ?? '').toLowerCase())
  const row = (draft === undefined ? undefined : rowOfType(draft)?.row) ?? unknownRow
  const { code } = codeOf(type, row.errorType)
  if (code === undefined) return { row, status: said ?? '' }
  return { row, status: said ?? '', ...(row.kind === 'failed' ? { code } : { lost: code }) }
}

function codeOf(type: string | undefined, errorType: string | undefined): { code?: string } {
  return type === undefined || type === errorType ? {} : { code: type }
}

/** A file without a status: its content decides whether it is a success. */
function inferred({ response, result, error_message: message, error_type: type }: JsonObject): 'success' | 'error' {
  const failed = typeof message === 'string' || typeof type === 'string'
  return failed || (response ?? result ?? null) === null ? 'error' : 'success'
}

/** Members of an outcome while it is read. */
type Members = Record<string, unknown> & { notices?: Notice[] }

/** An error message of a success is kept as a notice. */
function readSuccess(envelope: JsonObject, members: Members): Outcome {
  const message = text(envelope.error_message)
  const code = text(envelope.error_type)
  if (message === undefined && code === undefined) return { kind: 'completed', ...members }
  const notice = defined<Notice>({ severity: 'error', message: message ?? '', code })
  return { kind: 'completed', ...members, notices: [...(members.notices ?? []), notice] }
}

function readFailure(envelope: JsonObject, { row, code, status }: FailureKind, members: Members): Outcome {
  const said = text(envelope.error_message)
  if (row.kind === 'failed') {
    const more = { ...(code === undefined ? undefined : { code }), ...(members.fault as Partial<Fault> | undefined) }
    return { ...members, kind: 'failed', fault: fault(row.category ?? 'internal', said ?? row.standing, more) }
  }
  const outcome = ofKind(row, status, said ?? row.standing, members)
  if (said === undefined || said === standInMessage(outcome, row)) return outcome
  if (outcome.message === undefined) return { ...outcome, message: said }
  // Two messages: the metadata's own is kept in `extra`.
  const extra = { ...outcome.extra, [id]: { ...outcome.extra?.[id], message: outcome.message } }
  return { ...outcome, message: said, extra }
}

function ofKind(
  row: Row,
  status: string | undefined,
  said: string,
  members: Members,
): Exclude<Outcome, { kind: 'completed' | 'failed' }> {
  switch (row.kind) {
    case 'pending':
      return { phase: 'queued', ...members, kind: 'pending' }
    case 'paused':
      return { needs: [needOf(row, said)], ...members, kind: 'paused' }
    case 'unknown':
      return { status: status ?? 'unknown', ...members, kind: 'unknown' }
    default:
      return { ...members, kind: 'canceled' }
  }
}

/** What a run waits for when only the error message says so. */
function needOf(row: Row, said: string): Need {
  if (row.needs?.includes('approval')) return { kind: 'approval', key: 'approval', action: said }
  return row.needs?.includes('credentials') ? { kind: 'credentials' } : { kind: 'reply', question: said }
}

function readExchange(envelope: JsonObject, members: Exchange): Exchange {
  return defined<Exchange>({
    requestId: filled(envelope.request_id),
    at: text(envelope.created_at),
    durationMs: toMilliseconds(envelope.duration_seconds),
    ...members,
  })
}

function filled(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Seconds in milliseconds by shifting the decimal point, so that 0.57 s is 570 ms and not a hair less. */
export function toMilliseconds(seconds: Json | undefined): number | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return undefined
  const whole = Math.round(seconds * 1000)
  const ms = whole / 1000 === seconds ? whole : shifted(seconds, 3)
  return Number.isFinite(ms) ? ms : undefined
}

/** A number with its decimal point moved. */
export function shifted(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
