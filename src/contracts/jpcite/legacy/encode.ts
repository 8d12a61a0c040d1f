/** Writing a legacy answer. The old shapes have few places: what has none is a named loss. */
import type { Encoded } from '../../../codec/contract.ts'
import { Losses } from '../../../codec/loss.ts'
import { payloadObject } from '../../../codec/payload.ts'
import { equalJson, isObject, type JsonObject } from '../../../lib/json-value.ts'
import type { SealedExchange } from '../../../outcome/exchange.ts'
import { type Fault, fault } from '../../../outcome/fault.ts'
import type { Completed, Outcome, Page, Paused, Payload, Pending } from '../../../outcome/outcome.ts'
import { type HttpWire, httpWire } from '../../../wire/http.ts'
import { idHeaders, locationOf, splitHead, withOwnHead } from '../head.ts'
import { languageIn, requestIdOf } from '../meta.ts'
import { versionHeaders } from '../negotiation.ts'
import { keptExtra, writeNode } from '../nodes.ts'
import { isRequestId } from '../request-id.ts'
import { page, task } from '../shapes.ts'
import { decodeLegacy } from './decode.ts'
import { writeLegacyError } from './error.ts'
import { judgeLegacyBody } from './judge.ts'
import { explainedStatus, healthGrade, legacyStatusOf } from './read.ts'
import { shapeOf } from './shape.ts'

interface Answer {
  status: number
  body: JsonObject
  wait?: number
  /** The exchange's own further members went into `meta`. */
  meta?: boolean
  /** The request id stands in the body too. */
  identified?: boolean
}

const exchangeCarried = new Set(['requestId', 'correlationId', 'replayed'])

