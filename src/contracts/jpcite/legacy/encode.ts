/** Writing a legacy answer. The old shapes have few places: what has none is a named loss. */
import type { Encoded } from '../../../codec/contract.ts'
import { Losses } from '../../../codec/loss.ts'
import { type NodeCodec, withFreeMembers } from '../../../codec/node.ts'
import { payloadObject } from '../../../codec/payload.ts'
import { equalJson, isObject, type JsonObject } from '../../../lib/json-value.ts'
import type { SealedExchange } from '../../../outcome/exchange.ts'
import { type Fault, fault } from '../../../outcome/fault.ts'
import type { Completed, Extra, Outcome, Page, Paused, Payload, Pending } from '../../../outcome/outcome.ts'
import { type HttpWire, httpWire } from '../../../wire/http.ts'
import { idHeaders, locationOf, splitHead, withOwnHead } from '../head.ts'
import { languageIn, requestIdOf } from '../meta.ts'
import { versionHeaders } from '../negotiation.ts'
import { contractId, pageCodec, taskCodec } from '../nodes.ts'
import { isRequestId } from '../request-id.ts'
import { decodeLegacy } from './decode.ts'
import { writeLegacyError } from './error.ts'
import { errorMembers, exchangeMembers, explainedMembers, pageMembers, valueMembers } from './nodes.ts'
import { explainedStatus, healthGrade, legacyStatusOf } from './read.ts'
import { shapeOf } from './shape.ts'
import { validateLegacyBody } from './validate.ts'

interface LegacyAnswer {
  status: number
  body: JsonObject
  wait?: number
  /** The exchange's own further members went into `meta`. */
  hasMeta?: boolean
  /** The request id is in the body too. */
  hasRequestId?: boolean
}

export function encodeLegacy(outcome: Outcome, sealed: SealedExchange): Encoded<HttpWire> {
  const losses = new Losses(contractId)
  const { own: exchange, http } = splitHead(sealed)
  const requestId = requestIdOf(exchange)
  exchangeMembers.writeMembers(exchange, '/exchange', losses)
  if (requestId !== exchange.requestId) losses.add('/exchange/requestId', 'an answer needs an id that leads to it')
  if (!isRequestId(exchange.correlationId)) losses.add('/exchange/correlationId', 'it cannot stand in a header')
  if (exchange.replayed === false) losses.add('/exchange/replayed', 'only a replay is marked')
  const answer = answerOf(outcome, exchange, losses)
  if (!answer.hasMeta) losses.closed(exchange, '/exchange')
  if (!answer.hasRequestId && !isRequestId(requestId)) losses.add('/exchange/requestId', 'it cannot stand in a header')
  const { body, status, wait } = answer
  const headers = {
    'content-type': 'application/json',
    ...versionHeaders('v1'),
    ...idHeaders(requestId, exchange),
    'retry-after': wait === undefined ? undefined : String(wait),
    location: locationOf(outcome),
  }
  return withOwnHead(httpWire({ status, headers, body }), http, decodeLegacy, losses)
}

function answerOf(outcome: Outcome, exchange: SealedExchange, losses: Losses): LegacyAnswer {
  switch (outcome.kind) {
    case 'completed':
      return completedAnswer(outcome, exchange, losses)
    case 'pending':
      return pendingAnswer(outcome, exchange, losses)
    case 'failed':
      return errorAnswer(outcome, outcome.fault, exchange, losses)
    case 'paused':
      losses.add('/outcome/kind', 'a run that waits is an error')
      return errorAnswer(outcome, pausedFault(outcome), exchange, losses, new Losses(contractId))
    case 'canceled': {
      losses.add('/outcome/kind', 'a canceled run is an internal error')
      const canceled = fault('internal', outcome.message ?? 'The run was canceled.', { code: 'CANCELED' })
      return errorAnswer(outcome, canceled, exchange, losses, new Losses(contractId))
    }
    case 'unknown': {
      losses.add('/outcome/kind', 'an unknown status is an internal error')
      const strange = fault('internal', outcome.message ?? 'The agent answered with an unknown status.')
      return errorAnswer(outcome, strange, exchange, losses, new Losses(contractId))
    }
  }
}

