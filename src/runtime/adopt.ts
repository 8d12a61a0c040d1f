/** A call that takes too long becomes a task of this process; its handler goes on. */
import type { Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { NewTask } from '../store/operations/tasks.ts'
import { processId } from '../store/process-id.ts'
import { StoreUnavailableError } from '../store/store.ts'
import type { DurableCall } from './durable-call.ts'
import { latestProgress } from './journal.ts'
import { Lease } from './lease.ts'
import { LogRoom, nothingLogged } from './log-room.ts'
import { persist } from './persist.ts'
import { settle } from './tasks.ts'
import { leftBehind } from './work-loop.ts'

export interface Adoption {
  running: Promise<RunResult>
  /** The row of the task, with the key whose repeats are answered with it. */
  task: NewTask
}

/** Resolves when the call is a task; the run then goes on by itself. */
export async function adopt(adopted: DurableCall, { running, task }: Adoption): Promise<void> {
  const { runtime, durable, request: call, caller, contract, push } = adopted
  const { store, now, leaseMs, logLimits, running: open } = runtime
  const { journal, epoch } = durable
  const stop = durable.stopOf(adopted)
  const fence = { id: journal.runId, epoch }
  const until = now() + leaseMs
  let lease: Lease | undefined
  await journal.adopt(async (steps, moments) => {
    const room = new LogRoom(logLimits, nothingLogged)
    const events = moments.flatMap(moment => room.take(moment) ?? [])
    const progress = latestProgress(moments)
    // Given up while it may have taken place, the run would go on here and again in a worker.
    const write = { task, leaseUntil: until, epoch, steps, events, progress, process: processId() }
    await persist(store, 'adoptTask', write, () => now() < until)
    lease = new Lease({
      leaseMs,
      until,
      now,
      renew: leaseUntil => store.do('renewTask', { ...fence, leaseUntil }),
      onLost: () => stop.stop(),
      onCancel: () => stop.stop({ kind: 'canceled' } satisfies Outcome),
    })
    durable.claim?.lease.stop()
    return { store, fence: { task: fence }, epoch, lease, logged: events.length, room }
  })
  if (lease === undefined) throw new StoreUnavailableError()
  const heldTask = {
    ...fence,
    attempt: 1,
    maxAttempts: task.maxAttempts,
    lost: 0,
    contract,
    endpoint: task.endpoint?.id ?? null,
    pushes: 0,
    call,
    caller,
    push: push?.config,
    // With an approval in hand no call becomes a task on its way.
    approved: { input: call.input, approvals: new Map(), others: [] },
    journal,
    lease,
  }
  open.set(journal.runId, lease)
  const done = running
    .then(async result => {
      if (stop.reason !== leftBehind) return void (await settle(runtime, heldTask, result))
      await store.do('requeueTask', { ...fence, dueAt: now(), handedBack: true, now: now() })
    })
    // Its lease runs out, and a worker takes it.
    .catch(() => {})
    .finally(() => {
      heldTask.lease.stop()
      if (open.get(journal.runId) === heldTask.lease) open.delete(journal.runId)
      runtime.adopted.delete(run)
    })
  const run = { done, leave: () => stop.stop(leftBehind) }
  runtime.adopted.add(run)
}
