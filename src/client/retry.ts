/** Whether a call is made again, and when. */
import type { Calling } from '../codec/calling.ts'
import type { FaultCategory } from '../outcome/fault.ts'
import type { Reply } from './connection.ts'

/** How often calls are made, in all, that fail in a way that may pass. */
const attemptsByCategory: Readonly<Partial<Record<FaultCategory, number>>> = {
  'rate-limited': 3,
  unavailable: 3,
  dependency: 3,
  timeout: 3,
  internal: 2,
  integrity: 2,
}

const defaultBackOff = { firstMs: 250, mostMs: 30_000 }

export interface RetryFacts {
  /** How often the call was made. */
  readonly attempt: number
  /** The most calls in all, whatever a contract says. */
  readonly mostAttempts: number
  readonly calling: Calling | undefined
  /** Between 0 and 1. */
  random(): number
}

/**
 * The wait before the call is made again; undefined: it is not. Only a fault that may pass is tried again, and only
 * where a second call cannot do the work twice.
 */
export function retryAfterMs({ outcome, isRepeatable, wire, call }: Reply, facts: RetryFacts): number | undefined {
  if (outcome.kind !== 'failed' || isRepeatable !== true) return undefined
  const { code, category, recovery, retryAfterMs: told } = outcome.fault
  const { attempts = {}, backOff = defaultBackOff } = facts.calling ?? {}
  if (recovery !== 'retry') return undefined
  // An agent whose dependency failed has tried it again itself: in a chain of agents, repeats would multiply.
  const isPassedOn = told === undefined || call?.hops !== undefined
  if (category === 'dependency' && wire !== undefined && isPassedOn) return undefined
  const own = [code, category].find(name => Object.hasOwn(attempts, name))
  const most = own === undefined ? (attemptsByCategory[category] ?? 1) : (attempts[own] as number)
  if (facts.attempt >= Math.min(most, facts.mostAttempts)) return undefined
  if (told !== undefined) return told
  const full = Math.min(backOff.firstMs * 2 ** (facts.attempt - 1), backOff.mostMs)
  // Between half of it and all of it: callers that failed together do not come back together.
  return full / 2 + (full / 2) * facts.random()
}
