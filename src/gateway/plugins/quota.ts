/** `quota`: so many calls a day or a month of a time zone, for each tenant, principal, address or route. */
import Type, { type Static } from 'typebox'
import { serverResult } from '../../agent/run.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { isZone, period } from '../../server/limits.ts'
import { definePlugin, type PluginContext, type PluginStage, type SharedCounting } from '../plugin.ts'
import { pluginMetricTable } from '../plugin-metrics.ts'
import type { SliceSpec } from '../shared/holding.ts'
import { uncounted } from '../uncounted.ts'
import { type CountedBy, callerKey, countedBy, groupOf, scopesOf } from './caller-keys.ts'
import { addLimitHeaders, type LimitState } from './limit-headers.ts'
import { closed, optional, wrongOption } from './option-schemas.ts'
import { FileCounts, MemoryCounts, type QuotaCounts } from './quota-counts.ts'
import { refuseCall } from './refuse-call.ts'
import { type SharedResult, sharedOf, sharedOption, takeShared } from './take-shared.ts'

const limit = closed({
  by: countedBy,
  requests: Type.Integer({ minimum: 0 }),
  per: Type.Enum(['day', 'month']),
  time_zone: optional(
    'Whose midnight ends a day: an offset such as +09:00, or a name such as Europe/Berlin. Default: UTC.',
    Type.String({ minLength: 1 }),
  ),
  slice: optional(
    'How many calls a process takes at once from a shared limit. Default: a hundredth of requests; 1, which is exact, below 200.',
    Type.Integer({ minimum: 1 }),
  ),
  name: optional('Its name in the headers. Default: what is counted.', Type.String({ pattern: '^[a-z0-9-]{1,32}$' })),
})

interface Limit {
  readonly name: string
  readonly by: readonly CountedBy[]
  readonly requests: number
  readonly per: 'day' | 'month'
  readonly zone: string
  readonly slice: number
}

const mostKeys = 100_000

export const quota = definePlugin({
  name: 'quota',
  options: closed({
    limits: Type.Array(limit, { minItems: 1, maxItems: 16 }),
    shared: sharedOption,
    file: optional(
      'A SQLite file: counts outlive the process, and all processes of the machine share them. Default: the store, else memory.',
      Type.String({ minLength: 1 }),
    ),
    max_keys: optional(
      'How many callers are remembered in memory. Default: 100000.',
      Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    ),
  }),
  create({ limits, file, shared: isShared, max_keys: most = mostKeys }, context) {
    if (file !== undefined && isShared === true) wrongOption('shared counts in the store: leave file out.')
    const shared = file === undefined ? sharedOf(context, isShared) : undefined
    const all = limits.map(openLimit)
    if (new Set(all.map(({ name }) => name)).size !== all.length) wrongOption('two limits have the same name.')
    const counts = file === undefined ? context.keep(`counts ${most}`, () => new MemoryCounts(most)) : openFile(file)
    const alone = counting(all, counts, context)
    return {
      stage: shared === undefined ? alone : countingShared(all, alone, context, shared),
      async close() {
        counts.close()
      },
    }
  },
})

function openFile(file: string): QuotaCounts {
  try {
    return new FileCounts(file)
  } catch {
    return wrongOption(`the file ${file} cannot be opened as a SQLite database.`)
  }
}

function openLimit({ by, requests, per, time_zone: zone = '+00:00', slice, name }: Static<typeof limit>): Limit {
  if (!isZone(zone))
    wrongOption('time_zone is neither an offset such as +09:00 nor a known name such as Europe/Berlin.')
  const scopes = scopesOf(by)
  const size = slice ?? Math.max(1, Math.floor(requests / 100))
  return { name: name ?? `${scopes.join('-')}-${per}`, by: scopes, requests, per, zone, slice: size }
}

