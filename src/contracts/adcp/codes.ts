/** AdCP 3.1 error-code: the 80 standard codes with their recovery class, and how fault categories meet them. */
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
  /** Members that the error must not carry, because they would tell the caller too much. */
  readonly quiet?: readonly ('details' | 'field')[]
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

type Row = readonly [code: string, category: FaultCategory, more?: Omit<CodeRow, 'recovery' | 'category'>]

const correctable: readonly Row[] = [
  ['INVALID_REQUEST', 'invalid'],
  ['AUTH_REQUIRED', 'unauthenticated'],
  ['AUTH_MISSING', 'unauthenticated'],
  ['POLICY_VIOLATION', 'license-blocked'],
  ['PRODUCT_NOT_FOUND', 'not-found'],
  ['PRODUCT_UNAVAILABLE', 'conflict'],
  ['PROPOSAL_EXPIRED', 'conflict'],
  ['BUDGET_TOO_LOW', 'invalid'],
  ['CREATIVE_REJECTED', 'invalid'],
  ['CREATIVE_VALUE_NOT_ALLOWED', 'invalid'],
  ['UNSUPPORTED_FEATURE', 'invalid'],
  ['UNSUPPORTED_GRANULARITY', 'invalid'],
  ['UNSUPPORTED_PROVISIONING', 'invalid'],
  ['AUDIENCE_TOO_SMALL', 'invalid'],
  ['ACCOUNT_SETUP_REQUIRED', 'forbidden'],
  ['ACCOUNT_AMBIGUOUS', 'invalid'],
  ['COMPLIANCE_UNSATISFIED', 'forbidden'],
  ['GOVERNANCE_DENIED', 'forbidden', { bothLayers: true, httpClass: 4 }],
  ['BUDGET_EXCEEDED', 'quota-exceeded'],
  ['IDEMPOTENCY_CONFLICT', 'conflict', { quiet: ['field', 'details'], bare: true }],
  ['IDEMPOTENCY_EXPIRED', 'conflict'],
  ['CREATIVE_DEADLINE_EXCEEDED', 'conflict'],
  ['INVALID_STATE', 'conflict'],
  ['MEDIA_BUY_NOT_FOUND', 'not-found'],
  ['NOT_CANCELLABLE', 'conflict'],
  ['PACKAGE_NOT_FOUND', 'not-found'],
  ['CREATIVE_NOT_FOUND', 'not-found'],
  ['SIGNAL_NOT_FOUND', 'not-found'],
  ['SESSION_NOT_FOUND', 'not-found'],
  ['PLAN_NOT_FOUND', 'not-found'],
  ['REFERENCE_NOT_FOUND', 'not-found'],
  ['SESSION_TERMINATED', 'conflict'],
  ['VALIDATION_ERROR', 'invalid'],
  ['PRODUCT_EXPIRED', 'conflict'],
  ['PROPOSAL_NOT_COMMITTED', 'conflict'],
  ['PROPOSAL_NOT_FOUND', 'not-found'],
  ['MULTI_FINALIZE_UNSUPPORTED', 'invalid'],
  ['IO_REQUIRED', 'invalid'],
  ['TERMS_REJECTED', 'invalid'],
  ['REQUOTE_REQUIRED', 'conflict'],
  ['VERSION_UNSUPPORTED', 'invalid'],
  ['PERMISSION_DENIED', 'forbidden', { bothLayers: true }],
  ['SCOPE_INSUFFICIENT', 'forbidden', { bothLayers: true }],
  ['READ_ONLY_SCOPE', 'forbidden', { bothLayers: true }],
  ['FIELD_NOT_PERMITTED', 'forbidden', { bothLayers: true }],
  ['PROVENANCE_REQUIRED', 'invalid'],
  ['PROVENANCE_DIGITAL_SOURCE_TYPE_MISSING', 'invalid'],
  ['PROVENANCE_DISCLOSURE_MISSING', 'invalid'],
  ['PROVENANCE_EMBEDDED_MISSING', 'invalid'],
  ['PROVENANCE_VERIFIER_NOT_ACCEPTED', 'invalid'],
  ['PROVENANCE_CLAIM_CONTRADICTED', 'invalid'],
  ['BILLING_NOT_SUPPORTED', 'invalid'],
  ['BILLING_NOT_PERMITTED_FOR_AGENT', 'forbidden'],
  ['PAYMENT_TERMS_NOT_SUPPORTED', 'invalid'],
  ['BRAND_REQUIRED', 'invalid'],
  ['ACTION_NOT_ALLOWED', 'forbidden'],
  ['FORMAT_PROJECTION_FAILED', 'invalid'],
  ['FORMAT_DECLARATION_DIVERGENT', 'invalid'],
  ['FORMAT_DECLARATION_V1_AMBIGUOUS', 'invalid'],
  ['FORMAT_CAPABILITY_UNRESOLVED', 'invalid'],
  ['FORMAT_DECLARATION_V1_LOSSY_MULTI_SIZE', 'invalid'],
  ['PIXEL_TRACKER_LOSSY_DOWNGRADE', 'invalid'],
  ['PIXEL_TRACKER_UPGRADE_INFERRED', 'invalid'],
]

