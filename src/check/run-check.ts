/** Runs the checks of a contract against one service. */
import { randomBytes } from 'node:crypto'
import { within } from '../client/within.ts'
import type { Contract, Edition } from '../codec/contract.ts'
import type { ProbeCase, ProbeCheck, Probing } from '../codec/probing.ts'
import type { Rule } from '../codec/rule.ts'
import type { Json } from '../lib/json-value.ts'
import { printable } from '../lib/printable.ts'
import type { ProbeConnection } from './exchange.ts'
import { HarnessError } from './harness-error.ts'
import { requestOf } from './http-connection.ts'
import { NotProbed } from './not-probed.ts'
import { type CheckFinding, type CheckReport, type CheckResult, fingerprintOf, summaryOf } from './report.ts'
import { serviceRules } from './service-rules.ts'
import { caseChecks, missingRows, type SharedContext, sharedChecks } from './shared-checks.ts'
import { openTools } from './tools.ts'
import { hasVariables, variablesIn } from './variables.ts'

export interface ServiceCheckOptions {
  readonly contract: Contract
  readonly edition: Edition
  readonly connection: ProbeConnection
  readonly cases: readonly ProbeCase[]
  /** What the service publishes. Default: the cases. */
  readonly published?: readonly ProbeCase[]
  /** For the report: the address without credentials. */
  readonly target: string
  /** Whether operations with effects may be called. Default: false. */
  readonly allowEffects?: boolean
  /** Ids of checks or rules. Default: all. */
  readonly only?: readonly string[]
  /** The lowest level of findings that fails a check. Default: `must`. */
  readonly level?: 'must' | 'should'
  /** Fingerprints of findings that are known. */
  readonly baseline?: ReadonlySet<string>
  /** When it aborts, the rest is not probed; the report has what was. */
  readonly signal?: AbortSignal
  /** The command line that repeats a check alone. */
  repeatOf?(checkId: string): string
  /** Before the first check: the ids of all that are planned. What it throws ends the run. */
  onPlan?(ids: readonly string[]): void
  onStart?(check: ProbeCheck, index: number, total: number): void
  onEnd?(result: CheckResult): void
}

/** A service that has answered nothing until then is not asked again: each check would wait for its whole time. */
const mostUnanswered = 3

/** Why a check was not probed that came too late. */
export const interruptedReason = 'the check was interrupted'

const emptyProbing: Probing = { rules: [], rows: [], plan: () => [] }

/** Contracts without probes of their own have the shared ones. */
export async function probingOf(contract: Contract): Promise<Probing> {
  return (await contract.probes?.()) ?? emptyProbing
}

/** Every rule that a check can report, by id. */
export function rulesOf(edition: Edition, probing: Probing): ReadonlyMap<string, Rule> {
  return new Map([...edition.rules, ...probing.rules, ...serviceRules].map(rule => [rule.id, rule]))
}

/** Every check for a service, in their order. */
async function planChecks(options: ServiceCheckOptions): Promise<ProbeCheck[]> {
  const { contract, edition, connection, cases, allowEffects = false } = options
  const probing = await probingOf(contract)
  const context: SharedContext = {
    edition,
    carrier: connection.carrier,
    cases,
    published: options.published ?? cases,
    probing,
    mayCall: ({ hasEffects, input }) => (allowEffects || !hasEffects) && !hasVariables(input),
    routeOf: probeCase => routeOf(probeCase, { contract, edition }),
  }
  return [...sharedChecks(context), ...probing.plan(context), ...caseChecks(context), ...missingRows(context)]
}

function routeOf(probeCase: ProbeCase, of: { contract: Contract; edition: Edition }) {
  if (of.contract.calling?.hasTarget !== true && probeCase.route === undefined) return undefined
  const { operation, input } = probeCase
  const ids = { requestId: 'unsent', correlationId: 'unsent' }
  const { method, target } = requestOf({ probeCase, operation, input, headers: {}, stream: false }, ids, of)
  return { method, target }
}

export async function runCheck(options: ServiceCheckOptions): Promise<CheckReport> {
  const { contract, edition, connection, target, only } = options
  const probing = await probingOf(contract)
  const rules = rulesOf(edition, probing)
  const all = await planChecks(options)
  options.onPlan?.(all.map(({ id }) => id))
  const planned = wantedChecks(all, only)
  const runId = randomBytes(4).toString('hex')
  const saved = new Map<string, Json>()
  const checks: CheckResult[] = []
  let dead: string | undefined
  let unanswered = 0
  for (const [index, check] of planned.entries()) {
    options.onStart?.(check, index, planned.length)
    const result = await runOne(check, options, { probing, rules, runId, saved, dead })
    const { status, requests, reason } = result.result
    if (requests > 0) unanswered = Number.NEGATIVE_INFINITY
    else if (status === 'error') unanswered++
    if (result.isFatal) dead = reason
    else if (dead === undefined && unanswered === mostUnanswered)
      dead = `${reason} Given up after ${mostUnanswered} checks without an answer.`
    checks.push(result.result)
    options.onEnd?.(result.result)
  }
  const { version } = edition
  const interrupted = options.signal?.aborted ? ({ interrupted: true } as const) : undefined
  const face = connection.carrier
  return { target, contract: contract.id, version, face, checks, summary: summaryOf(checks), ...interrupted }
}

