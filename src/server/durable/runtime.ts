/** An agent with a memory: the runtime that its calls, tasks and approvals share. */
import type { Agent } from '../../agent/define.ts'
import type { OpenPeer } from '../../agent/peer.ts'
import { type HandlerCall, serverResult } from '../../agent/run.ts'
import { checkAndRun } from '../../agent/run-call.ts'
import type { Contract } from '../../codec/contract.ts'
import type { Call } from '../../outcome/call.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { anybody, type Caller } from '../../runtime/caller.ts'
import { openRuntime, type Runtime, type RuntimeOptions, type TaskRun } from '../../runtime/runtime.ts'
import { namedContract } from '../envelope.ts'
import { governTask } from '../governed-task.ts'
import type { Governors } from '../governors.ts'
import { readTraceparent } from '../ids.ts'
import { type AccessLogger, callIds, withIds } from '../log.ts'
import { openPeer } from '../open-peer.ts'
import { runTaskStage } from '../pipeline/stages.ts'
import { declared } from '../request-envelope.ts'
import type { ServeOptions } from '../server-context.ts'
import { inNewSpan } from '../tracing.ts'
import { renderWebhook } from './webhook-payload.ts'

export interface DurableOptions
  extends Pick<
    RuntimeOptions,
    | 'store'
    | 'secret'
    | 'statusUrl'
    | 'leaseMs'
    | 'keyTtlMs'
    | 'inserts'
    | 'onNewKey'
    | 'perCaller'
    | 'taskLog'
    | 'approvals'
    | 'webhooks'
  > {
  log: AccessLogger
  now: () => number
  /** Contracts that tasks may be asked for in, in addition to those that ship. */
  contracts?: readonly Contract[] | undefined
  /** A call that takes longer becomes a task, where its operation does not say otherwise. */
  syncBudgetMs?: number | undefined
  /** How long a call may run. Default: 5 minutes. */
  timeoutMs?: number | undefined
  /** How long a task may run. Default: 1 hour. */
  taskTimeoutMs?: number | undefined
  /** Called when a worker of this process enters the last stage of a task. */
  onStage?: ServeOptions['onStage']
  /** What handlers call other agents with. Default: the client. */
  openPeer?: OpenPeer | undefined
  /** Checks changed tasks against their governance. */
  governors?: Governors | undefined
  /** Runs tasks. Default: the handlers of the agent. */
  runTask?: RunTask | undefined
}

/** Runs a task; `handlers` runs it as the agent would. */
export type RunTask = (task: TaskRun, handlers: RuntimeOptions['runTask']) => Promise<RunResult>

const minutes = 60_000

/** The runtime of an agent. */
export function agentRuntime(agent: Agent, options: DurableOptions): Runtime {
  const {
    log: _,
    syncBudgetMs: __,
    timeoutMs: ___,
    taskTimeoutMs: ____,
    onStage: _____,
    governors: ______,
    now,
    contracts,
    runTask,
    ...rest
  } = options
  const handlers = taskRunner(agent, options)
  return openRuntime({
    ...rest,
    now,
    version: agent.version,
    operations: factsOf(agent, options.syncBudgetMs),
    runTask: runTask === undefined ? handlers : task => runTask(task, handlers),
    render: renderer(now, contracts),
  })
}

/** Reads what is known of the operations again: those of a gateway follow its configuration. */
export function refreshFacts({ operations }: Runtime, agent: Agent, { syncBudgetMs }: DurableOptions): void {
  const known = operations as Record<string, RuntimeOptions['operations'][string]>
  for (const name of Object.keys(known)) delete known[name]
  Object.assign(known, factsOf(agent, syncBudgetMs))
}

/** The runtime of the built-in operations: what it shares with the agent's, and other facts about what runs. */
export function builtInRuntime(runtime: Runtime, builtIn: Agent): Runtime {
  return { ...runtime, operations: factsOf(builtIn) }
}

/** How long a call may run. One with a budget may become a task while it runs, and has the time of one. */
export function timeoutOf(agent: Agent, options: DurableOptions): (call: Call) => number {
  const { syncBudgetMs, timeoutMs = 5 * minutes, taskTimeoutMs = 60 * minutes } = options
  return ({ operation, prefer }) => {
    const budget = prefer?.waitMs ?? agent.operations[operation]?.syncBudgetMs ?? syncBudgetMs
    return budget === undefined ? timeoutMs : taskTimeoutMs
  }
}

function factsOf({ operations }: Agent, syncBudgetMs?: number): RuntimeOptions['operations'] {
  const facts = Object.entries(operations).map(([name, operation]) => [
    name,
    {
      effects: operation.effects,
      async: operation.async,
      attempts: operation.retry.attempts ?? 3,
      ownReply: declared(operation.input.json).has('reply'),
      backoffMs: operation.retry.backoffMs ?? 1000,
      syncBudgetMs: operation.syncBudgetMs ?? syncBudgetMs,
      samePerson: operation.approvals.samePerson ?? false,
    },
  ])
  return Object.fromEntries(facts)
}

/** Runs tasks. The input is validated again, because the agent may have changed since the call. */
function taskRunner(
  agent: Agent,
  { log, now, taskTimeoutMs = 60 * minutes, onStage, openPeer: own, governors, store }: DurableOptions,
): RuntimeOptions['runTask'] {
  const stage = runTaskStage(onStage)
  return task => {
    const run = (traceparent: string | undefined): HandlerCall => ({
      ...task,
      requester: principalOf(task.caller),
      log: withIds(log, callIds({ ...task.call, trace: readTraceparent(traceparent) })),
      traceparent,
      timeoutMs: taskTimeoutMs,
      client: own ?? openPeer,
      approval: key => task.approval(key),
      now,
      onMoment: moment => task.onMoment(moment),
    })
    const { operation } = task.call
    const attributes = { 'replywire.operation': operation, 'replywire.task_id': task.id }
    const span = { kind: 'CONSUMER', name: `task ${operation}`, attributes, parent: task.traceparent } as const
    const governed: typeof stage = async (operation, input, own) => {
      const result = await governTask({ governors, store, now }, task, own, input)
      return 'fault' in result ? serverResult(result.fault) : stage(operation, input, { ...own, call: result.call })
    }
    return inNewSpan(span, own => checkAndRun(agent, run(own ?? task.traceparent), governed))
  }
}

/** Puts a task's end in the words of the contract that it was asked for in. */
export function renderer(now: () => number, contracts: readonly Contract[] = []): RuntimeOptions['render'] {
  return message => renderWebhook(message, ref => editionOf(ref, contracts), now)
}

/** An edition that was written down as `ID@VERSION`. */
function editionOf(ref: string, contracts: readonly Contract[]) {
  const [id = '', version = ''] = ref.split('@')
  const contract = namedContract(id, contracts)
  return { contract, edition: contract.editions[version] ?? contract.editions[contract.current] }
}

function principalOf(caller: Caller): Caller | undefined {
  return caller.subject === anybody.subject && caller.tenant === anybody.tenant ? undefined : caller
}
