/** Asks targets from time to time whether they are well. */
import type { HealthCheckConfig } from '../config.ts'
import type { Target } from './target.ts'
import { UpstreamCall } from './upstream-call.ts'

export interface HealthChecks {
  close(): void
}

/** More of an answer is not read: its status says enough. */
const mostBytes = 64 * 1024

export function startHealthChecks(targets: readonly Target[], config: HealthCheckConfig): HealthChecks {
  const checks = targets.map(target => new TargetCheck(target, config))
  const timer = setInterval(() => {
    for (const check of checks) void check.run()
  }, config.intervalMs)
  timer.unref()
  for (const check of checks) void check.run()
  return { close: () => clearInterval(timer) }
}

class TargetCheck {
  readonly #target: Target
  readonly #config: HealthCheckConfig
  /** Results in a row that are unlike what is known of the target. */
  #unlike = 0
  #isRunning = false

  constructor(target: Target, config: HealthCheckConfig) {
    this.#target = target
    this.#config = config
  }

  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const isWell = await this.#ask()
    this.#isRunning = false
    if (isWell === this.#target.isHealthy) {
      this.#unlike = 0
      return
    }
    this.#unlike += 1
    const { healthyAfter, unhealthyAfter } = this.#config
    if (this.#unlike < (isWell ? healthyAfter : unhealthyAfter)) return
    this.#unlike = 0
    this.#target.isHealthy = isWell
  }

  async #ask(): Promise<boolean> {
    const { path, timeoutMs } = this.#config
    const endsAt = performance.now() + timeoutMs
    const timeouts = { firstByteMs: 0, idleMs: 0, endsAt, endMeans: 'timeout' } as const
    const call = new UpstreamCall(
      timeouts,
      () => ({ most: mostBytes, beyond: 'refuse' }),
      () => {},
    )
    // On a connection of its own, so that it does not wait behind calls.
    const request = { method: 'GET', path, headers: [], body: undefined, mayRepeat: true, stream: true }
    call.send(this.#target, request)
    try {
      const { status } = await call.answer
      return status >= 200 && status < 300
    } catch {
      return false
    }
  }
}