/** Checks by id, or by a rule: one about behaviour belongs to certain checks, any other can be broken in all. */
function wantedChecks(planned: readonly ProbeCheck[], only: ServiceCheckOptions['only']): readonly ProbeCheck[] {
  if (only === undefined) return planned
  const belongs = (name: string, { id, rules }: ProbeCheck): boolean => id === name || rules.includes(name)
  const isGeneral = only.some(name => !planned.some(check => belongs(name, check)))
  if (isGeneral) return planned
  const wanted = new Set(planned.filter(check => only.some(name => belongs(name, check))))
  // From the last to the first: what a case needs is saved by an earlier one.
  for (const check of planned.toReversed()) {
    const saved = check.calls?.flatMap(({ saves = {} }) => Object.keys(saves)) ?? []
    const needed = [...wanted].flatMap(({ calls = [] }) => calls.flatMap(({ input }) => variablesIn(input)))
    const isNeeded = check.id.startsWith('case/') && needed.some(({ name }) => saved.includes(name))
    if (isNeeded) wanted.add(check)
  }
  return planned.filter(check => wanted.has(check))
}

interface Run {
  readonly probing: Probing
  readonly rules: ReadonlyMap<string, Rule>
  readonly runId: string
  /** Values that cases saved for later ones. */
  readonly saved: Map<string, Json>
  /** Why the service was given up. */
  readonly dead: string | undefined
}

async function runOne(
  check: ProbeCheck,
  options: ServiceCheckOptions,
  { probing, rules, runId, saved, dead }: Run,
): Promise<{ result: CheckResult; isFatal: boolean }> {
  const { contract, edition, connection, only, signal, allowEffects = false } = options
  const { id } = check
  const title = inOneLine(check.title)
  const repeat = options.repeatOf?.(id) ?? ''
  const end = (
    status: CheckResult['status'],
    rest: Partial<CheckResult> = {},
  ): { result: CheckResult; isFatal: boolean } => ({
    result: { id, title, status, findings: [], requests: 0, repeat, ...rest },
    isFatal: false,
  })
  if (check.missing !== undefined) return end('not-probed', { reason: check.missing })
  const blocked = check.calls?.find(({ hasEffects }) => hasEffects && !allowEffects)
  if (blocked !== undefined) {
    const operation = inOneLine(blocked.operation)
    return end('not-probed', { reason: `${operation} may have effects; pass --allow-effects to call it` })
  }
  if (signal?.aborted) return end('not-probed', { reason: interruptedReason })
  if (dead !== undefined) return end('error', { reason: dead })
  const record = openTools({ contract, edition, probing, connection, rules, runId, saved })
  let skipped: string | undefined
  try {
    await within(check.run(record.tools), { signal })
  } catch (error) {
    if (signal?.aborted) skipped = interruptedReason
    else if (error instanceof NotProbed) skipped = error.message
    else if (error instanceof HarnessError) {
      const findings = wantedFindings(record.findings, check, only)
      const ended = end('error', { reason: error.message, findings, requests: record.requests })
      return { ...ended, isFatal: error.isFatal }
    } else throw error
  } finally {
    await record.close()
  }
  const findings = wantedFindings(record.findings, check, only).map(found =>
    withBaseline(check, found, options.baseline),
  )
  const { requests } = record
  if (skipped !== undefined && findings.length === 0) return end('not-probed', { reason: skipped, requests })
  return end(statusOf(findings, options.level ?? 'must'), { findings, requests })
}

/** Names that a service publishes may be anything. */
function inOneLine(text: string): string {
  const line = printable(text)
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}

function wantedFindings(
  findings: readonly CheckFinding[],
  { id }: ProbeCheck,
  only: ServiceCheckOptions['only'],
): readonly CheckFinding[] {
  return only === undefined || only.includes(id) ? findings : findings.filter(({ rule }) => only.includes(rule))
}

function withBaseline(check: ProbeCheck, found: CheckFinding, baseline: ServiceCheckOptions['baseline']): CheckFinding {
  return baseline?.has(fingerprintOf(check, found)) ? { ...found, known: true } : found
}

function statusOf(findings: readonly CheckFinding[], level: 'must' | 'should'): CheckResult['status'] {
  const counts = findings.filter(
    ({ known, level: own }) => !known && (own === 'must' || (level === 'should' && own === 'should')),
  )
  if (counts.length > 0) return 'failed'
  return findings.some(({ level: own }) => own !== 'lenient') ? 'advised' : 'passed'
}
