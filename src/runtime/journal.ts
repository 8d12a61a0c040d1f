/** The journal of one run: its steps and moments, in memory until the run is durable, in the store from then on. */
import { ReplywireError } from '../errors.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { NewEvent } from '../store/operations/events.ts'
import type { StepFence, StepRow } from '../store/operations/steps.ts'
import { FencedError, type Store } from '../store/store.ts'
import { fromBytes, toBytes } from './bytes.ts'
import { EarlierMoments } from './earlier-moments.ts'
import type { Lease } from './lease.ts'
import { isMark, type LogRoom } from './log-room.ts'
import { persist } from './persist.ts'
import { storedMoment } from './stored-answer.ts'

/** How a run writes to the store: its fence, epoch and lease. */
export interface WriteAccess {
  store: Store
  fence: StepFence
  epoch: number
  lease: Lease
  /** How many events the task's log has. */
  logged: number
  /** How much more the task's log holds. */
  room?: LogRoom
}

/** A step that is done, or begun. */
export type StepSoFar = Pick<StepRow, 'name' | 'state' | 'value' | 'moments'>

/** The most bytes of moments that may wait for the store. */
const maxWaiting = 256 * 1024

/** The outcome after a `once` step was interrupted. */
const unknownStep: Outcome = {
  kind: 'unknown',
  status: 'unknown',
  message: 'A step that must not be repeated was interrupted. Whether it took effect is not known.',
}

