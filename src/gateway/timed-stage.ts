/** How long a plugin takes, without the stages after it. */
import type { RunResult } from '../outcome/run-result.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { PluginStage } from './plugin.ts'

export function timedStage(name: string, stage: PluginStage, metrics: GatewayMetrics): PluginStage {
  return async (call, next) => {
    const began = performance.now()
    /** What it took until it passed the call on; what it does afterwards is measured from `returned` on. */
    let before = -1
    let returned = 0
    let later: Promise<RunResult> | undefined
    const back = () => {
      returned = performance.now()
    }
    try {
      // A call is passed on once: a plugin that asks again gets the same result.
      return await stage(call, () => {
        if (later !== undefined) return later
        before = performance.now() - began
        later = next()
        later.then(back, back)
        return later
      })
    } finally {
      const now = performance.now()
      const took = before < 0 ? now - began : before + (returned === 0 ? 0 : now - returned)
      metrics.pluginRan(name, Math.max(0, took) / 1000)
    }
  }
}
