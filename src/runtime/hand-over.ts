/** A call that becomes a task: at once, or when it takes too long. */
import { failed, type Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { storeUnavailable } from '../outcome/store-unavailable.ts'
import { adopt } from './adopt.ts'
import { overLimit } from './caller-limits.ts'
import { claimAnswer } from './claim.ts'
import { type DurableCall, isKeyed, type Next, syncBudgetMs } from './durable-call.ts'
import { patienceMs, persist } from './persist.ts'
import { newTask, pendingOf } from './tasks.ts'

export function handOver(call: DurableCall, next: Next): Promise<RunResult> {
  const { prefer, operation } = call.request
  const isAsync = call.runtime.operations[operation]?.async === true
  const isQueued = isAsync || (prefer?.async === true && prefer.waitMs === undefined)
  if (isQueued && call.durable.presented.rows.length === 0) return queue(call)
  const budget = syncBudgetMs(call)
  return budget === undefined ? next() : withinBudget(call, budget, next)
}

/**
 * A call that takes longer than its budget becomes a task of this process; its handler goes on. So does one whose caller
 * reads along and that has sent more than a process should keep.
 */
async function withinBudget(call: DurableCall, budget: number, next: Next): Promise<RunResult> {
  const over = Promise.withResolvers<true>()
  if (call.stream) call.durable.journal.keepAll(() => over.resolve(true))
  const running = next()
  const timer = setTimeout(() => over.resolve(true), budget)
  const first = await Promise.race([over.promise, running]).finally(() => clearTimeout(timer))
  return first === true ? adoptSoon(call, running) : first
}

/** The call becomes a task that a worker will take. */
async function queue(call: DurableCall): Promise<RunResult> {
  const { runtime, durable } = call
  const { claim } = durable
  const outcome = pendingOf(runtime, durable.journal.runId, 'queued')
  const result: RunResult = { outcome, exchange: {} }
  const task = { ...taskOf(call), claim: claimAnswer(call, result), limits: runtime.perCaller }
  const made = await persist(runtime.store, 'createTask', task, () => claim?.lease.holds() ?? false)
  if (made !== 'created') return { outcome: failed(overLimit(made)), author: 'server', exchange: {} }
  claim?.lease.stop()
  durable.isSettled = true
  return result
}

function taskOf({ runtime, durable, request, caller, contract, push, traceparent, governedInput }: DurableCall) {
  const { runId: id } = durable.journal
  return newTask(runtime, { id, call: request, caller, contract, push, traceparent, governedInput })
}

/** While the store is away the caller is answered soon; the adoption itself is tried as long as its lease. */
async function adoptSoon(call: DurableCall, running: Promise<RunResult>): Promise<RunResult> {
  const { runtime, durable, request } = call
  const isSafe = isKeyed(call) || runtime.operations[request.operation]?.effects === 'none'
  const away: RunResult = { outcome: isSafe ? storeUnavailable : notKnownHere, author: 'server', exchange: {} }
  const adopting = adoptNow(call, running)
  const soon = Promise.withResolvers<RunResult>()
  const timer = setTimeout(() => {
    durable.goesOn = true
    soon.resolve(away)
  }, patienceMs(runtime.leaseMs))
  adopting.catch(() => {
    // Whether a worker has it now is not known: it must not go on here too.
    durable.stopOf(call).stop(away.outcome)
    durable.claim?.lease.stop()
  })
  durable.isSettled = true
  try {
    return await Promise.race([adopting, soon.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function adoptNow(call: DurableCall, running: Promise<RunResult>): Promise<RunResult> {
  const { runtime, durable } = call
  const result: RunResult = { outcome: pendingOf(runtime, durable.journal.runId, 'working'), exchange: {} }
  await adopt(call, { running, task: { ...taskOf(call), claim: claimAnswer(call, result) } })
  return result
}

/** The answer when a call without a key goes on while the store is away: a repeat may do it twice. */
const notKnownHere: Outcome = {
  kind: 'unknown',
  status: 'unknown',
  message: 'The call took long and the store cannot be reached. Whether it was done is not known.',
}
