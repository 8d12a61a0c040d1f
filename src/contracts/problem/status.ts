/** HTTP statuses (RFC 9110 §15, RFC 6585) and what they mean to a caller, read in both directions. */
import { type FaultCategory, faultCategories, httpFaults } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'

interface Row {
  readonly status: number
  /** The phrase that a problem of the type about:blank has as its title. */
  readonly phrase: string
  readonly category: FaultCategory
  /** Faults of these categories are answered with this status. */
  readonly answers?: readonly FaultCategory[]
}

const rows: readonly Row[] = [
  { status: 400, phrase: 'Bad Request', category: 'invalid' },
  { status: 401, phrase: 'Unauthorized', category: 'unauthenticated', answers: ['unauthenticated'] },
  { status: 402, phrase: 'Payment Required', category: 'quota-exceeded' },
  { status: 403, phrase: 'Forbidden', category: 'forbidden', answers: ['forbidden', 'license-blocked'] },
  { status: 404, phrase: 'Not Found', category: 'not-found', answers: ['not-found'] },
  { status: 405, phrase: 'Method Not Allowed', category: 'invalid' },
  { status: 406, phrase: 'Not Acceptable', category: 'invalid' },
  { status: 407, phrase: 'Proxy Authentication Required', category: 'unauthenticated' },
  { status: 408, phrase: 'Request Timeout', category: 'timeout' },
  { status: 409, phrase: 'Conflict', category: 'conflict', answers: ['conflict'] },
  { status: 410, phrase: 'Gone', category: 'not-found' },
  { status: 411, phrase: 'Length Required', category: 'invalid' },
  { status: 412, phrase: 'Precondition Failed', category: 'conflict' },
  { status: 413, phrase: 'Content Too Large', category: 'invalid' },
  { status: 414, phrase: 'URI Too Long', category: 'invalid' },
  { status: 415, phrase: 'Unsupported Media Type', category: 'invalid' },
  { status: 416, phrase: 'Range Not Satisfiable', category: 'invalid' },
  { status: 417, phrase: 'Expectation Failed', category: 'invalid' },
  { status: 421, phrase: 'Misdirected Request', category: 'invalid' },
  { status: 422, phrase: 'Unprocessable Content', category: 'invalid', answers: ['invalid'] },
  { status: 423, phrase: 'Locked', category: 'conflict' },
  { status: 424, phrase: 'Failed Dependency', category: 'dependency' },
  { status: 425, phrase: 'Too Early', category: 'unavailable' },
  { status: 426, phrase: 'Upgrade Required', category: 'invalid' },
  { status: 428, phrase: 'Precondition Required', category: 'conflict' },
  { status: 429, phrase: 'Too Many Requests', category: 'rate-limited', answers: ['rate-limited', 'quota-exceeded'] },
  { status: 431, phrase: 'Request Header Fields Too Large', category: 'invalid' },
  { status: 451, phrase: 'Unavailable For Legal Reasons', category: 'license-blocked' },
  { status: 500, phrase: 'Internal Server Error', category: 'internal', answers: ['internal', 'integrity'] },
  { status: 501, phrase: 'Not Implemented', category: 'internal' },
  { status: 502, phrase: 'Bad Gateway', category: 'dependency', answers: ['dependency'] },
  { status: 503, phrase: 'Service Unavailable', category: 'unavailable', answers: ['unavailable'] },
  { status: 504, phrase: 'Gateway Timeout', category: 'timeout', answers: ['timeout'] },
  { status: 505, phrase: 'HTTP Version Not Supported', category: 'internal' },
  { status: 507, phrase: 'Insufficient Storage', category: 'unavailable' },
  { status: 508, phrase: 'Loop Detected', category: 'dependency' },
  { status: 511, phrase: 'Network Authentication Required', category: 'unauthenticated' },
]

/** Phrases that RFC 9110 replaced and servers still say. */
const olderPhrases: ReadonlyMap<number, readonly string[]> = new Map([
  [413, ['Payload Too Large', 'Request Entity Too Large']],
  [414, ['Request-URI Too Long']],
  [416, ['Requested Range Not Satisfiable']],
  [422, ['Unprocessable Entity']],
])

const byStatus = new Map(rows.map(row => [row.status, row]))

export function statusOfFault(category: FaultCategory, code: string): number {
  const own = category === 'invalid' && Object.hasOwn(httpFaults, code) ? httpFaults[code] : undefined
  return own ?? rows.find(row => row.answers?.includes(category))?.status ?? 500
}

/** The category that a status means; an unknown one means what the first of its class does (RFC 9110 §15). */
export function categoryOf(status: number): FaultCategory {
  return byStatus.get(status)?.category ?? (status >= 400 && status < 500 ? 'invalid' : 'internal')
}

export function phraseOf(status: number): string {
  return byStatus.get(status)?.phrase ?? 'Error'
}

/** Whether a title is the phrase of a status, the older ones included; any is of a status without one. */
export function isPhrase(title: string, status: number): boolean {
  const row = byStatus.get(status)
  return row === undefined || row.phrase === title || (olderPhrases.get(status)?.includes(title) ?? false)
}

interface PauseRow {
  readonly kinds: readonly Need['kind'][]
  readonly status: number
  readonly code: string
}

/** How a pause is answered: the first row with a kind that is needed. */
const pauseRows: readonly [PauseRow, PauseRow, PauseRow] = [
  { kinds: ['input', 'reply'], status: 400, code: 'CLARIFICATION_REQUIRED' },
  { kinds: ['approval'], status: 403, code: 'APPROVAL_REQUIRED' },
  { kinds: ['credentials'], status: 401, code: faultCategories.unauthenticated.code },
]

export function pauseRow(needs: readonly Need[]): PauseRow {
  return pauseRows.find(row => needs.some(({ kind }) => row.kinds.includes(kind))) ?? pauseRows[0]
}

/** A run that was stopped on request, and a status that nobody knows. */
export const canceledRow = { status: 409, code: 'CANCELED' } as const
export const unknownRow = { status: 500, code: 'UNKNOWN_STATUS' } as const