export function encodeLegacy(outcome: Outcome, sealed: SealedExchange): Encoded<HttpWire> {
  const losses = new Losses('jpcite')
  const { own: exchange, http } = splitHead(sealed)
  const requestId = requestIdOf(exchange)
  losses.except(exchange, '/exchange', exchangeCarried)
  if (requestId !== exchange.requestId) losses.add('/exchange/requestId', 'an answer needs an id that leads to it')
  if (!isRequestId(exchange.correlationId)) losses.add('/exchange/correlationId', 'it cannot stand in a header')
  if (exchange.replayed === false) losses.add('/exchange/replayed', 'only a replay is marked')
  const answer = answerOf(outcome, exchange, losses)
  if (!answer.meta) losses.closed(exchange, '/exchange')
  if (!answer.identified && !isRequestId(requestId)) losses.add('/exchange/requestId', 'it cannot stand in a header')
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

function answerOf(outcome: Outcome, exchange: SealedExchange, losses: Losses): Answer {
  switch (outcome.kind) {
    case 'completed':
      return completedAnswer(outcome, exchange, losses)
    case 'pending':
      return pendingAnswer(outcome, exchange, losses)
    case 'failed':
      return errorAnswer(outcome, outcome.fault, exchange, losses)
    case 'paused':
      losses.add('/outcome/kind', 'a run that waits is an error')
      return errorAnswer(outcome, pausedFault(outcome), exchange, losses, new Losses('jpcite'))
    case 'canceled': {
      losses.add('/outcome/kind', 'a canceled run is an internal error')
      const canceled = fault('internal', outcome.message ?? 'The run was canceled.', { code: 'CANCELED' })
      return errorAnswer(outcome, canceled, exchange, losses, new Losses('jpcite'))
    }
    case 'unknown': {
      losses.add('/outcome/kind', 'an unknown status is an internal error')
      const strange = fault('internal', outcome.message ?? 'The agent answered with an unknown status.')
      return errorAnswer(outcome, strange, exchange, losses, new Losses('jpcite'))
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

/** `of` collects what the fault loses: for one that was made up here, nothing was lost. */
function errorAnswer(outcome: Outcome, made: Fault, exchange: SealedExchange, losses: Losses, of = losses): Answer {
  losses.except(outcome, '/outcome', new Set(['kind', 'fault']))
  const written = writeLegacyError(made, { requestId: requestIdOf(exchange), language: languageIn(exchange) }, of)
  const fits = shapeOf({ ...outcome.extra?.jpcite, ...written.body }, written.status) === 'error'
  const beside = keptExtra(outcome, name => fits && !errorRoot.has(name), losses, '/outcome')
  return { ...written, body: { ...Object.fromEntries(beside), ...written.body }, identified: true }
}

function completedAnswer(outcome: Completed, exchange: SealedExchange, losses: Losses): Answer {
  if (outcome.created?.location !== locationOf(outcome)) {
    losses.add('/outcome/created/location', 'it cannot stand in a header')
  }
  if (outcome.message !== undefined || outcome.task !== undefined) {
    losses.except(outcome, '/outcome', new Set(['kind', 'payload', 'message', 'task', 'created']))
    return explainedAnswer(outcome, exchange, explainedStatus, losses)
  }
  const single = singleOf(outcome.payload)
  if (outcome.payload?.kind === 'rows' && single === undefined) {
    losses.except(outcome, '/outcome', new Set(['kind', 'payload', 'created']))
    const body = pageBody(outcome.payload, losses)
    const fits = isFaultless({ ...outcome.extra?.jpcite, ...body }, 'page')
    const keep = (name: string): boolean => fits && !Object.hasOwn(body, name)
    const beside = keptExtra(outcome, keep, losses, '/outcome')
    return { status: legacyStatusOf(outcome), body: { ...Object.fromEntries(beside), ...body } }
  }
  if (single !== undefined)
    losses.add('/outcome/payload', 'one result of this kind is an answer of its own, not a list')
  const value = single ?? dump(outcome.payload, losses)
  const health = shapeOf(value, 200) === 'health' ? healthGrade(value) : {}
  losses.closed(outcome, '/outcome')
  losses.except(outcome, '/outcome', new Set(['kind', 'payload', 'created', 'grade', 'partial', 'notices']))
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
  return judgeLegacyBody(body, 200, findings) === shape && findings.length === 0
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
    if (payload.page !== undefined) losses.add(`${at}/${name}`, 'a count is demanded; that of the rows is sent')
    where[name] = defaults[name]
  }
  const { next_cursor, ...counted } = writeNode(where, page, losses, at)
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

/** A message is told by the shape that has an explanation. */
function explainedAnswer(
  outcome: Completed | Pending,
  exchange: SealedExchange,
  standing: string,
  losses: Losses,
): Answer {
  const { status: own, ...others } = outcome.extra?.jpcite ?? {}
  const isOwn = typeof own === 'string' && !['', 'error', standing].includes(own) && standing === explainedStatus
  const listed = outcome.payload?.kind === 'rows' && isExplained({ ...others, results: [] })
  const keep = (name: string): boolean => (name === 'status' ? isOwn : listed && name !== 'results')
  const beside = Object.fromEntries(keptExtra(outcome, keep, losses, '/outcome'))
  if (outcome.message === undefined) {
    losses.add('/outcome/message', 'an explanation is demanded; a standing one is sent')
  }
  const goesOn = outcome.kind === 'pending'
  const explanation = outcome.message ?? (goesOn ? 'The work goes on; ask again for its result.' : 'The work is done.')
  const meta = {
    ...Object.fromEntries(keptExtra(exchange, name => !metaMembers.has(name), losses, '/exchange')),
    request_id: requestIdOf(exchange),
    ...(outcome.task === undefined ? undefined : { task: writeNode(outcome.task, task, losses, '/outcome/task') }),
  }
  const body = { status: standing, explanation, meta, ...beside, ...explainedBody(outcome.payload, losses) }
  return { status: goesOn ? 202 : legacyStatusOf(outcome), body, meta: true, identified: true }
}

const metaMembers = new Set(['request_id', 'task', 'api_version'])

/** The payload beside an explanation. */
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

/** Whether members may stand beside an explanation without being read as something else. */
function isExplained(beside: JsonObject): boolean {
  const taken = ['status', 'explanation', 'meta'].some(name => Object.hasOwn(beside, name))
  return !taken && isFaultless({ status: explainedStatus, explanation: '', meta: {}, ...beside }, 'explained')
}

function pendingAnswer(outcome: Pending, exchange: SealedExchange, losses: Losses): Answer {
  losses.add('/outcome/kind', 'work that goes on is told by its explanation')
  losses.add('/outcome/extra/jpcite/status', 'the status says how far the work is')
  losses.except(outcome, '/outcome', new Set(['kind', 'payload', 'message', 'task']))
  return explainedAnswer(outcome, exchange, outcome.phase, losses)
}
