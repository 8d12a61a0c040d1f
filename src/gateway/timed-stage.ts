/** How long a plugin takes, without the stages after it. */
import type { RunResult } from '../outcome/run-result.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { PluginStage } from './plugin.ts'

export function timedStage(name: string, stage: PluginStage, metrics: GatewayMetrics): PluginStage {
  return (call, next) => {
    const began = performance.now()
    /** What it took until it passed the call on; what it does afterwards is measured from `returned` on. */
    let before = -1
    let returned = 0
    let later: Promise<RunResult> | undefined
    let isWaiting = false
    const back = () => {
      returned = performance.now()
    }
    const ended = () => {
      const now = performance.now()
      const took = before < 0 ? now - began : before + (returned === 0 ? 0 : now - returned)
      metrics.pluginRan(name, Math.max(0, took) / 1000)
    }
    let result: RunResult | Promise<RunResult>
    try {
      // A call is passed on once: a plugin that asks again gets the same result.
      result = stage(call, () => {
        if (later !== undefined) return later
        before = performance.now() - began
        later = next()
        if (isWaiting) later.then(back, back)
        return later
      })
    } catch (error) {
      ended()
      return Promise.reject(error)
    }
    if (result === later) {
      // It has nothing to do with what comes back.
      ended()
      return later
    }
    isWaiting = true
    later?.then(back, back)
    // One that was not checked by a compiler may return no promise.
    const whole = Promise.resolve(result)
    whole.then(ended, ended)
    return whole
  }
}
