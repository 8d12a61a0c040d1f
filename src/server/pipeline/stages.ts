/** The way of every call, whatever it came over: the stages in their order. */
import { reportProblem, thrownFields } from '../../agent/problem.ts'
import { runHandler } from '../../agent/run.ts'
import { isStoreUnavailable, ReplywireError } from '../../errors.ts'
import { fault } from '../../outcome/fault.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import { canceled, failed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { storeUnavailable } from '../../outcome/store-unavailable.ts'
import { auditCall } from '../../runtime/audit-call.ts'
import { claimKey } from '../../runtime/claim.ts'
import { handOver } from '../../runtime/hand-over.ts'
import { claimFaults } from '../../runtime/idempotency.ts'
import { redeemTokens } from '../../runtime/redeem.ts'
import { useApprovals } from '../../runtime/use-approvals.ts'
import { FencedError } from '../../store/store.ts'
import type { ServeOptions } from '../server-context.ts'
import { inNewSpan, loadTracing, startCallSpan, withSpan } from '../tracing.ts'
import { announce } from './announce.ts'
import type { CallRecord, Stage } from './call-record.ts'
import { govern } from './govern.ts'
import { identify } from './identify.ts'
import { input, resolve } from './input.ts'
import { limit } from './limit.ts'
import { check, run } from './run.ts'
import { signed } from './signed.ts'

/** A stage for calls of the agent's own operations alone: built-in ones ask for no approval and become no task. */
function ofAgent(stage: Stage): Stage {
  return (call, next) => (call.target?.isBuiltIn === true ? next() : stage(call, next))
}

/** Each is a function around the next. ARCHITECTURE.md shows them with their files. */
export const stages = {
  identify,
  resolve,
  limit,
  signed,
  input,
  announce: ofAgent(announce),
  redeem: redeemTokens,
  check,
  claim: claimKey,
  govern: ofAgent(govern),
  audit: ofAgent(auditCall),
  approve: ofAgent(useApprovals),
  handOver: ofAgent(handOver),
  run,
} as const satisfies Record<string, Stage>

/** The name of a stage that a call passes through. */
export type StageName = keyof typeof stages

const order = Object.entries(stages) as [StageName, Stage][]

/** Takes a call of an agent through its stages. */
export function perform(call: CallRecord): Promise<RunResult> {
  return performStages(call, order)
}

/** Stages by their names, in their order. */
export type StageList<C extends CallRecord> = readonly (readonly [name: string, stage: Stage<C>])[]

/** Takes a call through stages. Whatever happens, there is a result. */
export async function performStages<C extends CallRecord>(call: C, list: StageList<C>): Promise<RunResult> {
  try {
    const loading = loadTracing()
    if (loading !== undefined) await loading
    call.span = startCallSpan(call)
    return await (call.span === undefined ? enter(call, list, 0) : withSpan(call.span, () => enter(call, list, 0)))
  } catch (error) {
    return troubleOf(call, error)
  }
}

function enter<C extends CallRecord>(call: C, list: StageList<C>, at: number): Promise<RunResult> {
  const [name, stage] = list[at] as [StageName, Stage<C>]
  report(call.server.options.onStage, name, call.operation, call.exchange.requestId)
  call.marks?.push(performance.now())
  if (call.span !== undefined && at === list.length - 1) return traced(call, name, stage)
  return stage(call, () => enter(call, list, at + 1))
}

/** What answers has a span of its own: what it begins is below that, and not among the stages. */
function traced<C extends CallRecord>(call: C, name: string, stage: Stage<C>): Promise<RunResult> {
  const attributes = { 'replywire.operation': call.operation }
  const again = () => traced(call, name, stage)
  return inNewSpan({ kind: 'INTERNAL', name: `${name} ${call.operation}`, attributes }, () => stage(call, again))
}

/** The last stage of a call that became a task: the worker that has taken the task enters it. */
export function runTaskStage(onStage: OnStage): typeof runHandler {
  return (operation, input, task) => {
    const { call } = task
    report(onStage, 'run', call.operation, call.exchange.requestId ?? '')
    return runHandler(operation, input, task)
  }
}

type OnStage = ServeOptions['onStage']

function report(onStage: OnStage, stage: StageName, operation: string, requestId: string): void {
  onStage?.({ stage, operation, requestId })
}

/** The call was stopped, its caller left, the store is away, or the server failed. */
export function troubleOf(call: CallRecord, error: unknown): RunResult {
  const result = (outcome: RunResult['outcome']): RunResult => ({ outcome, author: 'server', exchange: {} })
  if (isOutcome(error)) return result(error)
  if (error instanceof FencedError) return result(claimFaults['in-flight'])
  if (isStoreUnavailable(error)) return result(storeUnavailable)
  if (call.open.isStopped) return result(isOutcome(call.open.reason) ? call.open.reason : canceled())
  call.isBroken = true
  // Our own words about a mistake of the author hold nothing of the request; others' may.
  const mistake = error instanceof ReplywireError && error.code === 'ERR_MISUSE' ? error.message : undefined
  reportProblem(call.log, { summary: mistake ?? 'failed', fields: thrownFields(error), thrown: error })
  return result(failed(fault('internal', 'The server failed.')))
}
