/** An outcome as an envelope. What the printed members cannot say travels in keys beside them, or is a named loss. */
import { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Completed, Notice, Outcome, Paused, Pending } from '../../outcome/outcome.ts'
import { writeActions, writeCitations } from './citations.ts'
import { httpStatusOf, writeError } from './error.ts'
import { languageIn, requestIdOf, writeMeta, writeQuery } from './meta.ts'
import { ownExtra, type Shape, writeNode } from './nodes.ts'
import { isHealthReport, isHealthy, type Results, writeResults } from './payload.ts'
import { carried, created } from './shapes.ts'
import { type EmptyReason, emptyReasons, isEmptyReason, richFrom, type Status } from './status.ts'

export interface WrittenEnvelope {
  envelope: JsonObject
  httpStatus: number
}

/** What one kind of outcome becomes, before the members that all of them share. */
interface Told extends Results {
  status: Status
  warnings: string[]
  actions: JsonObject[]
  /** Members after `meta`: why it is empty, what to try, what went wrong. */
  after: JsonObject
  httpStatus?: number
}

const common = new Set(['kind', 'payload', 'notices', 'citations', 'actions', ...carried.hubs])

export function writeEnvelope(
  outcome: Outcome,
  exchange: SealedExchange,
  headed: boolean,
  losses: Losses,
): WrittenEnvelope {
  const told = tell(outcome, exchange, losses)
  const isError = told.status === 'error'
  const usual = isError || exchange.replayed || isHealthReport(told.results) ? 0 : 1
  const meta = writeMeta(exchange, { isError, headed, units: usual }, losses)
  const envelope: JsonObject = {
    status: told.status,
    query_echo: writeQuery(exchange.query, losses),
    results: told.results,
    citations: [],
    warnings: told.warnings,
    suggested_actions: told.actions,
    meta,
    ...told.after,
    ...told.beside,
  }
  const whole = { ...envelope, ...besides(outcome, envelope, losses) }
  whole.citations = writeCitations(outcome.citations ?? [], whole, told.root, losses)
  if (outcome.citations?.length === 0) losses.add('/outcome/citations', 'an empty list is read as none')
  return { envelope: whole, httpStatus: told.httpStatus ?? httpStatusOf(outcome) }
}

/** The keys of the hub's common members, and this contract's own further ones. */
function besides(outcome: Outcome, envelope: JsonObject, losses: Losses): JsonObject {
  const keys: JsonObject = {}
  for (const { hub, wire, is, write } of carried.fields) {
    const value = (outcome as unknown as Record<string, unknown>)[hub]
    if (value === undefined) continue
    const written = write === undefined ? (value as Json) : write(value, losses, `/outcome/${hub}`)
    if (is(written)) keys[wire] = written
    else losses.add(`/outcome/${hub}`, 'the contract cannot say this')
  }
  if (outcome.extra === undefined) return keys
  const { extra } = outcome
  const isHinted =
    envelope.status === 'error' && envelope.retry_with === undefined && isObject(extra.jpcite?.retry_with)
  const shape = isHinted ? withHint : carried
  const more = ownExtra(outcome, shape, { ...envelope, ...keys }, losses, '/outcome')
  return { ...keys, ...Object.fromEntries(more) }
}

/** On an error `retry_with` is a further member: the hub has no place for it. */
const withHint: Shape = {
  ...carried,
  reserves: (name, value) => name !== 'retry_with' && carried.reserves?.(name, value) === true,
}

function tell(outcome: Outcome, exchange: SealedExchange, losses: Losses): Told {
  switch (outcome.kind) {
    case 'completed':
      return tellCompleted(outcome, losses)
    case 'pending':
      return tellPending(outcome, losses)
    case 'failed':
      losses.except(outcome, '/outcome', new Set([...common, 'fault']))
      return tellError(outcome, outcome.fault, exchange, losses)
    case 'paused':
      return tellPaused(outcome, exchange, losses)
    case 'canceled': {
      losses.add('/outcome/kind', 'a canceled run is an internal error')
      const canceled = fault('internal', outcome.message ?? '', { code: 'CANCELED' })
      return tellError(outcome, canceled, exchange, losses, new Losses('jpcite'))
    }
    case 'unknown': {
      const isUnsure = outcome.status === 'unknown'
      losses.add('/outcome/kind', isUnsure ? 'no repeat fixes it' : 'an unknown status is an integrity error')
      losses.except(outcome, '/outcome', common)
      if (isUnsure) {
        // Nobody knows whether it was done. Both codes of a failing server say that it may be repeated: neither is true.
        const unsure = fault('conflict', outcome.message ?? '', { code: 'OUTCOME_UNKNOWN', recovery: 'stop' })
        return tellError(outcome, unsure, exchange, losses, new Losses('jpcite'))
      }
      const strange = fault('integrity', outcome.message ?? '', { detail: 'the agent answered with an unknown status' })
      return tellError(outcome, strange, exchange, losses, new Losses('jpcite'))
    }
  }
}

const completedMembers = new Set([...common, 'partial', 'created', 'emptyReason', 'retryWith', 'grade'])

