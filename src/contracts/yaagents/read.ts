/** From an answer of the profile to its outcome. */
import type { Decoded } from '../../codec/contract.ts'
import { extraMembers, objects, secondsToMs, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointerOf } from '../../lib/pointer.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { fault, type Issue } from '../../outcome/fault.ts'
import type { Location, Need } from '../../outcome/need.ts'
import { canceled, completed, failed, type Outcome, type Paused, type Pending } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import { canceledCode, categoryOf, contractId, type Row, statusOfBody } from './status.ts'
import { traceHeaders } from './validate.ts'

/** What an answer of a row means; without a body when that could not be read. */
export function readAnswer(row: Row, wire: HttpWire, body: Json | undefined): Omit<Decoded, 'findings'> {
  return { outcome: outcomeOf(row, wire, body), exchange: exchangeOf(row, wire, body) }
}

function outcomeOf(row: Row, wire: HttpWire, body: Json | undefined): Outcome {
  if (body === undefined) return unreadable(wire)
  if (row.body === undefined) return ownOutcome(row, wire, body)
  if (!isObject(body)) return unreadable(wire)
  switch (row.body.schema) {
    case 'operation-accepted':
      return accepted(wire, body)
    case 'clarification-required':
      return clarification(body)
    case 'approval-required':
      return approval(body)
    case 'conflict':
      return conflict(wire, body)
    case 'validation-failed':
    case 'agentic-error':
      return failure(row, wire, body)
  }
}

