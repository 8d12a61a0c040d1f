/**
 * How much of a task's log progress and pieces of its answer may take. What comes when the log is full is not kept, and
 * the log says so; the run goes on, and its outcome is always kept.
 */
import { ReplywireError } from '../errors.ts'
import type { Interim } from '../outcome/moment.ts'
import type { EventsMeasure, NewEvent } from '../store/operations/events.ts'
import { fromBytes, toBytes } from './bytes.ts'

export interface TaskLogLimits {
  /** Default: 50,000. */
  events: number
  /** Default: 16 MB. */
  bytes: number
}

export function taskLogLimits({
  events = 50_000,
  bytes = 16 * 1024 * 1024,
}: Partial<TaskLogLimits> = {}): TaskLogLimits {
  return { events: positive('taskLog.events', events), bytes: positive('taskLog.bytes', bytes) }
}

/** `Infinity` is no limit. */
function positive(name: string, value: number): number {
  if (value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value > 0)) return value
  throw new ReplywireError('ERR_MISUSE', `${name} must be a whole number above 0, or Infinity.`)
}

/** The last moment of a full log, as it is stored: its mark is for the next attempt, not for readers. */
type StoredMark = Interim & { isLogFull?: true }

const mark: StoredMark = {
  kind: 'progress',
  message: 'The log of this task is full. Later progress and text are not kept; the outcome is.',
  isLogFull: true,
}

export function isMark(body: Uint8Array): boolean {
  return fromBytes<StoredMark>(body).isLogFull === true
}

/** A moment as readers see it. */
export function withoutMark({ isLogFull: _, ...moment }: StoredMark): Interim {
  return moment
}

export const nothingLogged: EventsMeasure = { count: 0, bytes: 0, last: undefined }

export class LogRoom {
  readonly #limits: TaskLogLimits
  #events: number
  #bytes: number
  #isFull: boolean

  /** `used`: what earlier attempts have put into the log. */
  constructor(limits: TaskLogLimits, used: EventsMeasure) {
    this.#limits = limits
    this.#events = used.count
    this.#bytes = used.bytes
    this.#isFull = used.last !== undefined && isMark(used.last)
  }

  /** What is logged for a moment: itself, the mark that the log is full, or nothing. */
  take(event: NewEvent): NewEvent | undefined {
    if (this.#isFull) return undefined
    this.#events += 1
    this.#bytes += event.body.byteLength
    // The last place is for the mark.
    if (this.#events < this.#limits.events && this.#bytes <= this.#limits.bytes) return event
    this.#isFull = true
    return { kind: 'moment', body: toBytes(mark) }
  }
}
