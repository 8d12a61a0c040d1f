/** How much one caller may have open at once. Beyond it the answer is 429, and nothing has begun. */
import { type Fault, fault } from '../outcome/fault.ts'
import { unlimited } from '../store/operations/take-fairly.ts'

/** What is counted, for each tenant and subject. Callers without credentials count as one, their streams by address. */
export interface CallerLimits {
  /** Tasks that wait for a worker. Default: 1000. */
  queuedTasks: number
  /** Approvals that nobody has decided and that have not expired. Default: 100. */
  openApprovals: number
  /** Receivers of webhooks that are registered for tasks which have not ended. Default: 100. */
  pushes: number
  /** Event streams, in this process. Default: 50. */
  streams: number
}

export type CallerLimitName = keyof CallerLimits

const table = {
  queuedTasks: { most: 1000, retryAfterMs: 10_000, message: 'Too many tasks of this caller wait.' },
  openApprovals: { most: 100, retryAfterMs: 60_000, message: 'Too many approvals of this caller are open.' },
  pushes: { most: 100, retryAfterMs: 60_000, message: 'Too many receivers of this caller are registered.' },
  streams: { most: 50, retryAfterMs: 10_000, message: 'Too many streams of this caller are open.' },
} as const satisfies Record<CallerLimitName, { most: number; retryAfterMs: number; message: string }>

/** The limits, with the defaults where nothing else is set. */
export function callerLimits(settings: Partial<CallerLimits> = {}): CallerLimits {
  const most = (name: CallerLimitName) => Math.floor(Math.min(settings[name] ?? table[name].most, unlimited))
  return {
    queuedTasks: most('queuedTasks'),
    openApprovals: most('openApprovals'),
    pushes: most('pushes'),
    streams: most('streams'),
  }
}

/** How long to wait before trying again. */
export function retryAfterMs(name: CallerLimitName): number {
  return table[name].retryAfterMs
}

export function overLimit(name: CallerLimitName): Fault {
  const { message, retryAfterMs } = table[name]
  return fault('rate-limited', message, { retryAfterMs, began: false })
}
