/** One upstream of a pool: its connections, what is open to it, and whether it works. */
import { type Dispatcher, Pool } from 'undici'
import { agentUrl } from '../../client/agent-url.ts'
import type { Carrier } from '../../wire/wire.ts'
import type { PoolConfig, TargetConfig } from '../config.ts'
import { readTls } from '../read-tls.ts'
import type { CarriedConnection } from '../relay/carried-connection.ts'
import type { UpstreamFailure } from './upstream-error.ts'

/** Failures that say something of the target itself. A call that takes long may be at fault itself. */
const ofTarget: ReadonlySet<UpstreamFailure> = new Set(['unreachable', 'broken'])

export class Target {
  /** What it is called over. */
  readonly carrier: Carrier
  /** Its address, as its carrier needs it. */
  readonly url: URL
  readonly origin: string
  /** The path of the target, without a slash at its end. */
  readonly prefix: string
  readonly weight: number
  /** Calls and streams that are open. */
  open = 0
  /** As the health check found it. */
  isHealthy = true
  readonly #calls: Dispatcher
  readonly #streams: Dispatcher
  readonly #breaker: PoolConfig['breaker']
  readonly #connections = new Map<string, Promise<CarriedConnection>>()
  #failures = 0
  #closedUntil = 0
  #isOnTrial = false

  constructor({ url, weight }: TargetConfig, pool: PoolConfig) {
    const address = agentUrl(url)
    const { origin, pathname } = address.url
    this.carrier = address.kind
    this.url = address.url
    this.origin = origin
    this.prefix = pathname.replace(/\/+$/, '')
    this.weight = weight
    this.#breaker = pool.breaker
    const tls = readTls(pool.tls ?? {})
    const options = {
      connect: { timeout: pool.connectTimeoutMs, ...tls },
      allowH2: pool.http2 === true,
      maxHeaderSize: 64 * 1024,
    }
    this.#calls = new Pool(origin, { ...options, connections: pool.connections })
    this.#streams = new Pool(origin, options)
  }

  /** A connection of a carrier that has some, the same for the same key: opened when it is needed. */
  connection(key: string, open: () => Promise<CarriedConnection>): Promise<CarriedConnection> {
    const known = this.#connections.get(key) ?? open()
    this.#connections.set(key, known)
    known.catch(() => this.#connections.delete(key))
    return known
  }

  dispatcher(isStream: boolean): Dispatcher {
    return isStream ? this.#streams : this.#calls
  }

  /** How long until it may be called; 0: now, if it is well. */
  waitMs(now: number): number {
    if (this.#closedUntil === 0) return 0
    if (now < this.#closedUntil) return this.#closedUntil - now
    return this.#isOnTrial ? this.#breaker.openMs : 0
  }

  get isBreakerOpen(): boolean {
    return this.#closedUntil !== 0
  }

  entered(): void {
    this.open += 1
    if (this.#closedUntil !== 0) this.#isOnTrial = true
  }

  /** What came of a call. One that was stopped says nothing. */
  left(failure: UpstreamFailure | undefined): void {
    this.open -= 1
    const wasOnTrial = this.#isOnTrial
    this.#isOnTrial = false
    if (failure === undefined) {
      this.#failures = 0
      this.#closedUntil = 0
      return
    }
    if (!ofTarget.has(failure)) return
    this.#failures += 1
    if (wasOnTrial || this.#failures >= this.#breaker.failures) {
      this.#closedUntil = performance.now() + this.#breaker.openMs
    }
  }

  async close(): Promise<void> {
    const connections = [...this.#connections.values()].map(async one => (await one).close())
    await Promise.allSettled([this.#calls.destroy(), this.#streams.destroy(), ...connections])
  }
}
