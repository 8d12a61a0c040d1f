/** `license-check`: callers need a licence that the licence server confirms. */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { SharedLookups } from '../../lib/shared-lookups.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { definePlugin, type GatewayCall, type PluginContext } from '../plugin.ts'
import { pluginMetricTable } from '../plugin-metrics.ts'
import { closed, duration, headerName, millisecondsOf, operatorUrl, optional, wrongOption } from './option-schemas.ts'
import { Outbound, OutboundError } from './outbound.ts'
import { refuseCall } from './refuse-call.ts'

const options = closed({
  license_url: Type.String({ minLength: 1 }),
  header: optional('Where the licence is. Default: X-License-Token.', headerName),
  cache_ttl_seconds: optional('How long valid and denied licences are remembered. Default: 300.', duration),
  cache_ttl: optional('The same as cache_ttl_seconds.', duration),
  max_cache_size: optional('Default: 1024.', Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  timeout_seconds: optional('For one try; at most 60. Default: 5.', duration),
  timeout: optional('The same as timeout_seconds.', duration),
})

const longestToken = 8192
const tries = 2
const retryAfterMs = 5000

type Verdict = 'valid' | 'invalid'

export const licenseCheck = definePlugin({
  name: 'license-check',
  options,
  create(given, context) {
    const { metrics, now, keep } = context
    const url = operatorUrl('license_url', given.license_url)
    const header = (given.header ?? 'X-License-Token').toLowerCase()
    const ttlMs = millisecondsOf(given.cache_ttl_seconds ?? given.cache_ttl, 300_000)
    const timeoutMs = millisecondsOf(given.timeout_seconds ?? given.timeout, 5000)
    if (!(timeoutMs > 0 && timeoutMs <= 60_000)) wrongOption('timeout_seconds must be more than 0 and at most 60.')
    const most = given.max_cache_size ?? 1024
    const verdicts = keep(JSON.stringify(['verdicts', url.href, most]), () => new SharedLookups<Verdict>(most, now))
    const outbound = new Outbound({ timeoutMs, maxBytes: 64 * 1024 })
    metrics.gauge(pluginMetricTable.licenseCache.name, {}, () => verdicts.size)

    const verify = async (token: string, correlationId: string) => ({
      value: await askServer(outbound, url, token, correlationId, metrics),
      ttlMs,
    })

    const check = async (call: GatewayCall): Promise<RunResult | undefined> => {
      const token = call.http.header(header)?.trim() ?? ''
      if (token === '') return refused('missing', metrics)
      if (token.length > longestToken || !/^[\x21-\x7e]+$/.test(token)) return refused('invalid', metrics)
      // Tokens are kept as digests, so that no dump of the memory has one that can be used.
      const key = createHash('sha256').update(token).digest('base64')
      try {
        const { correlationId } = call.exchange
        // A client that leaves stops waiting; the verification goes on for the others who wait for it.
        const verdict =
          verdicts.known(key) ?? (await call.open.race(verdicts.lookUp(key, () => verify(token, correlationId))))
        if (verdict === 'invalid') return refused('invalid', metrics)
        metrics.count(pluginMetricTable.licenses.name, { outcome: 'valid' })
        return undefined
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        return refused('unavailable', metrics)
      }
    }
    return { stage: async (call, next) => (await check(call)) ?? next(), close: () => outbound.close() }
  },
})

function refused(outcome: 'missing' | 'invalid' | 'unavailable', metrics: PluginContext['metrics']): RunResult {
  metrics.count(pluginMetricTable.licenses.name, { outcome })
  switch (outcome) {
    case 'missing':
      return refuseCall('license-blocked', 'A licence is required.', { code: 'license_missing' })
    case 'invalid':
      return refuseCall('license-blocked', 'The licence is not valid.', { code: 'license_invalid' })
    case 'unavailable':
      return refuseCall('unavailable', 'The licence cannot be checked at the moment.', {
        code: 'license_unavailable',
        retryAfterMs,
      })
  }
}

/** A status of success confirms the licence, one of the 400s denies it. Everything else says nothing about it. */
async function askServer(
  outbound: Outbound,
  url: URL,
  token: string,
  correlationId: string,
  metrics: PluginContext['metrics'],
): Promise<Verdict> {
  const headers = { authorization: `Bearer ${token}`, 'x-correlation-id': correlationId }
  for (let left = tries - 1; ; left--) {
    const began = performance.now()
    const timed = (status: string) =>
      metrics.observeSeconds(pluginMetricTable.licenseCalls.name, { status }, (performance.now() - began) / 1000)
    let status: number
    try {
      status = (await outbound.send(url, { method: 'GET', headers })).status
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      timed(error.kind)
      if (error.kind === 'timeout' || left === 0) throw error
      continue
    }
    timed(String(status))
    if (status >= 200 && status < 300) return 'valid'
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) return 'invalid'
    throw new OutboundError('network_error')
  }
}