function pausedFault({ needs, message }: Paused): Fault {
  const [first] = needs
  const hint =
    'question' in first ? first.question : first.kind === 'approval' ? first.action : 'Credentials are required.'
  const made = { approval: 'forbidden', credentials: 'unauthenticated', input: 'invalid', reply: 'invalid' } as const
  return fault(made[first.kind], message ?? hint)
}

const errorRoot = new Set(['detail', 'error', 'request_id', 'retry_after', 'code'])

/** This contract's own further members of a node, as far as they are kept; the others are named. */
function ownMembers(
  node: { extra?: Extra },
  isKept: (name: string) => boolean,
  losses: Losses,
  at: string,
): JsonObject {
  const own = losses.extraOf(node, at)
  if (own === undefined) return {}
  return withFreeMembers({}, own, name => !isKept(name), `${at}/extra/${contractId}`, losses)
}

/** `of` collects what the fault loses: a fault that was made here loses nothing. */
function errorAnswer(
  outcome: Exclude<Outcome, Completed | Pending>,
  made: Fault,
  exchange: SealedExchange,
  losses: Losses,
  of = losses,
): LegacyAnswer {
  const members = errorMembers[outcome.kind] as NodeCodec<unknown>
  members.writeMembers(outcome, '/outcome', losses)
  const written = writeLegacyError(made, { requestId: requestIdOf(exchange), language: languageIn(exchange) }, of)
  const fits = shapeOf({ ...outcome.extra?.jpcite, ...written.body }, written.status) === 'error'
  const own = ownMembers(outcome, name => fits && !errorRoot.has(name), losses, '/outcome')
  return { ...written, body: { ...own, ...written.body }, hasRequestId: true }
}

function completedAnswer(outcome: Completed, exchange: SealedExchange, losses: Losses): LegacyAnswer {
  if (outcome.created?.location !== locationOf(outcome)) {
    losses.add('/outcome/created/location', 'it cannot stand in a header')
  }
  if (outcome.message !== undefined || outcome.task !== undefined) {
    explainedMembers.completed.writeMembers(outcome, '/outcome', losses)
    return explainedAnswer(outcome, exchange, explainedStatus, losses)
  }
  const single = singleOf(outcome.payload)
  if (outcome.payload?.kind === 'rows' && single === undefined) {
    pageMembers.writeMembers(outcome, '/outcome', losses)
    const body = pageBody(outcome.payload, losses)
    const fits = isFaultless({ ...outcome.extra?.jpcite, ...body }, 'page')
    const own = ownMembers(outcome, name => fits && !Object.hasOwn(body, name), losses, '/outcome')
    return { status: legacyStatusOf(outcome), body: { ...own, ...body } }
  }
  if (single !== undefined)
    losses.add('/outcome/payload', 'one result of this kind is an answer of its own, not a list')
  const value = single ?? dump(outcome.payload, losses)
  const health = shapeOf(value, 200) === 'health' ? healthGrade(value) : {}
  valueMembers.write(outcome, '/outcome', losses)
  for (const member of ['grade', 'partial', 'notices'] as const) {
    if (!equalJson(outcome[member], health[member])) losses.add(`/outcome/${member}`, 'a dump cannot say this')
  }
  return { status: legacyStatusOf(outcome), body: value }
}

/** The one row that has a shape of its own among the legacy answers: v2 lists it, legacy sends it as it is. */
function singleOf(payload: Payload | undefined): JsonObject | undefined {
  if (payload?.kind !== 'rows' || payload.page !== undefined || payload.rows.length !== 1) return undefined
  const [row] = payload.rows
  if (!isObject(row)) return undefined
  const shape = shapeOf(row, 200)
  return (shape === 'health' || shape === 'houjin') && isFaultless(row, shape) ? row : undefined
}

function isFaultless(body: JsonObject, shape: string): boolean {
  const findings: [] = []
  return validateLegacyBody(body, 200, findings) === shape && findings.length === 0
}

const counts = ['total', 'limit', 'offset'] as const

