/** The stages of the runtime around one call, in the order of the pipeline, without a server. */

import type { Agent } from '../../src/agent/define.ts'
import { checkCall, runHandler, serverResult } from '../../src/agent/run.ts'
import { isStoreUnavailable } from '../../src/errors.ts'
import type { Json } from '../../src/lib/json-value.ts'
import { Stop } from '../../src/lib/stop.ts'
import type { Call } from '../../src/outcome/call.ts'
import type { KeyPolicy } from '../../src/outcome/key-policy.ts'
import type { RunResult } from '../../src/outcome/run-result.ts'
import { storeUnavailable } from '../../src/outcome/store-unavailable.ts'
import { decisionFor } from '../../src/runtime/approvals.ts'
import { anybody, type Caller } from '../../src/runtime/caller.ts'
import { claimKey } from '../../src/runtime/claim.ts'
import { type DurableCall, DurableRun, syncBudgetMs } from '../../src/runtime/durable-call.ts'
import { handOver } from '../../src/runtime/hand-over.ts'
import { claimFaults } from '../../src/runtime/idempotency.ts'
import { redeemTokens } from '../../src/runtime/redeem.ts'
import type { Runtime } from '../../src/runtime/runtime.ts'
import type { Push } from '../../src/runtime/tasks.ts'
import { useApprovals } from '../../src/runtime/use-approvals.ts'
import { noLog } from '../../src/server/log.ts'
import { FencedError } from '../../src/store/store.ts'

export interface Conduct {
  call: Call
  caller: Caller
  contract: string
  policy: KeyPolicy
  material?: Json
  push?: Push
  stream: boolean
  signal: AbortSignal
}

export type Conducted = RunResult & { approvals?: string[] }

export async function conduct(agent: Agent, runtime: Runtime, request: Conduct): Promise<Conducted> {
  const call: DurableCall = {
    runtime,
    request: request.call,
    caller: request.caller,
    contract: request.contract,
    policy: request.policy,
    material: request.material,
    push: request.push,
    stream: request.stream,
    open: Stop.of(request.signal),
    durable: new DurableRun(runtime.now),
  }
  const operation = agent.operations[request.call.operation]
  if (operation === undefined) throw new Error(`There is no operation ${request.call.operation}.`)
  const principal = request.caller.subject === anybody.subject ? undefined : request.caller
  const running = (): Call => {
    const { approved } = call.durable
    return approved === undefined ? call.request : { ...call.request, input: approved.input }
  }
  const run = async (input: unknown) =>
    runHandler(operation, input, {
      call: running(),
      requester: principal,
      stop: call.durable.stopOf(call),
      log: noLog,
      traceparent: undefined,
      timeoutMs: undefined,
      steps: { run: (...step) => call.durable.journal.run(...step) },
      approval: key => decisionFor(call.durable.approved, key),
      now: runtime.now,
      async onMoment(moment) {
        if (syncBudgetMs(call) !== undefined) await call.durable.journal.moment(moment)
      },
    })
  try {
    const result = await redeemTokens(call, async () => {
      const checked = await checkCall(operation, { call: running(), requester: principal })
      if ('fault' in checked) return serverResult(checked.fault)
      return claimKey(call, () => useApprovals(call, () => handOver(call, () => run(checked.input))))
    })
    const { approvals } = call.durable
    return { ...result, ...(approvals === undefined ? undefined : { approvals }) }
  } catch (error) {
    if (error instanceof FencedError) return { outcome: claimFaults['in-flight'], exchange: {} }
    if (isStoreUnavailable(error)) return { outcome: storeUnavailable, exchange: {} }
    throw error
  }
}
