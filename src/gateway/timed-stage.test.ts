import { describe, expect, test } from 'vitest'
import { completed } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { createGatewayMetrics } from './metrics.ts'
import type { GatewayCall, PluginStage } from './plugin.ts'
import { timedStage } from './timed-stage.ts'

const metrics = createGatewayMetrics()
const call = {} as GatewayCall
const result: RunResult = { outcome: completed('done'), exchange: {} }

function timed(name: string, stage: PluginStage): PluginStage {
  return timedStage(name, stage, metrics)
}

async function counted(name: string): Promise<string> {
  const { text } = await metrics.read()
  const [, count = '0'] =
    new RegExp(`^yaagents_gateway_plugin_latency_seconds_count\\{plugin_name="${name}"\\} (\\d+)$`, 'm').exec(text) ??
    []
  return count
}

describe('a plugin', () => {
  test('that passes the call on is counted, and adds no promise of its own', async () => {
    const later = Promise.resolve(result)
    expect(timed('passes', (_, next) => next())(call, () => later)).toBe(later)
    expect(await counted('passes')).toBe('1')
  })

  test('that looks at the result is counted when it is done with that', async () => {
    const { promise, resolve } = Promise.withResolvers<RunResult>()
    const running = timed('looks', async (_, next) => ({ ...(await next()), author: 'server' }))(call, () => promise)
    expect(await counted('looks')).toBe('0')
    resolve(result)
    expect(await running).toEqual({ ...result, author: 'server' })
    expect(await counted('looks')).toBe('1')
  })

  test('that asks twice gets the same result, and the call is passed on once', async () => {
    let passed = 0
    const next = async () => {
      passed += 1
      return result
    }
    const twice = timed('twice', async (_, ask) => {
      const first = await ask()
      expect(await ask()).toBe(first)
      return ask()
    })
    expect(await twice(call, next)).toBe(result)
    expect(passed).toBe(1)
    expect(await counted('twice')).toBe('1')
  })

  test.each<[string, PluginStage]>([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('that %s rejects, and is counted', async (name, stage) => {
    await expect(timed(name, stage)(call, async () => result)).rejects.toThrow('broken')
    expect(await counted(name)).toBe('1')
  })

  test('without types may return a result that is no promise', async () => {
    expect(await timed('plain', () => result as unknown as Promise<RunResult>)(call, async () => result)).toBe(result)
    expect(await counted('plain')).toBe('1')
  })
})
