/** An outcome as an envelope. What the printed members cannot say goes into keys of ours, or is a named loss. */
import { Losses } from '../../codec/loss.ts'
import type { NodeCodec } from '../../codec/node.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Completed, Notice, Outcome, Paused, Pending } from '../../outcome/outcome.ts'
import { writeActions, writeCitations } from './citations.ts'
import { httpStatusOf, writeError } from './error.ts'
import { hintOf, madeFault, withoutLink } from './made-fault.ts'
import { languageIn, requestIdOf, writeMeta, writeQuery } from './meta.ts'
import { contractId, createdCodec, needsCodec, noticeMembers, outcomeMembers } from './nodes.ts'
import { isHealthReport, isHealthy, type Results, writeResults } from './payload.ts'
import { type EmptyReason, emptyReasons, isEmptyReason, richFrom, type Status } from './status.ts'

export interface WrittenEnvelope {
  envelope: JsonObject
  httpStatus: number
}

/** What one kind of outcome becomes, before the members that all of them share. */
interface EnvelopeDraft extends Results {
  status: Status
  warnings: string[]
  actions: JsonObject[]
  /** Members after `meta`: why it is empty, what to try, what went wrong. */
  after: JsonObject
  httpStatus?: number
}

export function writeEnvelope(
  given: Outcome,
  exchange: SealedExchange,
  hasCorrelationHeader: boolean,
  losses: Losses,
): WrittenEnvelope {
  const made = madeFault(given)
  const outcome = withoutLink(given)
  if (outcome !== given) losses.add('/outcome/extra/jpcite/documentation', 'it is the link of the error')
  const kindLoss = kindLossOf(outcome)
  if (kindLoss !== undefined) losses.add('/outcome/kind', kindLoss)
  // One codec for each kind: TypeScript cannot see that this is the one of this outcome.
  const members = outcomeMembers[outcome.kind] as NodeCodec<unknown>
  const keys = members.writeMembers(outcome, '/outcome', losses)
  const draft = draftOf(outcome, made, exchange, losses)
  const isError = draft.status === 'error'
  const usual = isError || exchange.replayed || isHealthReport(draft.results) ? 0 : 1
  const meta = writeMeta(exchange, { isError, hasCorrelationHeader, units: usual }, losses)
  const envelope: JsonObject = {
    status: draft.status,
    query_echo: writeQuery(exchange.query, losses),
    results: draft.results,
    citations: [],
    warnings: draft.warnings,
    suggested_actions: draft.actions,
    meta,
    ...draft.after,
    ...draft.keys,
    ...keys,
  }
  const whole = members.withExtra(envelope, losses.extraOf(outcome, '/outcome'), '/outcome', losses)
  whole.citations = writeCitations(outcome.citations ?? [], whole, draft.root, losses)
  if (outcome.citations?.length === 0) losses.add('/outcome/citations', 'an empty list is read as none')
  return { envelope: whole, httpStatus: draft.httpStatus ?? httpStatusOf(outcome) }
}

/** What is lost of the kind: the envelope has results and errors only. */
function kindLossOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'pending':
      return 'work that goes on is a partial answer'
    case 'paused':
      return 'a run that waits is an error'
    case 'canceled':
      return 'a canceled run is an internal error'
    case 'unknown':
      return outcome.status === 'unknown' ? 'no repeat fixes it' : 'an unknown status is an integrity error'
    default:
      return undefined
  }
}

function draftOf(outcome: Outcome, made: Fault | undefined, exchange: SealedExchange, losses: Losses): EnvelopeDraft {
  switch (outcome.kind) {
    case 'completed':
      return draftCompleted(outcome, losses)
    case 'pending':
      return draftPending(outcome, losses)
    case 'failed':
      return draftError(outcome, outcome.fault, exchange, losses)
    case 'paused':
      return draftPaused(outcome, made as Fault, exchange, losses)
    case 'canceled':
    case 'unknown':
      return draftError(outcome, made as Fault, exchange, losses, new Losses(contractId))
  }
}

function draftCompleted(outcome: Completed, losses: Losses): EnvelopeDraft {
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
      : { created: createdCodec.write(outcome.created, '/outcome/created', losses) }),
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
  if (outcome.emptyReason !== reason) losses.add('/outcome/emptyReason', `one of four is required; ${reason} is sent`)
  if (outcome.retryWith === undefined)
    losses.add('/outcome/retryWith', 'an empty answer says what to try; a standing hint is sent')
  return { empty_reason: reason, retry_with: outcome.retryWith ?? emptyReasons[reason] }
}

/** Work that goes on is a partial answer with a warning, and the way to ask for the rest. */
function draftPending(outcome: Pending, losses: Losses): EnvelopeDraft {
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

/** A paused run is an error, and `retry_with` says what it needs. */
function draftPaused(outcome: Paused, made: Fault, exchange: SealedExchange, losses: Losses): EnvelopeDraft {
  if (outcome.extra?.jpcite !== undefined) {
    losses.add('/outcome/extra/jpcite/retry_with', 'retry_with says what the run waits for')
  }
  const hint = hintOf(outcome)
  const draft = draftError(outcome, made, exchange, losses, new Losses(contractId))
  const written = needsCodec.write(outcome.needs, '/outcome/needs', losses)
  return {
    ...draft,
    after: { ...draft.after, retry_with: { ...(hint === '' ? undefined : { hint }), needs: written } },
  }
}

/** `of` collects what the fault loses: a fault that was made here loses nothing. */
function draftError(
  outcome: Outcome,
  made: Fault,
  exchange: SealedExchange,
  losses: Losses,
  of: Losses = losses,
): EnvelopeDraft {
  if (outcome.payload !== undefined) losses.add('/outcome/payload', 'an error has no results')
  const written = writeError(made, { requestId: requestIdOf(exchange), language: languageIn(exchange) }, of)
  return {
    status: 'error',
    results: [],
    keys: {},
    root: '/results',
    warnings: warningsOf(outcome.notices, losses),
    actions: actionsOf(outcome, losses),
    after: { error: written.error },
    httpStatus: written.status,
  }
}

function warningsOf(notices: readonly Notice[] | undefined, losses: Losses): string[] {
  if (notices?.length === 0) losses.add('/outcome/notices', 'an empty list is read as none')
  return (notices ?? []).map((notice, index) => {
    const at = `/outcome/notices/${index}`
    noticeMembers.write(notice, at, losses)
    if (notice.severity !== 'warning') losses.add(`${at}/severity`, 'every notice is a warning')
    return notice.message
  })
}

function actionsOf({ actions }: Outcome, losses: Losses): JsonObject[] {
  const written = writeActions(actions ?? [], losses)
  if (actions !== undefined && written.length === 0) losses.add('/outcome/actions', 'an empty list is read as none')
  return written
}
