/** The worker: takes tasks that are due, and runs each under a lease. */
import { Stop } from '../lib/stop.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import { canceled } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { unlimited } from '../store/operations/take-fairly.ts'
import type { TaskRow } from '../store/operations/task-row.ts'
import { processId } from '../store/process-id.ts'
import { decisionFor, objectionOf } from './approvals.ts'
import { findApprovedInput } from './approved-input.ts'
import { Journal } from './journal.ts'
import { Lease } from './lease.ts'
import { LogRoom } from './log-room.ts'
import type { Runtime } from './runtime.ts'
import { type HeldTask, lostTooOften, mostLost, recalled, settle, type TaskRunResult } from './tasks.ts'
import { leftBehind, WorkLoop } from './work-loop.ts'

export interface WorkerOptions {
  /**
   * How many tasks at once. Default: 10. Of four or more, one is left to tenants of which no task runs, once the store
   * has tasks of several tenants.
   */
  concurrency?: number
  /** How many of one tenant at once, over all workers. Default: no limit; workers take turns over tenants all the same. */
  perTenant?: number
  /** How often to look when nothing wakes it. */
  pollMs?: number
  onError?: (error: unknown) => void
  /** Called when a task begins and when its run ended here. */
  onTask?: (row: TaskRow, news: TaskNews) => void
}

/** What a worker reports of a task: that it began, what came of it, or that it left the task to another. */
export type TaskNews =
  | { kind: 'started' }
  | ({ kind: 'settled' } & TaskRunResult)
  | { kind: 'handed-back' }
  | { kind: 'lost' }

/** With fewer at once, keeping one free would cost too much. */
const fewestToKeepOne = 4

export class Worker {
  readonly #pump: WorkLoop<TaskRow>
  // Not by task: one whose lease was lost may be taken again while its first run still ends.
  readonly #open = new Set<Stop>()
  readonly #concurrency: number

  constructor(runtime: Runtime, options: WorkerOptions = {}) {
    const { store, now, leaseMs, operations } = runtime
    const { concurrency = 10, perTenant = unlimited, pollMs = 1000, onError = () => {}, onTask = () => {} } = options
    this.#concurrency = concurrency
    const kept = concurrency < fewestToKeepOne ? 0 : 1
    let after = ''
    this.#pump = new WorkLoop({
      store,
      topic: 'task',
      concurrency,
      pollMs,
      onError,
      take: async limit => {
        const rows = await store.do('leaseTasks', {
          now: now(),
          leaseUntil: now() + leaseMs,
          limit,
          perTenant,
          operations: Object.keys(operations).join(','),
          after,
          kept,
          process: processId(),
        })
        after = rows.at(-1)?.tenant ?? after
        return rows
      },
      work: async row => {
        const stop = new Stop()
        this.#open.add(stop)
        try {
          onTask(row, { kind: 'started' })
          onTask(row, await runTask(runtime, row, stop))
        } catch (error) {
          onTask(row, { kind: 'lost' })
          throw error
        } finally {
          this.#open.delete(stop)
        }
      },
    })
  }

  get open(): number {
    return this.#pump.open
  }

  /** How many tasks run, and how many may at once. */
  get slots(): { used: number; total: number } {
    return { used: this.#pump.open, total: this.#concurrency }
  }

  start(): void {
    this.#pump.start()
  }

  /** Takes nothing new; waits for what runs, at most so long, then leaves it to another worker. */
  async stop(waitMs = 30_000): Promise<void> {
    await this.#pump.stop()
    const timer = setTimeout(() => {
      for (const stop of this.#open) stop.stop(leftBehind)
    }, waitMs)
    timer.unref()
    await this.#pump.drained()
    clearTimeout(timer)
  }
}

/** Why a run stops whose task another has taken already. */
const taken = Symbol('taken over')

async function runTask(runtime: Runtime, row: TaskRow, stop: Stop): Promise<TaskNews> {
  const { store, now, leaseMs } = runtime
  const fence = { id: row.id, epoch: row.epoch }
  const lease = new Lease({
    leaseMs,
    until: row.leaseUntil,
    now,
    renew: leaseUntil => store.do('renewTask', { ...fence, leaseUntil }),
    onLost: () => stop.stop(taken),
    onCancel: () => stop.stop(canceled()),
  })
  runtime.running.set(row.id, lease)
  try {
    const kept = recalled(runtime, row.call)
    // A run may take long: it holds its arguments once.
    row.call = new Uint8Array()
    const journal = new Journal(row.id, now)
    const rows = await store.do('taskApprovals', { taskId: row.id })
    const approved = findApprovedInput({ ...kept.call, caller: kept.caller }, rows, now())
    const heldTask: HeldTask = { ...row, ...kept, approved, journal, lease }
    if (row.lost > mostLost) {
      return { kind: 'settled', ...(await settle(runtime, heldTask, { outcome: lostTooOften, exchange: {} })) }
    }
    if (row.cancelAt !== null) stop.stop(canceled())
    const steps = await store.do('loadSteps', { runId: row.id })
    const moments = await store.do('measureEvents', { id: row.id, kind: 'moment' })
    journal.recall(steps, moments.count)
    const room = new LogRoom(runtime.logLimits, moments)
    journal.openWrites({ store, fence: { task: fence }, epoch: row.epoch, lease, logged: row.events, room })
    const result = await decided(runtime, heldTask, stop)
    const { reason } = stop
    if (reason === taken) return { kind: 'lost' }
    if (reason === leftBehind) {
      await store.do('requeueTask', { ...fence, dueAt: now(), handedBack: true, now: now() })
      return { kind: 'handed-back' }
    }
    return { kind: 'settled', ...(await settle(runtime, heldTask, result)) }
  } finally {
    lease.stop()
    if (runtime.running.get(row.id) === lease) runtime.running.delete(row.id)
  }
}

/** Runs a task with the decisions that were made on it. */
async function decided(runtime: Runtime, task: HeldTask, stop: Stop): Promise<RunResult> {
  // Canceled before it began: whatever it waits for, it waits no longer.
  if (isOutcome(stop.reason)) return { outcome: stop.reason, exchange: {} }
  const { approved } = task
  if (approved.objection !== undefined) return { outcome: objectionOf(approved.objection), exchange: {} }
  const call = { ...task.call, input: approved.input }
  return runtime.runTask({
    id: task.id,
    call,
    caller: task.caller,
    contract: task.contract,
    governedInput: task.governedInput,
    traceparent: task.traceparent,
    stop,
    steps: task.journal,
    approval: key => decisionFor(approved, key),
    onMoment: moment => task.journal.moment(moment),
  })
}