export class Journal {
  readonly runId: string
  /** A write was refused: another has taken the run over. */
  isFenced = false
  readonly #now: () => number
  readonly #steps = new Map<string, StepSoFar>()
  readonly #seen = new Set<string>()
  #access: WriteAccess | undefined
  /** Every moment is kept until the run is a task; when there are too many, this makes it one. */
  #onFull: (() => void) | undefined
  #adopted = Promise.withResolvers<void>()
  /** Moments of earlier attempts, which are in the log already. */
  #earlier: EarlierMoments | undefined
  /** How many moments this attempt has added to the log. */
  #added = 0
  #passing: Promise<void> = Promise.resolve()
  #waiting: NewEvent[] = []
  #waitingBytes = 0
  /** The last progress that the log had no room for: the task shows it all the same. */
  #unlogged: Uint8Array | undefined
  #flushing: Promise<void> | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(runId: string, now: () => number) {
    this.runId = runId
    this.#now = now
  }

  /** From here on everything is written under a lease. */
  openWrites(access: WriteAccess): void {
    this.#access = access
  }

  /** Somebody reads along and will read on in the log: none of the moments may be missing there. */
  keepAll(onFull: () => void): void {
    this.#onFull = onFull
  }

  /** Hands the run so far to a task. Nothing is written meanwhile; afterwards everything goes to the task. */
  adopt(begin: (steps: StepSoFar[], moments: NewEvent[]) => Promise<WriteAccess>): Promise<void> {
    return this.#inTurn(async () => {
      const steps = this.#access === undefined ? [...this.#steps.values()] : []
      const moments = this.#takeMoments()
      try {
        this.#access = await begin(steps, moments)
      } catch (error) {
        this.#waiting.unshift(...moments)
        throw error
      } finally {
        this.#adopted.resolve()
      }
      if (this.#waiting.length > 0) this.#flushing ??= this.#flush()
    })
  }

  /** Takes up what an earlier attempt has done. */
  recall(steps: readonly StepRow[], moments: number): void {
    for (const step of steps) this.#steps.set(step.name, step)
    if (moments > 0) this.#earlier = new EarlierMoments(moments, after => this.#readLog(after))
  }

  /** Runs a step, unless it was committed before. */
  async run<T>(name: string, work: () => Promise<T> | T, { once = false }: { once?: boolean } = {}): Promise<T> {
    if (this.#seen.has(name)) throw new ReplywireError('ERR_MISUSE', `Two steps of one run are named ${name}.`)
    this.#seen.add(name)
    const known = this.#steps.get(name)
    if (known?.state === 'done') {
      await this.#pass(earlier => earlier.skipTo(known.moments))
      return fromBytes<T>(known.value ?? new Uint8Array())
    }
    if (known?.state === 'intended') throw unknownStep
    if (once) await this.#save({ name, state: 'intended', value: null, moments: 0 })
    const value = await work()
    // A step that is done is not run again: what it sent must be in the log before.
    await this.flushed()
    const moments = (this.#earlier?.taken ?? 0) + this.#added
    await this.#save({ name, state: 'done', value: toBytes(value), moments })
    return value
  }

  async #save(saved: StepSoFar): Promise<void> {
    await this.#inTurn(async () => {
      this.#steps.set(saved.name, saved)
      if (this.#access === undefined) return
      const { store, fence, epoch, lease } = this.#access
      const step = { runId: this.runId, ...saved, epoch, now: this.#now(), fence }
      try {
        await persist(store, 'saveStep', step, () => lease.holds())
      } catch (error) {
        this.isFenced ||= error instanceof FencedError
        throw error
      }
    })
  }

  /** One write after the other. */
  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(write)
    this.#turn = next.then(
      () => {},
      () => {},
    )
    return next
  }

  /** Adds a moment to the log, and waits while the store is behind. What is in the log already is left out. */
  moment(moment: Interim): Promise<void> {
    if (this.#earlier === undefined) return this.#append(moment)
    return this.#pass(async earlier => {
      for (const missing of await earlier.pass(moment)) await this.#append(missing)
    })
  }

  /** One after the other, while an earlier attempt is repeated. */
  #pass(work: (earlier: EarlierMoments) => Promise<void>): Promise<void> {
    const earlier = this.#earlier
    if (earlier === undefined) return Promise.resolve()
    this.#passing = this.#passing
      .then(() => work(earlier))
      // The lease is lost: the log is another's now, and the run is being stopped.
      .catch(() => {})
    return this.#passing
  }

  async #readLog(after: number): Promise<{ moments: Interim[]; last: number }> {
    const access = this.#access
    if (access === undefined || !('task' in access.fence)) return { moments: [], last: after }
    const { id } = access.fence.task
    const page = { id, after, limit: 100, mostBytes: 1024 * 1024 }
    const events = await persist(access.store, 'readEvents', page, () => access.lease.holds())
    const moments = events.filter(({ kind }) => kind === 'moment').map(({ body }) => storedMoment(body))
    return { moments, last: events.at(-1)?.seq ?? after }
  }

  async #append(moment: Interim): Promise<void> {
    const sent = { kind: 'moment', body: toBytes(moment) }
    const room = this.#access?.room
    const event = room === undefined ? sent : room.take(sent)
    if (event !== sent && moment.kind === 'progress') this.#unlogged = sent.body
    if (event === undefined && this.#unlogged === undefined) return
    if (event !== undefined) {
      this.#added += 1
      this.#waiting.push(event)
      this.#waitingBytes += event.body.byteLength
    }
    if (this.#access === undefined || !('task' in this.#access.fence)) {
      if (this.#onFull === undefined) this.#forget()
      else if (this.#waitingBytes > maxWaiting) {
        this.#onFull()
        await this.#adopted.promise
      }
      return
    }
    this.#flushing ??= this.#flush()
    if (this.#waitingBytes > maxWaiting) await this.#flushing
  }

  /** Before a run is durable only its latest moments are kept. */
  #forget(): void {
    while (this.#waitingBytes > maxWaiting && this.#waiting.length > 1) {
      this.#waitingBytes -= this.#waiting.shift()?.body.byteLength ?? 0
    }
  }

  /** Waits until every moment is in the log. */
  async flushed(): Promise<void> {
    await this.#passing
    while (this.#flushing !== undefined) await this.#flushing
  }

  #takeMoments(): NewEvent[] {
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    return waiting
  }

  async #flush(): Promise<void> {
    const access = this.#access
    try {
      const isBehind = () => this.#waiting.length > 0 || this.#unlogged !== undefined
      while (isBehind() && access !== undefined && 'task' in access.fence) {
        const progress = this.#unlogged ?? latestProgress(this.#waiting)
        this.#unlogged = undefined
        const events = this.#takeMoments()
        const write = { ...access.fence.task, after: access.logged, events, now: this.#now(), progress }
        await persist(access.store, 'appendEvents', write, () => access.lease.holds())
        access.logged += events.length
      }
    } catch {
      // The lease is lost: the log is another's now, and the run is being stopped.
      this.#takeMoments()
      this.#unlogged = undefined
    } finally {
      this.#flushing = undefined
    }
  }
}

/** The last of some moments that shows how far the run has come. */
export function latestProgress(events: readonly NewEvent[]): Uint8Array | undefined {
  return events.findLast(({ body }) => storedMoment(body).kind === 'progress' && !isMark(body))?.body
}
