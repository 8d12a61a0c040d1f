/** Agent HTTP contract, "Response envelope" and "AgentError": what statuses and codes mean. The only place they are. */
import { type Fault, type FaultCategory, faultCategories } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'

/** What a status says of a run, whatever else the envelope holds. */
export type Says = 'success' | 'error'

interface StatusRow {
  readonly status: string
  readonly says: Says
  /** Some of the work is missing. Agents say so; the document does not know it. */
  readonly degraded?: true
}

/** The first row of each meaning is what is written. */
const statuses: readonly StatusRow[] = [
  { status: 'ok', says: 'success' },
  { status: 'success', says: 'success' },
  { status: 'error', says: 'error' },
  { status: 'degraded', says: 'success', degraded: true },
]

export function statusRow(status: unknown): StatusRow | undefined {
  return statuses.find(row => row.status === status)
}

export function statusOf(says: Says): string {
  return (statuses.find(row => row.says === says) as StatusRow).status
}

interface FaultRow {
  readonly category: FaultCategory
  readonly code: string
  /** The HTTP status of a refusal; a run that began answers 200. */
  readonly status: number
}

/** How faults are spelt. The first row of a code, or of a status, is what that means by default. */
const faults: readonly FaultRow[] = [
  { category: 'invalid', code: 'VALIDATION_ERROR', status: 422 },
  { category: 'unauthenticated', code: 'UNAUTHORIZED', status: 401 },
  { category: 'forbidden', code: 'FORBIDDEN', status: 403 },
  { category: 'license-blocked', code: 'FORBIDDEN', status: 403 },
  { category: 'not-found', code: 'NOT_FOUND', status: 404 },
  { category: 'conflict', code: 'CONFLICT', status: 409 },
  { category: 'rate-limited', code: 'RATE_LIMITED', status: 429 },
  { category: 'quota-exceeded', code: 'RATE_LIMITED', status: 429 },
  { category: 'internal', code: 'TASK_FAILED', status: 500 },
  { category: 'integrity', code: 'TASK_FAILED', status: 500 },
  { category: 'dependency', code: 'TASK_FAILED', status: 424 },
  { category: 'timeout', code: 'TIMEOUT', status: 504 },
  { category: 'unavailable', code: 'UNAVAILABLE', status: 503 },
]

/** Codes that agents send of their own, with what they mean. */
const furtherCodes: Readonly<Record<string, FaultCategory>> = {
  UNSUPPORTED_TASK_TYPE: 'invalid',
  NO_PAPERS_FOUND: 'not-found',
  NO_INCLUDED_PAPERS: 'not-found',
  EXTRACTION_EMPTY: 'not-found',
  CITATION_MISMATCH: 'integrity',
  SCREENING_FAILED: 'internal',
  SYNTHESIS_FAILED: 'internal',
  AGENT_NOT_CONFIGURED: 'unavailable',
}

const furtherStatuses: Readonly<Record<number, FaultCategory>> = {
  408: 'timeout',
  410: 'not-found',
  502: 'dependency',
}

/** The HTTP status of an answer to a run that was not refused, success or not. */
export const answered = 200

/** The HTTP status that refuses a request for a fault of this category. */
export function refusalStatus(category: FaultCategory): number {
  return faultRow(category).status
}

/** The code to send: an agent's own stays; what the hub calls a category by default is called as the contract does. */
export function codeOf({ category, code }: Pick<Fault, 'category' | 'code'>): string {
  return code === '' || code === faultCategories[category].code ? faultRow(category).code : code
}

/** The category of a code; of an unknown code that of the HTTP status. */
export function categoryOf(code: string | undefined, status = answered): FaultCategory {
  const byCode = faults.find(row => row.code === code)?.category ?? (code === undefined ? undefined : further(code))
  if (byCode !== undefined) return byCode
  if (status < 400) return 'internal'
  const byStatus = faults.find(row => row.status === status)?.category ?? furtherStatuses[status]
  return byStatus ?? (status < 500 ? 'invalid' : 'internal')
}

function faultRow(category: FaultCategory): FaultRow {
  return faults.find(row => row.category === category) as FaultRow
}

function further(code: string): FaultCategory | undefined {
  return Object.hasOwn(furtherCodes, code) ? furtherCodes[code] : undefined
}

/** The code of an error that says no more than that the task failed. */
export const taskFailed = faultRow('internal').code

/** The code that says a run was stopped on request. */
export const canceledCode = 'CANCELED'

interface PauseRow {
  readonly need: Need['kind']
  readonly code: string
  /** Whether the code alone says that the run waits; otherwise `details.needs` must. */
  readonly alone: boolean
  readonly standing: string
}

const pauses: readonly PauseRow[] = [
  { need: 'reply', code: 'CLARIFICATION_REQUIRED', alone: true, standing: 'Additional information is required.' },
  { need: 'input', code: 'CLARIFICATION_REQUIRED', alone: true, standing: 'Additional information is required.' },
  { need: 'approval', code: 'APPROVAL_REQUIRED', alone: true, standing: 'An approval is required.' },
  { need: 'credentials', code: faultRow('unauthenticated').code, alone: false, standing: 'Credentials are required.' },
]

/** How a run is described that waits for this first. */
export function pauseFor(need: Need['kind']): PauseRow {
  return pauses.find(row => row.need === need) as PauseRow
}

/** What a code waits for; undefined when it is no pause. */
export function pauseOf(code: string | undefined): PauseRow | undefined {
  return pauses.find(row => row.code === code)
}