/** A body that cannot be read is still an answer: its status shows whether the call failed. 204 has none. */
function unreadable({ status = 500 }: HttpWire): Outcome {
  const category = status < 400 ? 'integrity' : categoryOf(status, '')
  return status === 204
    ? completed()
    : failed(fault(category, 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
}

function ownOutcome(row: Row, wire: HttpWire, body: Json): Outcome {
  if (wire.status !== undefined && wire.status >= 400) {
    const message = isObject(body) ? text(body.message ?? body.detail) : undefined
    const payload = { payload: { kind: 'value', value: body } } as const
    return failed(fault(categoryOf(wire.status, ''), message ?? 'The call failed.'), payload)
  }
  const data = isObject(body) && isOwnTrace(body.trace, wire) ? withoutTrace(body) : body
  const outcome = completed(data)
  if (row.type !== 'created') return outcome
  return { ...outcome, created: defined<{ location?: string }>({ location: wire.headers.location }) }
}

function withoutTrace({ trace: _, ...data }: JsonObject): JsonObject {
  return data
}

/** A trace of the envelope's, not a member of the service's own that happens to have this name. */
export function isOwnTrace(trace: Json | undefined, { headers }: Pick<HttpWire, 'headers'>): boolean {
  return (
    isObject(trace) &&
    Object.keys(trace).length === traceHeaders.length &&
    traceHeaders.every(
      ([member, header]) =>
        typeof trace[member] === 'string' && (headers[header] === undefined || headers[header] === trace[member]),
    )
  )
}

function accepted(wire: HttpWire, body: JsonObject): Pending {
  const task = defined<NonNullable<Pending['task']>>({
    id: text(body.operationId) ?? '',
    statusUrl: text(body.statusUrl) ?? wire.headers.location,
    pollAfterMs: secondsToMs(wire.headers['retry-after']),
  })
  return { kind: 'pending', phase: 'queued', task, ...message(body), ...extra(body, acceptedMembers) }
}

function clarification(body: JsonObject): Paused {
  const [first = { kind: 'reply', question: text(body.message) ?? '' }, ...rest] = objects(body.requiredInputs).map(
    input,
  )
  return { kind: 'paused', needs: [first, ...rest], ...message(body), ...extra(body, clarificationMembers) }
}

/** A free reply has no name; it is asked for as a required string in the body named `reply`. */
export function isReply({ name, location, type, required, allowedValues }: JsonObject): boolean {
  return (
    name === 'reply' && location === 'body' && type === 'string' && required === true && allowedValues === undefined
  )
}

function input(item: JsonObject): Need {
  if (isReply(item)) return { kind: 'reply', question: text(item.question) ?? '', ...extra(item, inputMembers) }
  const allowed = item.allowedValues
  const known = locations.has(item.location)
  return {
    kind: 'input',
    name: text(item.name) ?? '',
    location: known ? (item.location as Location) : 'body',
    schema: { type: item.type ?? 'string', ...(Array.isArray(allowed) ? { enum: allowed } : undefined) },
    required: item.required !== false,
    question: text(item.question) ?? '',
    ...extra(item, known || item.location === undefined ? inputMembers : oddInputMembers),
  }
}

function approval(body: JsonObject): Paused {
  const token = text(body.approvalToken)
  const action = text(body.message) ?? ''
  const need: Need = { kind: 'approval', key: 'approval', action, ...(token === undefined ? undefined : { token }) }
  return { kind: 'paused', needs: [need], ...extra(body, approvalMembers) }
}

function conflict(wire: HttpWire, body: JsonObject): Outcome {
  if (body.code === canceledCode) return canceled({ ...message(body), ...extra(body, conflictMembers) })
  const resourceId = text(body.conflictingResourceId)
  const retryAfterMs = secondsToMs(wire.headers['retry-after'])
  return failed(
    fault('conflict', text(body.message) ?? '', {
      code: text(body.code) ?? 'CONFLICT',
      ...(resourceId === undefined ? undefined : { resourceId }),
      ...(retryAfterMs === undefined ? undefined : { retryAfterMs }),
    }),
    extra(body, conflictMembers),
  )
}

function failure(row: Row, wire: HttpWire, body: JsonObject): Outcome {
  const code = text(body.code) ?? row.type.toUpperCase()
  const retryAfterMs = secondsToMs(body.retryAfter) ?? secondsToMs(wire.headers['retry-after'])
  return failed(
    fault(categoryOf(wire.status ?? statusOfBody(row, code), code), text(body.message) ?? '', {
      code,
      issues: objects(body.errors).map(issue),
      ...(retryAfterMs === undefined ? undefined : { retryAfterMs }),
    }),
    extra(body, failureMembers),
  )
}

function issue(item: JsonObject): Issue {
  const known = new Set([...fieldErrorMembers].filter(name => typeof item[name] === 'string'))
  return { pointer: pointerOf(text(item.field) ?? ''), message: text(item.message) ?? '', ...extra(item, known) }
}

function exchangeOf(row: Row, wire: HttpWire, body: Json | undefined): Exchange {
  const trace = isObject(body) && isObject(body.trace) ? body.trace : undefined
  const own = row.body !== undefined || isOwnTrace(trace, wire) ? trace : undefined
  const ids = {
    correlationId: wire.headers['x-correlation-id'] ?? text(own?.correlationId),
    requestId: wire.headers['x-request-id'] ?? text(own?.requestId),
  }
  const rest = row.body === undefined || !isObject(body) ? undefined : besideIds(body.trace, ids)
  return defined<Exchange>({
    ...ids,
    replayed: wire.headers['idempotency-replayed'] === 'true' || undefined,
    extra: rest === undefined ? undefined : { yaagents: { trace: rest } },
  })
}

/** What a trace says beyond the ids that were taken: other members, and ids that the headers overruled. */
function besideIds(trace: Json | undefined, ids: Record<string, string | undefined>): Json | undefined {
  if (!isObject(trace)) return trace
  const rest = Object.entries(trace).filter(([name, value]) => !Object.hasOwn(ids, name) || ids[name] !== value)
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

const acceptedMembers = new Set(['type', 'code', 'message', 'operationId', 'statusUrl', 'trace'])
const clarificationMembers = new Set(['type', 'code', 'message', 'requiredInputs', 'trace'])
const inputMembers = new Set(['name', 'location', 'type', 'required', 'question', 'allowedValues'])
/** Of an input in an unknown place: the place is kept in `extra`. */
const oddInputMembers = new Set(['name', 'type', 'required', 'question', 'allowedValues'])
const locations: ReadonlySet<Json | undefined> = new Set(['body', 'query', 'path', 'header'])
const approvalMembers = new Set(['type', 'code', 'message', 'approvalToken', 'trace'])
const conflictMembers = new Set(['type', 'code', 'message', 'conflictingResourceId', 'trace'])
/** An item of `errors`; how it is written stands in nodes.ts. */
const fieldErrorMembers = new Set(['field', 'message'])
const failureMembers = new Set(['type', 'code', 'message', 'errors', 'retryAfter', 'trace'])

/** Members beyond the profile's own. */
const extra = (node: JsonObject, known: ReadonlySet<string>) => extraMembers(contractId, node, known)

function message(body: JsonObject): { message?: string } {
  const value = text(body.message)
  return value === undefined ? {} : { message: value }
}
