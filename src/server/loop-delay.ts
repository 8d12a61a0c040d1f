/** How late the event loop is. Measured from the first reading on: where nobody reads, it costs nothing. */
import type { monitorEventLoopDelay } from 'node:perf_hooks'

type DelayHistogram = ReturnType<typeof monitorEventLoopDelay>

const quantiles = [
  ['0.5', 50],
  ['0.99', 99],
  ['1', 100],
] as const

/** How often the loop is looked at, in milliseconds. */
const resolution = 10

export class LoopDelay {
  #histogram: Promise<DelayHistogram | undefined> | undefined

  /** The delays in seconds since the last reading, by quantile; none where the runtime cannot measure them. */
  async read(): Promise<readonly (readonly [quantile: string, seconds: number])[]> {
    this.#histogram ??= measuring()
    const histogram = await this.#histogram
    if (histogram === undefined) return []
    // A look that is in time counts as one resolution.
    const late = (nanoseconds: number) => Math.max(0, (nanoseconds - resolution * 1e6) / 1e9)
    const found = quantiles.map(([name, percent]) => [name, late(histogram.percentile(percent))] as const)
    histogram.reset()
    return found
  }

  close(): void {
    void this.#histogram?.then(histogram => histogram?.disable())
    this.#histogram = undefined
  }
}

async function measuring(): Promise<DelayHistogram | undefined> {
  try {
    const { monitorEventLoopDelay } = await import('node:perf_hooks')
    const histogram = monitorEventLoopDelay({ resolution })
    histogram.enable()
    return histogram
  } catch {
    return undefined
  }
}
