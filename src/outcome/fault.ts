/** What went wrong, and what the caller can do about it. */
import type { JsonObject } from '../lib/json-value.ts'
import type { Location } from './need.ts'
import type { Extra } from './outcome.ts'

/** The kinds of faults. Each contract maps them to its own statuses and codes. */
export type FaultCategory =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'license-blocked'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  | 'quota-exceeded'
  | 'dependency'
  | 'timeout'
  | 'integrity'
  | 'unavailable'
  | 'internal'

/** What helps: trying again, changing the request, or neither. */
export type Recovery = 'retry' | 'correct' | 'stop'

/** One thing wrong with one member of the input. */
export interface Issue {
  /** JSON pointer into the input. */
  pointer: string
  message: string
  keyword?: string
  location?: Location
  extra?: Extra
}

/** Why work failed, and what the caller can do about it. */
export interface Fault {
  category: FaultCategory
  code: string
  message: string
  /** For developers; never shown to end users. */
  detail?: string
  recovery: Recovery
  retryAfterMs?: number
  /** False: refused before work began. */
  began?: boolean
  issues: Issue[]
  resourceId?: string
  details?: JsonObject
  extra?: Extra
}

/**
 * Every category with the recovery and the code it has unless a fault says otherwise.
 *
 * @example
 * faultCategories['rate-limited'].recovery // 'retry'
 */
export const faultCategories: Readonly<Record<FaultCategory, { recovery: Recovery; code: string }>> = {
  invalid: { recovery: 'correct', code: 'VALIDATION_ERROR' },
  unauthenticated: { recovery: 'correct', code: 'UNAUTHORIZED' },
  forbidden: { recovery: 'stop', code: 'FORBIDDEN' },
  'license-blocked': { recovery: 'stop', code: 'LICENSE_BLOCKED' },
  'not-found': { recovery: 'correct', code: 'NOT_FOUND' },
  conflict: { recovery: 'correct', code: 'CONFLICT' },
  'rate-limited': { recovery: 'retry', code: 'RATE_LIMITED' },
  'quota-exceeded': { recovery: 'stop', code: 'QUOTA_EXCEEDED' },
  dependency: { recovery: 'retry', code: 'DEPENDENCY_FAILED' },
  timeout: { recovery: 'retry', code: 'TIMEOUT' },
  integrity: { recovery: 'retry', code: 'INTEGRITY_ERROR' },
  unavailable: { recovery: 'retry', code: 'UNAVAILABLE' },
  internal: { recovery: 'retry', code: 'INTERNAL_ERROR' },
}

/** Faults of HTTP itself: invalid requests, by code, that have a status of their own. */
export const httpFaults: Readonly<Record<string, number>> = {
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  HEADERS_TOO_LARGE: 431,
}

/**
 * A fault with the defaults of its category.
 *
 * @example
 * failed(fault('not-found', 'No such campaign.'))
 */
export function fault(
  category: FaultCategory,
  message: string,
  more: Partial<Omit<Fault, 'category' | 'message'>> = {},
): Fault {
  return { category, message, ...faultCategories[category], issues: [], ...more }
}