const terminal: readonly Row[] = [
  ['AUTH_INVALID', 'unauthenticated'],
  ['CONFIGURATION_ERROR', 'internal', { bothLayers: true, httpClass: 5, quiet: ['details'] }],
  ['ACCOUNT_NOT_FOUND', 'not-found'],
  ['ACCOUNT_PAYMENT_REQUIRED', 'forbidden'],
  ['ACCOUNT_SUSPENDED', 'forbidden'],
  ['BUDGET_EXHAUSTED', 'quota-exceeded'],
  ['BILLING_OUT_OF_BAND', 'forbidden'],
  ['AGENT_SUSPENDED', 'forbidden'],
  ['AGENT_BLOCKED', 'forbidden'],
  ['CREDENTIAL_IN_ARGS', 'invalid', { bothLayers: true, httpClass: 4 }],
]

const transient: readonly Row[] = [
  ['RATE_LIMITED', 'rate-limited'],
  ['SERVICE_UNAVAILABLE', 'unavailable'],
  ['CONFLICT', 'conflict'],
  ['IDEMPOTENCY_IN_FLIGHT', 'conflict'],
  ['CAMPAIGN_SUSPENDED', 'conflict'],
  ['GOVERNANCE_UNAVAILABLE', 'dependency', { bothLayers: true, httpClass: 5 }],
  ['STALE_RESPONSE', 'integrity', { advisory: true }],
]

const listed = (recovery: RecoveryClass, rows: readonly Row[]): [string, CodeRow][] =>
  rows.map(([code, category, more]) => [code, { recovery, category, ...more }])

/** The standard codes. */
export const standardCodes: ReadonlyMap<string, CodeRow> = new Map([
  ...listed('correctable', correctable),
  ...listed('terminal', terminal),
  ...listed('transient', transient),
])

/** The code by which the envelope's own example asks for an approval: a warning, not one of the 80. */
export const approvalCode = 'APPROVAL_REQUIRED'

/** Says how long to wait twice, for readers of either release. */
export const inFlightCode = 'IDEMPOTENCY_IN_FLIGHT'

/** `X_{VENDOR}_{CODE}`. */
export const vendorCode = /^X_[A-Z][A-Z0-9]{1,19}_[A-Z][A-Z0-9_]{1,39}$/

/** Our own vendor prefix, for what no standard code says. */
export const ownPrefix = 'X_REPLYWIRE_'

/** Whether a code is one that a reader can know: a standard one, a vendor's, or the approval warning. */
export function isKnownCode(code: string): boolean {
  return standardCodes.has(code) || code === approvalCode || vendorCode.test(code)
}

/** The spelling of the standard codes; a vendor's prefix belongs to the vendor's pattern. */
const codeSpelling = /^(?!X_)[A-Z][A-Z0-9_]{0,63}$/

/** Whether a code may stand in an error that says its recovery: the vocabulary is open, and the recovery tells the rest. */
export function isOpenCode(code: string): boolean {
  return isKnownCode(code) || codeSpelling.test(code)
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
export function recoveryOf(recovery: unknown, code: string, unknownRecovery: Recovery = 'stop'): Recovery {
  if (recovery !== undefined) return recoveries.get(recovery) ?? 'stop'
  const row = standardCodes.get(code)
  if (row !== undefined) return recoveries.get(row.recovery) as Recovery
  return code === approvalCode ? 'correct' : unknownRecovery
}

const byRecovery: Readonly<Record<Recovery, FaultCategory>> = {
  retry: 'unavailable',
  correct: 'invalid',
  stop: 'internal',
}

/** The category that a code means; a vendor's code means what its recovery suggests. */
export function categoryOf(code: string, recovery: Recovery): FaultCategory {
  if (code === internalCode) return 'internal'
  return standardCodes.get(code)?.category ?? byRecovery[recovery]
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
export function httpClassOf(error: unknown): 4 | 5 | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? standardCodes.get(code)?.httpClass : undefined
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
