/** A circuit breaker per origin: an agent that does not answer is left alone for a while. */
import { type Fault, fault } from '../outcome/fault.ts'
import type { Reply } from './connection.ts'

/** When a circuit opens, and for how long. */
export interface BreakerSettings {
  /** So many failures in a row open the circuit. Default: 5. */
  readonly failures?: number
  /** How long it stays open. Default: 30 s. */
  readonly coolMs?: number
}

interface Circuit {
  failures: number
  /** No call is made before this time. */
  openUntil: number
  /** One call is on its way to see whether the agent answers again. */
  isTrying: boolean
}

/** The most origins that are remembered. */
const mostOrigins = 1000

/** Faults of an agent that does not answer, or says that it cannot. */
const failing: ReadonlySet<string> = new Set(['unavailable', 'timeout'])
const brokenCodes: ReadonlySet<string> = new Set(['BROKEN_OFF', 'STREAM_CUT'])

/**
 * The circuits of several origins. Clients share those of the process, unless they are given their own.
 *
 * @example
 * const client = connect('http://127.0.0.1:8080', { breakers: new CircuitBreakers(), breaker: { failures: 3 } })
 */
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>()

  /** Why no call may be made now; undefined when one may. */
  check(origin: string, now: number): Fault | undefined {
    const circuit = this.#circuits.get(origin)
    if (circuit === undefined || circuit.openUntil === 0) return undefined
    if (now >= circuit.openUntil && !circuit.isTrying) {
      circuit.isTrying = true
      return undefined
    }
    const retryAfterMs = Math.max(0, Math.ceil(circuit.openUntil - now))
    const message = `${origin} failed several times in a row; it is left alone for a while.`
    return fault('unavailable', message, { code: 'CIRCUIT_OPEN', began: false, retryAfterMs })
  }

  /** Counts a reply. */
  settle(origin: string, { outcome }: Reply, now: number, { failures = 5, coolMs = 30_000 }: BreakerSettings): void {
    const isFailure =
      outcome.kind === 'failed' && (failing.has(outcome.fault.category) || brokenCodes.has(outcome.fault.code))
    if (!isFailure) {
      this.#circuits.delete(origin)
      return
    }
    const circuit = this.#circuits.get(origin) ?? { failures: 0, openUntil: 0, isTrying: false }
    circuit.failures++
    circuit.isTrying = false
    if (circuit.failures >= failures) circuit.openUntil = now + coolMs
    this.#circuits.delete(origin)
    this.#circuits.set(origin, circuit)
    if (this.#circuits.size > mostOrigins) this.#circuits.delete(this.#circuits.keys().next().value as string)
  }

  /** A call that was stopped says nothing about its agent. */
  leave(origin: string): void {
    const circuit = this.#circuits.get(origin)
    if (circuit !== undefined) circuit.isTrying = false
  }
}

/** Those of this process: every client knows of an origin that does not answer. */
export const sharedBreakers = new CircuitBreakers()