function counting(limits: readonly Limit[], counts: QuotaCounts, { metrics, now, log }: PluginContext): PluginStage {
  const counted = (result: string) => metrics.count(pluginMetricTable.rateLimits.name, { plugin: 'quota', result })
  return (call, next) => {
    const at = now()
    const looked = limits.map(limit => {
      const { start, end } = period(at, limit.per, limit.zone)
      return { ...limit, start, end, key: `${limit.name} ${callerKey(call, limit.by)}`, group: groupOf(call, limit.by) }
    })
    const orZero = (name: string, count: () => number): number => {
      try {
        return count()
      } catch {
        // The calls of everybody are worth more than an exact count.
        log.warn({ plugin: 'quota', limit: name }, 'a quota could not be counted')
        return 0
      }
    }
    // A call that one limit refuses uses up nothing of the others, which other callers may share. One limit needs no look.
    const isRefused =
      looked.length > 1 &&
      looked.some(
        ({ name, key, start, requests, group }) => orZero(name, () => counts.used(key, start, group)) >= requests,
      )
    const states: LimitState[] = []
    let refusedBy: { per: string; resetMs: number } | undefined
    for (const { name, key, requests, per, start, end, group } of looked) {
      const used = orZero(name, () =>
        isRefused ? counts.used(key, start, group) : counts.take(key, start, requests, group),
      )
      const isOver = used >= requests
      states.push({
        name,
        limit: requests,
        windowSeconds: Math.round((end - start) / 1000),
        remaining: isOver ? 0 : requests - used - (isRefused ? 0 : 1),
        resetSeconds: Math.ceil((end - at) / 1000),
      })
      if (isOver) {
        refusedBy = { per, resetMs: end - at }
        break
      }
    }
    addLimitHeaders(call.headers, states)
    counted(refusedBy === undefined ? 'passed' : 'refused')
    return refusedBy === undefined ? next() : Promise.resolve(usedUp(refusedBy))
  }
}

function usedUp({ per, resetMs }: { per: string; resetMs: number }): RunResult {
  const retryAfterMs = Math.ceil(resetMs / 1000) * 1000
  return refuseCall('quota-exceeded', `The quota of the ${per} is used up.`, { retryAfterMs })
}

/** The same over all processes, by what this one has taken from the store. */
function countingShared(
  limits: readonly Limit[],
  alone: PluginStage,
  { metrics, now }: PluginContext,
  { slices, scope, whenStoreIsAway }: SharedCounting,
): PluginStage {
  const counted = (result: string) => metrics.count(pluginMetricTable.rateLimits.name, { plugin: 'quota', result })
  return (call, next) => {
    const at = now()
    const periods = limits.map(({ per, zone }) => period(at, per, zone))
    const specs = limits.map(({ name, by, per, zone, requests, slice }, index): SliceSpec => {
      const { start = 0, end = 0 } = periods[index] ?? {}
      const key = JSON.stringify([scope, name, per, zone, callerKey(call, by)])
      return { kind: 'quota', key, limit: requests, period: start, expiresAt: end, slice }
    })
    const answer = ({ state, taken }: SharedResult) => {
      if (state === 'away' && whenStoreIsAway === 'open') return alone(call, next)
      const states = limits.map(({ name, requests }, index): LimitState => {
        const { start = 0, end = 0 } = periods[index] ?? {}
        const windowSeconds = Math.round((end - start) / 1000)
        const remaining = Math.min(requests, taken[index]?.remaining ?? 0)
        return { name, limit: requests, windowSeconds, remaining, resetSeconds: Math.ceil((end - at) / 1000) }
      })
      addLimitHeaders(call.headers, states)
      counted(state === 'taken' ? 'passed' : 'refused')
      if (state === 'taken') return next()
      if (state === 'away') return Promise.resolve(serverResult(uncounted))
      const by = taken.findIndex(one => one.state === 'refused')
      return Promise.resolve(usedUp({ per: limits[by]?.per ?? 'day', resetMs: (periods[by]?.end ?? at) - at }))
    }
    const result = takeShared(slices, specs)
    return result instanceof Promise ? result.then(answer) : answer(result)
  }
}
