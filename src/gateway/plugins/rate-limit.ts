/**
 * `rate-limit`: so many calls in a time, with bursts, for each tenant, principal, address or route: in this process, or
 * over all processes with the same store.
 */
import Type, { type Static } from 'typebox'
import { serverResult } from '../../agent/run.ts'
import { TokenBuckets } from '../../server/limits.ts'
import { definePlugin, type PluginContext, type PluginStage, type SharedCounting } from '../plugin.ts'
import { pluginMetricTable } from '../plugin-metrics.ts'
import type { SliceSpec } from '../shared/holding.ts'
import { uncounted } from '../uncounted.ts'
import { type CountedBy, callerKey, countedBy, groupOf, needsIdentity, scopesOf } from './caller-keys.ts'
import { addLimitHeaders, type LimitState } from './limit-headers.ts'
import { closed, duration, millisecondsOf, optional, wrongOption } from './option-schemas.ts'
import { refuseCall } from './refuse-call.ts'
import { type SharedResult, sharedOf, sharedOption, takeShared } from './take-shared.ts'

const limit = closed({
  by: countedBy,
  requests: Type.Number({ exclusiveMinimum: 0 }),
  per: optional('The time for so many requests. Default: 1s.', duration),
  burst: optional('How many may come at once. Default: requests, 1 at least.', Type.Integer({ minimum: 1 })),
  slice: optional(
    'How many calls a process takes at once from a shared limit. Default: a tenth of burst; 1, which is exact, below 20.',
    Type.Integer({ minimum: 1 }),
  ),
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
  /** What is asked of the store for a key. */
  sliceOf(key: string): SliceSpec
}

export const rateLimit = definePlugin({
  name: 'rate-limit',
  options: closed({ limits: Type.Array(limit, { minItems: 1, maxItems: 16 }), shared: sharedOption }),
  create({ limits, shared: isShared }, context) {
    const shared = sharedOf(context, isShared)
    const all = limits.map(one => openLimit(one, context))
    const stageOf = (some: readonly Limit[]) =>
      shared === undefined ? limiting(some, context) : limitingShared(some, context, shared)
    const early = all.filter(({ by }) => !needsIdentity(by))
    const later = all.filter(({ by }) => needsIdentity(by))
    return {
      earlyStage: early.length === 0 ? undefined : stageOf(early),
      stage: later.length === 0 ? undefined : stageOf(later),
    }
  },
})

function openLimit(options: Static<typeof limit>, context: PluginContext): Limit {
  const windowMs = millisecondsOf(options.per, 1000)
  if (!(windowMs > 0)) wrongOption('per must be more than 0.')
  const by = scopesOf(options.by)
  const burst = options.burst ?? Math.max(1, Math.floor(options.requests))
  const slice = options.slice ?? Math.max(1, Math.floor(burst / 10))
  const intervalNs = Math.max(1, Math.round((windowMs * 1e6) / options.requests))
  const perSecond = options.requests / (windowMs / 1000)
  // A reload that does not change the limit does not fill the buckets.
  const key = JSON.stringify(['buckets', by, perSecond, burst, options.max_keys])
  const buckets = context.keep(key, () => new TokenBuckets({ perSecond, burst }, options.max_keys))
  return {
    name: options.name ?? by.join('-'),
    by,
    buckets,
    requests: options.requests,
    windowSeconds: Math.ceil(windowMs / 1000),
    sliceOf: caller => ({
      kind: 'rate',
      key: JSON.stringify([context.shared?.scope, by, intervalNs, burst, caller]),
      ...{ intervalNs, burst, slice: Math.min(burst, slice) },
    }),
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

/** The same over all processes, by what this one has taken from the store. */
function limitingShared(limits: readonly Limit[], context: PluginContext, shared: SharedCounting): PluginStage {
  const alone = limiting(limits, context)
  const counts = (result: string) =>
    context.metrics.count(pluginMetricTable.rateLimits.name, { plugin: 'rate-limit', result })
  return (call, next) => {
    const specs = limits.map(one => one.sliceOf(callerKey(call, one.by)))
    const answer = ({ state, taken }: SharedResult) => {
      if (state === 'away' && shared.whenStoreIsAway === 'open') return alone(call, next)
      const states = limits.map(({ name, requests, windowSeconds }, at): LimitState => {
        const { remaining = 0, waitMs = 0 } = taken[at] ?? {}
        return { name, limit: requests, windowSeconds, remaining, resetSeconds: Math.ceil(waitMs / 1000) }
      })
      addLimitHeaders(call.headers, states)
      counts(state === 'taken' ? 'passed' : 'refused')
      if (state === 'taken') return next()
      if (state === 'away') return Promise.resolve(serverResult(uncounted))
      const retryAfterMs = Math.ceil(Math.max(1, ...taken.map(({ waitMs }) => waitMs)) / 1000) * 1000
      return Promise.resolve(refuseCall('rate-limited', 'Too many requests.', { retryAfterMs }))
    }
    const result = takeShared(shared.slices, specs)
    return result instanceof Promise ? result.then(answer) : answer(result)
  }
}
