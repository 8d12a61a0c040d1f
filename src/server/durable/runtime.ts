/** An agent with a memory: the runtime that its calls, tasks and approvals share. */
import type { Agent } from '../../agent/define.ts'
import { run } from '../../agent/run.ts'
import { contract as contractById } from '../../contracts/registry.ts'
import type { Call } from '../../outcome/call.ts'
import { anybody, type Caller } from '../../runtime/caller.ts'
import { openRuntime, type Runtime, type RuntimeOptions } from '../../runtime/runtime.ts'
import { isId } from '../ids.ts'
import { type AccessLogger, type CallIds, withIds } from '../log.ts'
import { declared } from '../request-envelope.ts'
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
    | 'approvals'
    | 'webhooks'
  > {
  log: AccessLogger
  now: () => number
  /** A call that takes longer becomes a task, where its operation does not say otherwise. */
  syncBudgetMs?: number | undefined
  /** How long a call may run. Default: 5 minutes. */
  timeoutMs?: number | undefined
  /** How long a task may run. Default: 1 hour. */
  taskTimeoutMs?: number | undefined
}

const minutes = 60_000

/** The runtime of an agent. */
export function agentRuntime(agent: Agent, options: DurableOptions): Runtime {
  const { log: _, syncBudgetMs: __, timeoutMs: ___, taskTimeoutMs: ____, now, ...rest } = options
  return openRuntime({ ...rest, now, ...served(agent, options), render: renderer(now) })
}

/** The runtime of the server's own operations: what it shares with the agent's, and other things to run. */
export function ownRuntime(runtime: Runtime, own: Agent, options: Pick<DurableOptions, 'log' | 'now'>): Runtime {
  return { ...runtime, ...served(own, options) }
}

function served(
  agent: Agent,
  options: Pick<DurableOptions, 'log' | 'now' | 'syncBudgetMs' | 'timeoutMs' | 'taskTimeoutMs'>,
): Pick<RuntimeOptions, 'version' | 'operations' | 'run'> {
  const { log, now, syncBudgetMs, timeoutMs = 5 * minutes, taskTimeoutMs = 60 * minutes } = options
  // A call with a budget may become a task while it runs.
  const mayBeTask = ({ operation, prefer }: Call) =>
    (prefer?.waitMs ?? agent.operations[operation]?.syncBudgetMs ?? syncBudgetMs) !== undefined
  const operations = Object.entries(agent.operations).map(([name, operation]) => [
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
  return {
    version: agent.version,
    operations: Object.fromEntries(operations),
    run: ({ call, caller, signal, steps, approval, gate, traceparent, onStart, onMoment }) =>
      run(agent, call, {
        principal: principalOf(caller),
        signal,
        log: withIds(log, idsOf(call, traceparent)),
        traceparent,
        now,
        steps,
        approval,
        gate,
        timeoutMs: gate === undefined || mayBeTask(call) ? taskTimeoutMs : timeoutMs,
        ...(onStart === undefined ? undefined : { onStart }),
        onMoment,
      }),
  }
}

function idsOf({ operation, exchange: { requestId = '', correlationId = '' } }: Call, traceparent?: string): CallIds {
  const traceId = traceparent?.split('-')[1]
  return {
    request_id: isId(requestId) ? requestId : '',
    correlation_id: correlationId,
    operation,
    ...(traceId === undefined ? undefined : { trace_id: traceId }),
  }
}

/** Puts a task's end in the words of the contract that it was asked for in. */
export function renderer(now: () => number): RuntimeOptions['render'] {
  return told => renderWebhook(told, editionOf, now)
}

/** An edition that was written down as `ID@VERSION`. */
function editionOf(ref: string) {
  const [id = '', version = ''] = ref.split('@')
  const contract = contractById(id)
  return { contract, edition: contract.editions[version] ?? contract.editions[contract.current] }
}

function principalOf(caller: Caller): Caller | undefined {
  return caller.subject === anybody.subject && caller.tenant === anybody.tenant ? undefined : caller
}
