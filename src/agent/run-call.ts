/** Running a call in this process, without a server: validate its input, run its handler. Never throws. */
import type { Principal } from '../auth/principal.ts'
import { Stop } from '../lib/stop.ts'
import type { Call } from '../outcome/call.ts'
import { fault } from '../outcome/fault.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Decision, RunResult } from '../outcome/run-result.ts'
import type { Logger, StepRunner } from './context.ts'
import type { Agent } from './define.ts'
import type { OpenPeer } from './peer.ts'
import type { ProblemLog } from './problem.ts'
import { debugLog } from './problem-text.ts'
import { checkCall, type HandlerCall, runHandler, serverResult } from './run.ts'
import { memorySteps } from './steps.ts'

/** Validates the input of a call and runs its handler, outside the pipeline. */
export async function checkAndRun(
  { operations }: Agent,
  run: HandlerCall,
  handle: typeof runHandler = runHandler,
): Promise<RunResult> {
  const { call } = run
  const operation = Object.hasOwn(operations, call.operation) ? operations[call.operation] : undefined
  if (operation === undefined) return serverResult(fault('not-found', 'There is no such operation.', { began: false }))
  const checked = await checkCall(operation, run)
  return 'fault' in checked ? serverResult(checked.fault) : handle(operation, checked.input, run)
}

const silent: ProblemLog = { info() {}, warn() {} }

/** What running a call in this process may use. */
export interface RunInProcess {
  principal?: Principal | undefined
  signal?: AbortSignal | undefined
  log?: Logger
  /** Shows what is wrong with the agent: as fields of `log`, or on standard error without one. Default: false. */
  debug?: boolean
  traceparent?: string | undefined
  onMoment?: (moment: Interim) => Promise<void> | void
  approval?: (key: string) => Decision | undefined
  steps?: StepRunner
  /** What `ctx.client` calls other agents with. Default: it throws. */
  client?: OpenPeer
  /** How long it may run, where its operation sets no limit. Default: no limit. */
  timeoutMs?: number
  now?: () => number
}

/**
 * Runs one call in this process, without a server. Whatever happens, there is an outcome.
 *
 * @example
 * const { outcome } = await runCall(agent, { operation: 'greet', input: { name: 'Ada' }, exchange: {} })
 */
export function runCall(agent: Agent, call: Call, options: RunInProcess = {}): Promise<RunResult> {
  const { principal, signal, debug, now = Date.now, onMoment, approval, steps, client, timeoutMs } = options
  const log = debug === true ? debugLog(options.log) : (options.log ?? silent)
  const stop = signal === undefined ? new Stop() : Stop.of(signal)
  return checkAndRun(agent, {
    call,
    requester: principal,
    stop,
    log,
    traceparent: options.traceparent,
    timeoutMs,
    steps: steps ?? memorySteps(),
    client,
    approval: approval ?? (() => undefined),
    now,
    ...(onMoment === undefined ? undefined : { onMoment }),
  }).finally(() => stop.unfollow())
}
