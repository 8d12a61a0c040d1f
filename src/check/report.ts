/** The result of a check, as `--json` prints it. */
import type { Finding } from '../codec/rule.ts'
import type { CitedSection } from '../codec/specification.ts'
import type { Carrier } from '../wire/wire.ts'
import type { Evidence } from './evidence.ts'

/** A broken rule, with the exchange that shows it. */
export interface CheckFinding extends Finding {
  /** The documents that the clause cites. */
  documents: CitedSection[]
  readonly evidence?: Evidence
  /** It is in the baseline, and does not count. */
  readonly known?: true
}

/**
 * How one check ended. `advised`: only findings that do not count. `error`: the service could not be probed; this says
 * nothing about its contract.
 */
export type CheckStatus = 'passed' | 'failed' | 'advised' | 'not-probed' | 'error'

export interface CheckResult {
  readonly id: string
  readonly title: string
  readonly status: CheckStatus
  readonly findings: readonly CheckFinding[]
  /** Why it was not probed, or could not be. */
  readonly reason?: string
  /** How many requests it took. */
  readonly requests: number
  /** Repeats this check alone. */
  readonly repeat: string
}

export interface CheckReport {
  readonly target: string
  readonly contract: string
  readonly version: string
  readonly face: Carrier
  readonly checks: readonly CheckResult[]
  /** It was ended early: what came after that is not probed. */
  readonly interrupted?: true
  readonly summary: Readonly<Record<'passed' | 'failed' | 'advised' | 'notProbed' | 'errors', number>>
}

export function summaryOf(checks: readonly CheckResult[]): CheckReport['summary'] {
  const count = (status: CheckStatus): number => checks.filter(check => check.status === status).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    advised: count('advised'),
    notProbed: count('not-probed'),
    errors: count('error'),
  }
}

/** How a finding is recognised again in another report. */
export function fingerprintOf(check: Pick<CheckResult, 'id'>, finding: Pick<Finding, 'rule' | 'pointer'>): string {
  return `${check.id} ${finding.rule} ${finding.pointer}`
}
