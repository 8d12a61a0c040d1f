/**
 * Agent Response Format Specification, Complete Schema: `status` and `error_type`, and how outcomes meet them.
 * The specification leaves `error_type` free; this table is the only place where its words are.
 */
import type { FaultCategory } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Outcome } from '../../outcome/outcome.ts'

export type Status = 'success' | 'error' | 'timeout'

const statuses: readonly string[] = ['success', 'error', 'timeout']

export interface Row {
  readonly status: 'error' | 'timeout'
  readonly errorType: string
  readonly kind: Exclude<Outcome['kind'], 'completed'>
  readonly category?: FaultCategory
  /** What a run is paused for. */
  readonly needs?: readonly Need['kind'][]
  /** The message when an outcome has none. */
  readonly standing: string
  /** Other spellings that are in use. */
  readonly also?: readonly string[]
}

const fault = (errorType: string, category: FaultCategory, standing: string, also: readonly string[] = []): Row => ({
  status: category === 'timeout' ? 'timeout' : 'error',
  errorType,
  kind: 'failed',
  category,
  standing,
  also,
})

const pause = (errorType: string, needs: readonly Need['kind'][], standing: string): Row => ({
  status: 'error',
  errorType,
  kind: 'paused',
  needs,
  standing,
})

/** Every answer that is no success. */
export const rows: readonly Row[] = [
  { status: 'error', errorType: 'pending', kind: 'pending', standing: 'The work goes on; there is no answer yet.' },
  pause('clarification_required', ['input', 'reply'], 'Additional information is required.'),
  pause('approval_required', ['approval'], 'An approval is required.'),
  pause('unauthorized', ['credentials'], 'Credentials are required.'),
  fault('validation', 'invalid', 'The request is not valid.', ['validation_error', 'invalid_request']),
  fault('unauthenticated', 'unauthenticated', 'The caller is not known.'),
  fault('forbidden', 'forbidden', 'The caller may not do this.'),
  fault('license_blocked', 'license-blocked', 'A licence does not allow this.'),
  fault('not_found', 'not-found', 'There is no such thing.', ['agent_not_found']),
  fault('conflict', 'conflict', 'This conflicts with something else.'),
  fault('rate_limited', 'rate-limited', 'There were too many calls.'),
  fault('quota_exceeded', 'quota-exceeded', 'The quota is used up.'),
  fault('dependency', 'dependency', 'Something that the agent needs has failed.'),
  fault('timeout', 'timeout', 'The agent took too long.', ['timeouterror', 'timed_out']),
  fault('integrity', 'integrity', 'The answer cannot be relied on.', ['parse_error']),
  fault('unavailable', 'unavailable', 'The agent is not available.'),
  fault('internal', 'internal', 'The agent failed.', [
    'agentinvocationerror',
    'invocationerror',
    'invocation_failed',
    'unknown',
  ]),
  { status: 'error', errorType: 'canceled', kind: 'canceled', standing: 'The run was canceled.', also: ['cancelled'] },
  {
    status: 'error',
    errorType: 'unknown_status',
    kind: 'unknown',
    standing: 'The agent answered with an unknown status.',
  },
]

const byType = new Map(rows.map(row => [row.errorType, row]))
const bySpelling = new Map(rows.flatMap(row => [row.errorType, ...(row.also ?? [])].map(name => [name, row])))
const byKind = new Map(rows.toReversed().map(row => [row.kind, row]))
const byCategory = new Map(rows.map(row => [row.category, row]))

/** The status that a text means; case does not matter to a reader. */
export function statusOf(text: string): Status | undefined {
  const lower = text.toLowerCase()
  return statuses.includes(lower) ? (lower as Status) : undefined
}

/** The row that an outcome is written by; a completed one is in none. */
export function rowFor(outcome: Exclude<Outcome, { kind: 'completed' }>): Row {
  if (outcome.kind === 'failed') return rowOfCategory(outcome.fault.category)
  if (outcome.kind === 'paused') {
    const kind = outcome.needs[0]?.kind ?? 'reply'
    return rows.find(row => row.needs?.includes(kind)) as Row
  }
  return byKind.get(outcome.kind) as Row
}

export function rowOfCategory(category: FaultCategory): Row {
  return byCategory.get(category) as Row
}

/** The row of a status that the format does not have. */
export const unknownRow = byKind.get('unknown') as Row

/** The row that an `error_type` names; `exact` when it is spelled as we spell it. */
export function rowOfType(errorType: string): { row: Row; exact: boolean } | undefined {
  const exact = byType.get(errorType)
  if (exact !== undefined) return { row: exact, exact: true }
  const row = bySpelling.get(errorType.toLowerCase())
  return row === undefined ? undefined : { row, exact: false }
}

/** Statuses of earlier drafts, as the `error_type` that they mean. */
export const draftStatuses: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'canceled'],
  ['canceled', 'canceled'],
  ['invalid_request', 'validation'],
])

/** What an outcome says in `error_message` when it has no message of its own. */
export function standInMessage(
  outcome: Exclude<Outcome, { kind: 'completed' | 'failed' }>,
  row = rowFor(outcome),
): string {
  const [need] = outcome.kind === 'paused' ? outcome.needs : []
  if (need?.kind === 'approval') return need.action
  return need?.kind === 'input' || need?.kind === 'reply' ? need.question : row.standing
}
