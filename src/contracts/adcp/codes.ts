/** AdCP error-code: the standard codes of a release with their recovery class, and how fault categories meet them. */
import type { FaultCategory, Recovery } from '../../outcome/fault.ts'

export type RecoveryClass = 'transient' | 'correctable' | 'terminal'

export interface CodeRow {
  readonly recovery: RecoveryClass
  readonly category: FaultCategory
  /** The specification demands both error layers for this code, not only advises them. */
  readonly bothLayers?: true
  /** The class of HTTP statuses that goes with this code. */
  readonly httpClass?: 4 | 5
  /** Only ever listed in `errors[]`; never an `adcp_error`. */
  readonly advisory?: true
  /** Members that the error must not carry, because they would show the caller too much. */
  readonly quiet?: readonly ('details' | 'field')[]
  /** Members that its `details` must have. */
  readonly details?: readonly string[]
  /** The error says what happened and nothing else, whatever a member is named. */
  readonly bare?: true
}

/** What an error of a bare code may say. */
export const bareMembers: ReadonlySet<string> = new Set([
  'code',
  'message',
  'recovery',
  'severity',
  'suggestion',
  'retry_after',
  'source',
  'sdk_id',
])

/** The standard codes of one release. */
export type Codes = ReadonlyMap<string, CodeRow>

/** A code as the table of a release has it. */
export type ListedCode = readonly [code: string, category: FaultCategory, more?: Omit<CodeRow, 'recovery' | 'category'>]

/** The codes of a release by their recovery class. */
export function codesOf(rows: Readonly<Partial<Record<RecoveryClass, readonly ListedCode[]>>>): Codes {
  return new Map(
    Object.entries(rows).flatMap(([recovery, listed]) =>
      listed.map(([code, category, more]) => [code, { recovery: recovery as RecoveryClass, category, ...more }]),
    ),
  )
}

/** The code by which the envelope's own example asks for an approval: a warning, and no standard code. */
export const approvalCode = 'APPROVAL_REQUIRED'

/** Says how long to wait twice, for readers of either release. */
export const inFlightCode = 'IDEMPOTENCY_IN_FLIGHT'

/** `X_{VENDOR}_{CODE}`. */
export const vendorCode = /^X_[A-Z][A-Z0-9]{1,19}_[A-Z][A-Z0-9_]{1,39}$/

/** Our own vendor prefix, for what no standard code says. */
export const ownPrefix = 'X_REPLYWIRE_'

/** Whether a code is one that a reader can know: a standard one, a vendor's, or the approval warning. */
export function isKnownCode(code: string, codes: Codes): boolean {
  return codes.has(code) || code === approvalCode || vendorCode.test(code)
}

/** The spelling of the standard codes; a vendor's prefix belongs to the vendor's pattern. */
const codeSpelling = /^(?!X_)[A-Z][A-Z0-9_]{0,63}$/

/** Whether a code may be in an error that says its recovery: the vocabulary is open, and the recovery says the rest. */
export function isOpenCode(code: string, codes: Codes): boolean {
  return isKnownCode(code, codes) || codeSpelling.test(code)
}

export const recoveryClasses: Readonly<Record<Recovery, RecoveryClass>> = {
  retry: 'transient',
  correct: 'correctable',
  stop: 'terminal',
}

const recoveries: ReadonlyMap<unknown, Recovery> = new Map(
  Object.entries(recoveryClasses).map(([recovery, name]) => [name, recovery as Recovery]),
)

export function isRecoveryClass(value: unknown): boolean {
  return recoveries.has(value)
}

/**
 * What helps against an error. What it says decides; an unknown class is terminal; then its code. An unknown
 * code without a recovery is `unknownRecovery`: the specification contradicts itself here.
 */
export function recoveryOf(
  recovery: unknown,
  code: string,
  codes: Codes,
  unknownRecovery: Recovery = 'stop',
): Recovery {
  if (recovery !== undefined) return recoveries.get(recovery) ?? 'stop'
  const row = codes.get(code)
  if (row !== undefined) return recoveries.get(row.recovery) as Recovery
  return code === approvalCode ? 'correct' : unknownRecovery
}

const byRecovery: Readonly<Record<Recovery, FaultCategory>> = {
  retry: 'unavailable',
  correct: 'invalid',
  stop: 'internal',
}

/** The category that a code means; a vendor's code means what its recovery suggests. */
export function categoryOf(code: string, recovery: Recovery, codes: Codes): FaultCategory {
  if (code === internalCode) return 'internal'
  return codes.get(code)?.category ?? byRecovery[recovery]
}

const internalCode = `${ownPrefix}INTERNAL`

interface CategoryRow {
  readonly code: string
  readonly http: number
  /** AdCP has no code of its own for this category. */
  readonly nearest?: true
}

const categories: Readonly<Record<FaultCategory, CategoryRow>> = {
  invalid: { code: 'VALIDATION_ERROR', http: 422 },
  unauthenticated: { code: 'AUTH_MISSING', http: 401 },
  forbidden: { code: 'PERMISSION_DENIED', http: 403 },
  'license-blocked': { code: 'POLICY_VIOLATION', http: 403 },
  'not-found': { code: 'REFERENCE_NOT_FOUND', http: 404 },
  conflict: { code: 'CONFLICT', http: 409 },
  'rate-limited': { code: 'RATE_LIMITED', http: 429 },
  'quota-exceeded': { code: 'RATE_LIMITED', http: 429, nearest: true },
  dependency: { code: 'SERVICE_UNAVAILABLE', http: 502 },
  timeout: { code: 'SERVICE_UNAVAILABLE', http: 504, nearest: true },
  unavailable: { code: 'SERVICE_UNAVAILABLE', http: 503 },
  internal: { code: internalCode, http: 500 },
  integrity: { code: internalCode, http: 500 },
}

/** The code that speaks for a category, and its HTTP status. */
export function categoryRow(category: FaultCategory, recovery: Recovery): CategoryRow {
  if (category === 'unauthenticated' && recovery === 'stop') return { code: 'AUTH_INVALID', http: 401 }
  return categories[category]
}

/** The class of HTTP statuses that the error of a root demands. */
export function httpClassOf(error: unknown, codes: Codes): 4 | 5 | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? codes.get(code)?.httpClass : undefined
}

const byHttp: ReadonlyMap<number, FaultCategory> = new Map([
  ...Object.entries(categories)
    .map(([category, { http }]) => [http, category as FaultCategory] as const)
    .toReversed(),
  [400, 'invalid'],
  [408, 'timeout'],
])

/** The category of a failure that says nothing but its HTTP status. */
export function categoryOfHttp(status: number | undefined): FaultCategory {
  return byHttp.get(status ?? 500) ?? (status !== undefined && status < 500 ? 'invalid' : 'internal')
}

/** Refusals before dispatch: the only errors of JSON-RPC's own, by their number. */
export const rpcCodes: ReadonlyMap<unknown, readonly [string, ...string[]]> = new Map([
  [-32029, ['RATE_LIMITED']],
  // Missing and refused credentials share a number: without a code it means the former.
  [-32028, ['AUTH_MISSING', 'AUTH_INVALID']],
  [-32027, ['SERVICE_UNAVAILABLE']],
])
