/** A group of upstreams: which one takes a call, whether it is tried again, and when calls are refused at once. */
import type { Stop } from '../../lib/stop.ts'
import type { PoolConfig } from '../config.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { type HealthChecks, startHealthChecks } from './health-checks.ts'
import { Target } from './target.ts'
import {
  type BodyPlan,
  type UpstreamAnswer,
  UpstreamCall,
  type UpstreamHead,
  type UpstreamRequest,
  type UpstreamTimeouts,
} from './upstream-call.ts'
import { UpstreamError, type UpstreamFailure } from './upstream-error.ts'

/** What a pool reports. */
export type PoolMetrics = Pick<GatewayMetrics, 'upstreamTried'>

/** What came of a try, as the metrics name it. One that was stopped is not counted. */
const results: Readonly<Partial<Record<UpstreamFailure, Parameters<PoolMetrics['upstreamTried']>[2]>>> = {
  unreachable: 'refused',
  broken: 'broken',
  timeout: 'timeout',
  expired: 'timeout',
  'too-large': 'broken',
  'unwanted-stream': 'broken',
}

export interface SendOptions {
  /** When the time of the call is over, by the clock of `performance.now()`; 0: never. */
  readonly expiresAt: number
  /** Ends the call: its caller has left, or the gateway stops. */
  readonly open: Stop
  /** What is done with the body of an answer. */
  plan(head: UpstreamHead): BodyPlan
}

/** A call that is not a request over HTTP. */
export interface UseOptions
  extends Pick<SendOptions, 'expiresAt' | 'open'>,
    Pick<UpstreamRequest, 'mayRepeat' | 'stream'> {}

export type TargetWork<T> = (target: Target, timeouts: UpstreamTimeouts) => Promise<T>

/** What came of an attempt, and the target that it was made with. */
export interface AttemptResult<T> {
  readonly answer: T
  readonly target: Target
}

const none: readonly Target[] = []

export class UpstreamPool {
  readonly config: PoolConfig
  readonly targets: readonly Target[]
  readonly #metrics: PoolMetrics
  readonly #health: HealthChecks | undefined
  #open = 0
  #turn = 0

  constructor(config: PoolConfig, metrics: PoolMetrics) {
    this.config = config
    this.#metrics = metrics
    this.targets = config.targets.map(target => new Target(target, config))
    this.#health = config.health === undefined ? undefined : startHealthChecks(this.targets, config.health)
  }

  /** Sends a request, and says which target answered. Rejects with an `UpstreamError`. */
  send(request: UpstreamRequest, options: SendOptions): Promise<AttemptResult<UpstreamAnswer>> {
    const { totalTimeoutMs } = this.config
    const timeouts = this.#timeouts(options.expiresAt, request.stream ? 0 : totalTimeoutMs, performance.now())
    return this.#tryTargets(request, target => this.#sendTo(target, request, timeouts, options))
  }

  /** Does work with a target that is not called over HTTP. It rejects with an `UpstreamError`. */
  async use<T>(work: TargetWork<T>, { mayRepeat, stream, expiresAt, open }: UseOptions): Promise<T> {
    const { totalTimeoutMs } = this.config
    const timeouts = this.#timeouts(expiresAt, stream ? 0 : totalTimeoutMs, performance.now())
    const { answer } = await this.#tryTargets({ mayRepeat }, async target => {
      if (open.isStopped) throw new UpstreamError('stopped')
      const leave = this.#enter(target)
      try {
        const done = await work(target, timeouts)
        leave(undefined)
        return done
      } catch (error) {
        leave(error instanceof UpstreamError ? error : new UpstreamError('broken', true))
        throw error
      }
    })
    return answer
  }

  async #tryTargets<T>(
    request: Pick<UpstreamRequest, 'mayRepeat'>,
    attempt: (target: Target) => Promise<T>,
  ): Promise<AttemptResult<T>> {
    const { maxConcurrent, tries } = this.config
    if (maxConcurrent > 0 && this.#open >= maxConcurrent) throw new UpstreamError('busy', false, 1000)
    const now = performance.now()
    let tried: readonly Target[] = none
    for (;;) {
      const target = this.#choose(tried, now)
      try {
        return { answer: await attempt(target), target }
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        tried = [...tried, target]
        if (tried.length >= tries || !mayTryAgain(error, request)) throw error
      }
    }
  }

  #timeouts(expiresAt: number, totalMs: number, now: number): UpstreamTimeouts {
    const { firstByteTimeoutMs: firstByteMs, idleTimeoutMs: idleMs } = this.config
    const totalAt = totalMs === 0 ? 0 : now + totalMs
    const isExpiry = totalAt === 0 || (expiresAt !== 0 && expiresAt <= totalAt)
    return { firstByteMs, idleMs, endsAt: isExpiry ? expiresAt : totalAt, endMeans: isExpiry ? 'expired' : 'timeout' }
  }

  /** The one with the least to do for its weight, of those that work; if possible one that was not tried. */
  #choose(tried: readonly Target[], now: number): Target {
    const { targets } = this
    const [only] = targets
    if (targets.length === 1 && only !== undefined && only.isHealthy && only.waitMs(now) === 0) return only
    let best: Target | undefined
    const start = this.#turn++ % targets.length
    for (let at = 0; at < targets.length; at++) {
      const target = targets[(start + at) % targets.length] as Target
      if (target.weight === 0 || !target.isHealthy || target.waitMs(now) > 0) continue
      if (best === undefined || isBetter(target, best, tried)) best = target
    }
    if (best !== undefined) return best
    const waits = targets.map(target => target.waitMs(now)).filter(ms => ms > 0)
    throw new UpstreamError('unavailable', false, waits.length === 0 ? 1000 : Math.min(...waits))
  }

  #sendTo(
    target: Target,
    request: UpstreamRequest,
    timeouts: UpstreamTimeouts,
    { open, plan }: SendOptions,
  ): Promise<UpstreamAnswer> {
    if (open.isStopped) throw new UpstreamError('stopped')
    const leave = this.#enter(target)
    let forget: () => void = () => {}
    const call = new UpstreamCall(timeouts, plan, error => {
      leave(error)
      forget()
    })
    forget = open.onStop(() => call.stop())
    call.send(target, request)
    return call.answer
  }

  /** Counts a call; what is returned is called once, when it is over. */
  #enter(target: Target): (error: UpstreamError | undefined) => void {
    this.#open += 1
    target.entered()
    return error => {
      this.#open -= 1
      target.left(error?.failure)
      const result = error === undefined ? 'answered' : results[error.failure]
      if (result !== undefined) this.#metrics.upstreamTried(this.config.name, target.origin, result)
    }
  }

  async close(): Promise<void> {
    this.#health?.close()
    await Promise.all(this.targets.map(target => target.close()))
  }
}

function isBetter(one: Target, other: Target, tried: readonly Target[]): boolean {
  const [isTried, isOtherTried] = [tried.includes(one), tried.includes(other)]
  if (isTried !== isOtherTried) return isOtherTried
  return (one.open + 1) / one.weight < (other.open + 1) / other.weight
}

/** Whether nothing was sent, or sending it twice does no harm. What took too long would take as long again. */
function mayTryAgain({ failure, wasSent }: UpstreamError, { mayRepeat }: Pick<UpstreamRequest, 'mayRepeat'>): boolean {
  return failure === 'unreachable' ? !wasSent || mayRepeat : failure === 'broken' && mayRepeat
}
