/** An answered call as an entry of the request journal. Made after the answer was written. */
import type { Loss } from '../../codec/loss.ts'
import { plainJson } from '../../lib/plain-json.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { RequestEntry } from '../../runtime/requests/request-entry.ts'
import type { RequestJournal } from '../../runtime/requests/request-journal.ts'
import { type AnswerFacts, type AnswerLine, callIds } from '../log.ts'
import { sealed } from './account.ts'
import type { CallRecord } from './call-record.ts'
import { stages } from './stages.ts'

/** So many findings and losses are kept of one call. */
const most = 20
const serverStages: readonly string[] = Object.keys(stages)
/** Pointers name members that a peer may have made up. */
const longestPointer = 200

export function journalEntry(
  journal: RequestJournal,
  call: CallRecord,
  outcome: Outcome,
  line: AnswerLine & AnswerFacts,
): RequestEntry {
  const { request_id: requestId, correlation_id: correlationId, trace_id: traceId = '' } = callIds(call)
  const { principal, carrier, findings = [] } = call
  const forwarded = call.forwardedFacts
  const { duration_ms: durationMs, operation = call.operation, ...answer } = line
  const bodies = journal.bodies(() => ({
    operation,
    // A call that was refused before it was read has none.
    input: call.request.operation === '' ? undefined : plainJson(call.request.input),
    answer: plainJson(outcome),
  }))
  return {
    at: call.started,
    durationMs,
    requestId,
    correlationId,
    taskId: outcome.task?.id ?? '',
    traceId,
    tenant: forwarded?.tenant ?? principal?.tenant ?? '',
    subject: principal?.subject ?? '',
    carrier,
    operation,
    ...answer,
    stages: stagesOf(call, forwarded?.stageNames),
    findings: findings
      .slice(0, most)
      .map(({ rule, level, pointer }) => ({ rule, level, pointer: pointer.slice(0, longestPointer) })),
    // What a contract never carries of the exchange is the same for every call: its page lists that.
    losses: (forwarded?.losses ?? lossesOf(call, outcome, line).filter(isOfOutcome))
      .slice(0, most)
      .map(({ pointer, reason }) => ({ pointer: pointer.slice(0, longestPointer), reason })),
    ...(forwarded?.upstream === undefined ? undefined : { upstream: forwarded.upstream }),
    ...(forwarded?.replayed === undefined ? undefined : { replayed: forwarded.replayed }),
    ...(bodies === undefined ? undefined : { bodies }),
  }
}

const isOfOutcome = ({ pointer }: Loss): boolean => pointer.startsWith('/outcome')

/** Stages are entered in their order, and none is left out: the n-th mark is the n-th stage. */
function stagesOf({ marks = [] }: CallRecord, names = serverStages): RequestEntry['stages'] {
  const [came = 0, ...entered] = marks
  return entered.map((at, index) => ({ stage: names[index] ?? '', ms: Math.round((at - came) * 1000) / 1000 }))
}

/** What was noted when the answer was written; over other carriers and of streams, what writing it again names. */
function lossesOf(call: CallRecord, outcome: Outcome, { stream }: AnswerLine): readonly Loss[] {
  if (call.losses !== undefined) return call.losses
  const { edition } = call.contractEdition
  if (stream) {
    return edition.stream?.writer(sealed(call, {})).write({ kind: 'outcome', outcome }).losses ?? []
  }
  return call.carrier === 'http' ? [] : (edition[call.carrier]?.encode(outcome, sealed(call, {})).losses ?? [])
}
