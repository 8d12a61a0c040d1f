/** `rate-limit`: so many calls in a time, with bursts, for each tenant, principal, address or route. In this process. */
import Type, { type Static } from 'typebox'
import { TokenBuckets } from '../../server/limits.ts'
import { definePlugin, type PluginContext, type PluginStage } from '../plugin.ts'
import { pluginMetricTable } from '../plugin-metrics.ts'
import { type CountedBy, callerKey, countedBy, groupOf, needsIdentity, scopesOf } from './caller-keys.ts'
import { addLimitHeaders, type LimitState } from './limit-headers.ts'
import { closed, duration, millisecondsOf, optional, wrongOption } from './option-schemas.ts'
import { refuseCall } from './refuse-call.ts'

const limit = closed({
  by: countedBy,
  requests: Type.Number({ exclusiveMinimum: 0 }),
  per: optional('The time for so many requests. Default: 1s.', duration),
  burst: optional('How many may come at once. Default: requests, 1 at least.', Type.Integer({ minimum: 1 })),
  name: optional('Its name in the headers. Default: what is counted.', Type.String({ pattern: '^[a-z0-9-]{1,32}$' })),
  max_keys: optional(
    'How many callers are remembered. Default: 100000.',
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  ),
})

interface Limit {
  readonly name: string
  readonly by: readonly CountedBy[]
  readonly buckets: TokenBuckets
  readonly requests: number
  readonly windowSeconds: number
}

export const rateLimit = definePlugin({
  name: 'rate-limit',
  options: closed({ limits: Type.Array(limit, { minItems: 1, maxItems: 16 }) }),
  create({ limits }, context) {
    const all = limits.map(one => openLimit(one, context))
    const early = all.filter(({ by }) => !needsIdentity(by))
    const later = all.filter(({ by }) => needsIdentity(by))
    return {
      earlyStage: early.length === 0 ? undefined : limiting(early, context),
      stage: later.length === 0 ? undefined : limiting(later, context),
    }
  },
})

function openLimit(options: Static<typeof limit>, { keep }: PluginContext): Limit {
  const windowMs = millisecondsOf(options.per, 1000)
  if (!(windowMs > 0)) wrongOption('per must be more than 0.')
  const by = scopesOf(options.by)
  const burst = options.burst ?? Math.max(1, Math.floor(options.requests))
  const perSecond = options.requests / (windowMs / 1000)
  // A reload that does not change the limit does not fill the buckets.
  const key = JSON.stringify(['buckets', by, perSecond, burst, options.max_keys])
  const buckets = keep(key, () => new TokenBuckets({ perSecond, burst }, options.max_keys))
  return {
    name: options.name ?? by.join('-'),
    by,
    buckets,
    requests: options.requests,
    windowSeconds: Math.ceil(windowMs / 1000),
  }
}

function limiting(limits: readonly Limit[], { metrics, now }: PluginContext): PluginStage {
  const counts = (result: string) => metrics.count(pluginMetricTable.rateLimits.name, { plugin: 'rate-limit', result })
  return (call, next) => {
    const at = now()
    const looked = limits.map(one => ({
      ...one,
      bucket: one.buckets.look(callerKey(call, one.by), at, groupOf(call, one.by)),
    }))
    const empty = looked.filter(({ bucket }) => bucket.tokens < 1)
    // A call that one limit refuses uses up nothing of the others.
    if (empty.length === 0) for (const { bucket } of looked) bucket.take()
    const taken = empty.length === 0 ? 1 : 0
    const states = looked.map(
      ({ name, requests, windowSeconds, bucket }): LimitState => ({
        name,
        limit: requests,
        windowSeconds,
        remaining: Math.max(0, Math.floor(bucket.tokens - taken)),
        resetSeconds: Math.ceil((bucket.tokens < 1 ? bucket.waitMs : bucket.fullMs) / 1000),
      }),
    )
    addLimitHeaders(call.headers, states)
    counts(empty.length === 0 ? 'passed' : 'refused')
    if (empty.length === 0) return next()
    const retryAfterMs = Math.max(...empty.map(({ bucket }) => bucket.waitMs))
    return Promise.resolve(refuseCall('rate-limited', 'Too many requests.', { retryAfterMs }))
  }
}
