/** A legacy body as an outcome, whatever is wrong with it. */
import type { Decoded } from '../../../codec/contract.ts'
import { text } from '../../../codec/read.ts'
import { defined } from '../../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import type { Exchange } from '../../../outcome/exchange.ts'
import { fault } from '../../../outcome/fault.ts'
import { type Completed, completed, failed, type Outcome, type Payload, payloadOf } from '../../../outcome/outcome.ts'
import type { HttpWire } from '../../../wire/http.ts'
import { withHead } from '../head.ts'
import { ownExtra, pageCodec, taskCodec } from '../nodes.ts'
import { legacyStatus, readLegacyError } from './error.ts'
import { shapeOf } from './shape.ts'
import { legacyCategory } from './status.ts'

type Read = Pick<Decoded, 'outcome' | 'exchange'>

export function readLegacy(body: Json, wire: HttpWire): Read {
  return withHead(readBody(body, wire), wire, legacyStatusOf)
}

/** The status that an outcome is answered with: of those that are read from a legacy answer, by what they say. */
export function legacyStatusOf(outcome: Outcome): number {
  if (outcome.kind === 'failed') return legacyStatus(outcome.fault)
  if (outcome.kind !== 'completed') return 200
  if (outcome.created !== undefined) return 201
  return isOngoing(outcome) ? 202 : 200
}

/** An explanation whose status says that the work goes on. */
function isOngoing({ message, task, extra }: Completed): boolean {
  const status = extra?.jpcite?.status
  return (message !== undefined || task !== undefined) && (status === 'queued' || status === 'working')
}

function readBody(body: Json, wire: HttpWire): Read {
  const exchange: Exchange = {}
  const shape = isObject(body) ? shapeOf(body, wire.status) : undefined
  if (!isObject(body) || shape === undefined) return { outcome: readOther(body, wire), exchange }
  switch (shape) {
    case 'error':
      return readLegacyError(body, wire)
    case 'page':
      return { outcome: readPage(body), exchange }
    case 'explained':
      return readExplained(body)
    case 'health':
      return { outcome: { ...completed(body), ...healthGrade(body) }, exchange }
    case 'houjin':
    case 'raw':
      return { outcome: completed(body), exchange }
  }
}

function readOther(body: Json, { status }: HttpWire): Outcome {
  if (status === undefined || status < 400) return completed(body)
  const payload = payloadOf(body)
  return failed(fault(legacyCategory(undefined, status), 'The call failed.'), payload === undefined ? {} : { payload })
}

function readPage(body: JsonObject): Outcome {
  const { results } = body
  // A null for a cursor says the same as no cursor.
  const isRead = (name: string, value: Json): boolean =>
    (name === 'results' && Array.isArray(value)) || (name === 'next_cursor' && value === null)
  const { members: page, rest } = pageCodec.readMembers(body, isRead) ?? { members: {}, rest: [] }
  const rows = Array.isArray(results) ? results : []
  return { kind: 'completed', payload: { kind: 'rows', rows, page }, ...ownExtra(rest) }
}

/** The status of an explained answer that is not worth keeping. */
export const explainedStatus = 'ok'

function readExplained(body: JsonObject): Read {
  const { status, explanation, meta, ...rest } = body
  const { request_id, task: reference, ...others } = isObject(meta) ? meta : {}
  const task = reference === undefined ? undefined : taskCodec.read(reference)
  const kept: JsonObject = {
    ...others,
    ...(task !== undefined || reference === undefined ? undefined : { task: reference }),
    ...(request_id === undefined || typeof request_id === 'string' ? undefined : { request_id }),
  }
  const exchange: Exchange = {
    ...defined<Exchange>({ requestId: text(request_id) || undefined }),
    ...ownExtra(kept),
  }
  if (status === 'error') return { outcome: failed(fault('internal', text(explanation) ?? '')), exchange }
  const { payload, more } = explainedPayload(rest)
  const own = status === explainedStatus || status === undefined ? more : { ...more, status }
  return {
    outcome: defined<Completed>({
      kind: 'completed',
      message: text(explanation),
      payload,
      task,
      ...ownExtra(own),
    }),
    exchange,
  }
}

/** Rows are in `results`; without them everything else is the value. */
function explainedPayload(rest: JsonObject): { payload?: Payload; more: JsonObject } {
  const { results, ...more } = rest
  if (Array.isArray(results)) return { payload: { kind: 'rows', rows: results }, more }
  return Object.keys(rest).length === 0 ? { more: {} } : { payload: { kind: 'value', value: rest }, more: {} }
}

/** What a health report means: all is well, or something is missing. */
export function healthGrade({ status }: JsonObject): Pick<Completed, 'grade' | 'partial' | 'notices'> {
  if (status === 'ok') return { grade: 'rich' }
  if (status !== 'degraded' && status !== 'unhealthy') return {}
  return { partial: true, notices: [{ severity: 'warning', message: `deep health status=${status}` }] }
}
