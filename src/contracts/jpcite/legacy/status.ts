/** The legacy error codes: what they mean in v2's words and in the hub's, and which one a category is answered with. */
import { type FaultCategory, faultCategories } from '../../../outcome/fault.ts'

interface LegacyRow {
  readonly code: string
  readonly category: FaultCategory
  /** Only with this status; without it the code means this with any. */
  readonly status?: number
}

const row = (category: FaultCategory, ...codes: string[]): LegacyRow[] => codes.map(code => ({ code, category }))

/** Read from the top: the first row that fits. The code that v2 has for a category is `errorRowOf(category)`. */
const rows: readonly LegacyRow[] = [
  ...row('rate-limited', 'rate_limit_exceeded', 'rate_limit_unavailable'),
  ...row('quota-exceeded', 'cap_reached', 'monthly_cap_reached'),
  ...row('unauthenticated', 'auth_required'),
  // Any 403 of the service says auth_invalid: with that status the caller is known and may not.
  { code: 'auth_invalid', category: 'forbidden', status: 403 },
  ...row('unauthenticated', 'auth_invalid'),
  ...row('not-found', 'route_not_found', 'no_matching_records', 'seed_not_found'),
  ...row(
    'invalid',
    'bad_request',
    'method_not_allowed',
    'missing_required_arg',
    'invalid_enum',
    'invalid_date_format',
    'out_of_range',
    'unknown_query_parameter',
    'ambiguous_query',
  ),
  ...row('conflict', 'idempotency_key_in_use'),
  ...row('dependency', 'subsystem_unavailable'),
  ...row('unavailable', 'service_unavailable', 'db_unavailable', 'db_locked'),
  ...row('internal', 'internal_error', 'internal'),
]

/** What a category is answered with; a category without a code of its own has its status alone. */
const written: Readonly<Record<FaultCategory, { status: number; code?: string }>> = {
  invalid: { status: 422, code: 'bad_request' },
  unauthenticated: { status: 401, code: 'auth_required' },
  forbidden: { status: 403, code: 'auth_invalid' },
  'license-blocked': { status: 403, code: 'auth_invalid' },
  'not-found': { status: 404, code: 'route_not_found' },
  conflict: { status: 409 },
  'rate-limited': { status: 429, code: 'rate_limit_exceeded' },
  'quota-exceeded': { status: 429, code: 'cap_reached' },
  dependency: { status: 503, code: 'subsystem_unavailable' },
  timeout: { status: 504 },
  integrity: { status: 500, code: 'internal_error' },
  unavailable: { status: 503, code: 'service_unavailable' },
  internal: { status: 500, code: 'internal_error' },
}

const byStatus: Readonly<Record<number, FaultCategory>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  422: 'invalid',
  429: 'rate-limited',
  503: 'unavailable',
  504: 'timeout',
}

export function isLegacyCode(code: string): boolean {
  return rows.some(candidate => candidate.code === code)
}

/** What a code and a status mean: the code decides where it is known, then the status; else it failed inside. */
export function legacyCategory(code: string | undefined, status: number | undefined): FaultCategory {
  const known = rows.find(
    candidate => candidate.code === code && (candidate.status === undefined || candidate.status === status),
  )
  if (known !== undefined) return known.category
  const category = status === undefined ? undefined : byStatus[status]
  return category ?? (status !== undefined && status >= 400 && status < 500 ? 'invalid' : 'internal')
}

/** The status and code that a category is answered with, and the category that a reader takes from them. */
export function legacyAnswer(category: FaultCategory): { status: number; code?: string; category: FaultCategory } {
  const { status, code } = written[category]
  const read = legacyCategory(code, status)
  return code === undefined ? { status, category: read } : { status, code, category: read }
}

/** The code of an HTTP status, as the service's own handlers give it. */
export const codeOfStatus: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'auth_required',
  403: 'auth_invalid',
  404: 'route_not_found',
  405: 'method_not_allowed',
  429: 'rate_limit_exceeded',
  503: 'service_unavailable',
}

/** A code that HTTP's own fault has in the hub. */
const httpCodes: readonly (readonly [legacy: string, hub: string])[] = [['method_not_allowed', 'METHOD_NOT_ALLOWED']]

/** The hub's code for a legacy one: the standing code of a category is the hub's own, others stay as they are. */
export function hubCode(code: string | undefined, category: FaultCategory): string {
  if (code === undefined || code === '' || written[category].code === code) return faultCategories[category].code
  return httpCodes.find(([legacy]) => legacy === code)?.[1] ?? code
}

/** The legacy code that a fault is answered with: its own where that is one and means the same, else the standing one. */
export function legacyCode(code: string, answer: ReturnType<typeof legacyAnswer>): string | undefined {
  const own = httpCodes.find(([, hub]) => hub === code)?.[0] ?? code
  const same = isLegacyCode(own) && legacyCategory(own, answer.status) === answer.category
  return same && hubCode(own, answer.category) === code ? own : answer.code
}