/** A list says where it stands in the whole: one that does not is all there is. */
function pageBody(payload: Payload & { kind: 'rows' }, losses: Losses): JsonObject {
  const at = '/outcome/payload/page'
  const { rows } = payload
  const where: Page = { ...payload.page }
  const defaults = { total: rows.length, limit: rows.length, offset: 0 }
  if (payload.page === undefined) losses.add(at, 'a list says where it stands; this one is all there is')
  for (const name of counts) {
    const given = where[name]
    if (given !== undefined && Number.isSafeInteger(given) && given >= 0) continue
    if (payload.page !== undefined) losses.add(`${at}/${name}`, 'a count is required; that of the rows is sent')
    where[name] = defaults[name]
  }
  const { next_cursor, ...counted } = pageCodec.write(where, at, losses)
  return { ...counted, results: rows, ...(next_cursor === undefined ? undefined : { next_cursor }) }
}

/** A value as it is, when it is an object that is read back as a value; anything else is wrapped. */
function dump(payload: Payload | undefined, losses: Losses): JsonObject {
  const at = '/outcome/payload'
  if (payload === undefined) {
    losses.add(at, 'an absent payload is sent as an empty object')
    return {}
  }
  if (payload.kind === 'value' && isObject(payload.value)) {
    const shape = shapeOf(payload.value, 200)
    const dumped = shape === 'raw' || shape === 'health' || shape === 'houjin'
    if (dumped && isFaultless(payload.value, shape)) return payload.value
    losses.add(at, 'a value of this shape would be read as something else, so that it is wrapped')
    return { value: payload.value }
  }
  return payloadObject(payload, losses)
}

/** A message goes into the shape that has an explanation. */
function explainedAnswer(
  outcome: Completed | Pending,
  exchange: SealedExchange,
  standing: string,
  losses: Losses,
): LegacyAnswer {
  const { status: own, ...others } = outcome.extra?.jpcite ?? {}
  const isOwnStatus = typeof own === 'string' && !['', 'error', standing].includes(own) && standing === explainedStatus
  const listed = outcome.payload?.kind === 'rows' && isExplained({ ...others, results: [] })
  const keep = (name: string): boolean => (name === 'status' ? isOwnStatus : listed && name !== 'results')
  const members = ownMembers(outcome, keep, losses, '/outcome')
  if (outcome.message === undefined) {
    losses.add('/outcome/message', 'an explanation is demanded; a standing one is sent')
  }
  const goesOn = outcome.kind === 'pending'
  const explanation = outcome.message ?? (goesOn ? 'The work goes on; ask again for its result.' : 'The work is done.')
  const meta = {
    ...ownMembers(exchange, name => !metaMembers.has(name), losses, '/exchange'),
    request_id: requestIdOf(exchange),
    ...(outcome.task === undefined ? undefined : { task: taskCodec.write(outcome.task, '/outcome/task', losses) }),
  }
  const body = { status: standing, explanation, meta, ...members, ...explainedBody(outcome.payload, losses) }
  return { status: goesOn ? 202 : legacyStatusOf(outcome), body, hasMeta: true, hasRequestId: true }
}

const metaMembers = new Set(['request_id', 'task', 'api_version'])

/** The payload of an explained answer. */
function explainedBody(payload: Payload | undefined, losses: Losses): JsonObject {
  if (payload === undefined) return {}
  if (payload.kind === 'rows') {
    if (payload.page !== undefined)
      losses.add('/outcome/payload/page', 'an explained list does not say where it stands')
    return { results: payload.rows }
  }
  if (payload.kind !== 'value' || !isObject(payload.value)) return payloadObject(payload, losses)
  const { value } = payload
  if (Object.keys(value).length > 0 && !Array.isArray(value.results) && isExplained(value)) return value
  losses.add('/outcome/payload', 'a value of this shape would be read as something else, so that it is wrapped')
  return { value }
}

/** Whether an explained answer can have these members, without being read as something else. */
function isExplained(members: JsonObject): boolean {
  const taken = ['status', 'explanation', 'meta'].some(name => Object.hasOwn(members, name))
  return !taken && isFaultless({ status: explainedStatus, explanation: '', meta: {}, ...members }, 'explained')
}

function pendingAnswer(outcome: Pending, exchange: SealedExchange, losses: Losses): LegacyAnswer {
  losses.add('/outcome/kind', 'work that continues is described by its explanation')
  losses.add('/outcome/extra/jpcite/status', 'the status says how far the work is')
  explainedMembers.pending.writeMembers(outcome, '/outcome', losses)
  return explainedAnswer(outcome, exchange, outcome.phase, losses)
}