function tellCompleted(outcome: Completed, losses: Losses): Told {
  losses.except(outcome, '/outcome', completedMembers)
  const written = writeResults(outcome.payload, losses)
  const { results } = written
  const status = statusOf(outcome, results)
  if (outcome.partial === false) losses.add('/outcome/partial', 'what is not partial is not marked')
  if (outcome.grade !== undefined && (outcome.grade !== 'rich' || status !== 'rich' || results.length >= richFrom)) {
    losses.add('/outcome/grade', 'the number of rows decides it')
  }
  const warnings = warningsOf(outcome.notices, losses)
  if (status === 'partial' && warnings.length === 0) {
    losses.add('/outcome/notices', 'a partial answer says what is missing; a standing warning is sent')
    warnings.push('Something is missing from this answer.')
  }
  const after = {
    ...(status === 'empty' ? emptiness(outcome, losses) : retryWith(outcome)),
    ...(outcome.created === undefined
      ? undefined
      : { created: writeNode(outcome.created, created, losses, '/outcome/created') }),
  }
  if (status !== 'empty' && outcome.emptyReason !== undefined) {
    losses.add('/outcome/emptyReason', 'only an answer without rows says why')
  }
  return { ...written, status, warnings, actions: actionsOf(outcome, losses), after }
}

function statusOf(outcome: Completed, results: Results['results']): Status {
  if (outcome.partial) return 'partial'
  if (results.length === 0) return 'empty'
  return results.length >= richFrom || (outcome.grade === 'rich' && isHealthy(results)) ? 'rich' : 'sparse'
}

function retryWith({ retryWith: value }: Completed): JsonObject {
  return value === undefined ? {} : { retry_with: value }
}

function emptiness(outcome: Completed, losses: Losses): JsonObject {
  const reason: EmptyReason = isEmptyReason(outcome.emptyReason) ? outcome.emptyReason : 'no_match'
  if (outcome.emptyReason !== reason) losses.add('/outcome/emptyReason', `one of four is demanded; ${reason} is sent`)
  if (outcome.retryWith === undefined)
    losses.add('/outcome/retryWith', 'an empty answer says what to try; a standing hint is sent')
  return { empty_reason: reason, retry_with: outcome.retryWith ?? emptyReasons[reason] }
}

/** Work that goes on is a partial answer with a warning, and the way to ask for the rest. */
function tellPending(outcome: Pending, losses: Losses): Told {
  losses.add('/outcome/kind', 'work that goes on is a partial answer')
  losses.except(outcome, '/outcome', common)
  losses.add('/outcome/notices', 'a warning is added that the work goes on')
  const warnings = [...warningsOf(outcome.notices, losses), 'The work goes on; ask again for its result.']
  const actions = actionsOf(outcome, losses)
  const statusUrl = outcome.task?.statusUrl
  if (statusUrl) {
    losses.add('/outcome/actions', 'an action is added to ask for the result')
    actions.push({ endpoint: statusUrl, args: {}, reason: 'ask for the result' })
  }
  return { ...writeResults(outcome.payload, losses), status: 'partial', warnings, actions, after: {} }
}

const asks = (need: Need): boolean => need.kind === 'input' || need.kind === 'reply'

/** What a run waits for is an error, and `retry_with` says how to go on. */
function tellPaused(outcome: Paused, exchange: SealedExchange, losses: Losses): Told {
  losses.add('/outcome/kind', 'a run that waits is an error')
  if (outcome.extra?.jpcite !== undefined) {
    losses.add('/outcome/extra/jpcite/retry_with', 'what the run waits for is told in retry_with')
  }
  const { needs } = outcome
  const first = needs.find(asks) ?? needs.find(({ kind }) => kind === 'approval') ?? needs[0]
  const hint = 'question' in first ? first.question : first.kind === 'approval' ? first.action : ''
  const category = asks(first) ? 'invalid' : first.kind === 'approval' ? 'forbidden' : 'unauthenticated'
  const made = fault(category, outcome.message || hint, {
    code: codes[first.kind],
    ...(asks(first)
      ? { detail: needs.flatMap(need => ('name' in need ? [`field='${need.name}'`] : [])).join('; ') || hint }
      : {}),
  })
  const told = tellError(outcome, made, exchange, losses, new Losses('jpcite'))
  const plain = needs.map(({ extra: _, ...need }) => need as unknown as JsonObject)
  return { ...told, after: { ...told.after, retry_with: { ...(hint === '' ? undefined : { hint }), needs: plain } } }
}

const codes: Readonly<Record<Need['kind'], string>> = {
  input: 'CLARIFICATION_REQUIRED',
  reply: 'CLARIFICATION_REQUIRED',
  approval: 'APPROVAL_REQUIRED',
  credentials: 'UNAUTHORIZED',
}

/** `of` collects what the fault loses: for one that was made up here, nothing was lost. */
function tellError(outcome: Outcome, made: Fault, exchange: SealedExchange, losses: Losses, of: Losses = losses): Told {
  if (outcome.payload !== undefined) losses.add('/outcome/payload', 'an error has no results')
  const written = writeError(made, { requestId: requestIdOf(exchange), language: languageIn(exchange) }, of)
  return {
    status: 'error',
    results: [],
    beside: {},
    root: '/results',
    warnings: warningsOf(outcome.notices, losses),
    actions: actionsOf(outcome, losses),
    after: { error: written.error },
    httpStatus: written.status,
  }
}

const noticeMembers = new Set(['message', 'severity'])

function warningsOf(notices: readonly Notice[] | undefined, losses: Losses): string[] {
  if (notices?.length === 0) losses.add('/outcome/notices', 'an empty list is read as none')
  return (notices ?? []).map((notice, index) => {
    const at = `/outcome/notices/${index}`
    losses.except(notice, at, noticeMembers)
    losses.closed(notice, at)
    if (notice.severity !== 'warning') losses.add(`${at}/severity`, 'every notice is a warning')
    return notice.message
  })
}

function actionsOf({ actions }: Outcome, losses: Losses): JsonObject[] {
  const written = writeActions(actions ?? [], losses)
  if (actions !== undefined && written.length === 0) losses.add('/outcome/actions', 'an empty list is read as none')
  return written
}
