/** How long a plugin takes, without the stages after it. */
import type { RunResult } from '../outcome/run-result.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { PluginStage } from './plugin.ts'

export function timedStage(name: string, stage: PluginStage, metrics: GatewayMetrics): PluginStage {
  return async (call, next) => {
    const began = performance.now()
    let elsewhere = 0
    let later: Promise<RunResult> | undefined
    const onward = async (): Promise<RunResult> => {
      const left = performance.now()
      try {
        return await next()
      } finally {
        elsewhere = performance.now() - left
      }
    }
    try {
      // A call is passed on once: a plugin that asks again gets the same result.
      return await stage(call, () => {
        later ??= onward()
        return later
      })
    } finally {
      metrics.pluginRan(name, Math.max(0, performance.now() - began - elsewhere) / 1000)
    }
  }
}
