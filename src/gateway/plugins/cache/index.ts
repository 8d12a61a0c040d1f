/**
 * `cache`: answers to GET that change nothing are kept in memory, for their caller alone, as long as the upstream allows.
 * What several callers ask for at once is asked for once.
 */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { isSecretName } from '../../../lib/secret-name.ts'
import { completed, type Outcome } from '../../../outcome/outcome.ts'
import type { RunResult } from '../../../outcome/run-result.ts'
import type { ForwardedAnswer } from '../../../server/http/http-call.ts'
import { definePlugin, type GatewayCall, type PluginContext, type PluginStage } from '../../plugin.ts'
import { pluginMetricTable } from '../../plugin-metrics.ts'
import { isRead } from '../../verify.ts'
import { closed, duration, millisecondsOf, optional } from '../option-schemas.ts'
import { AnswerCache, type KeptAnswer } from './answer-cache.ts'
import { directivesOf, freshMs, isSameTag, varyOf } from './freshness.ts'

const options = closed({
  shared: optional('Answers with Cache-Control: public are for all callers. Default: false.', Type.Boolean()),
  max_bytes: optional(
    'Memory for answers, in each process. Default: 16777216.',
    Type.Integer({ minimum: 1024, maximum: 1_073_741_824 }),
  ),
  max_entries: optional('Default: 10000.', Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  max_body_bytes: optional('A longer answer is not kept. Default: 262144.', Type.Integer({ minimum: 1 })),
  max_age: optional('The longest time, whatever the upstream says. Default: 1h.', duration),
})

/** An answer as it is kept: its meaning, which each caller gets in an exchange of their own; bytes where nobody reads them. */
interface CachedAnswer {
  readonly outcome: Outcome
  readonly forwarded: ForwardedAnswer | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly keptAt: number
}

type Kept = KeptAnswer<CachedAnswer>

/** Headers of an answer that are kept with its meaning. */
const keptHeaders = ['cache-control', 'content-language', 'vary', 'last-modified', 'expires'] as const

export const cache = definePlugin({
  name: 'cache',
  options,
  create(given, context) {
    const { shared = false, max_bytes = 16 * 1024 * 1024, max_entries = 10_000, max_body_bytes = 256 * 1024 } = given
    const settings = { isShared: shared, mostBody: max_body_bytes, mostMs: millisecondsOf(given.max_age, 3_600_000) }
    const key = JSON.stringify(['answers', shared, max_bytes, max_entries])
    const answers = context.keep(key, () => new AnswerCache<CachedAnswer>(max_bytes, max_entries))
    return { lastStage: caching(answers, settings, context) }
  },
})

interface CacheSettings {
  readonly isShared: boolean
  readonly mostBody: number
  readonly mostMs: number
}

function caching(
  answers: AnswerCache<CachedAnswer>,
  settings: CacheSettings,
  { metrics, now }: PluginContext,
): PluginStage {
  /** What is being asked for: those who want the same wait for it. */
  const flights = new Map<string, Promise<unknown>>()
  const counted = (outcome: 'hit' | 'miss' | 'passed') => metrics.count(pluginMetricTable.cached.name, { outcome })
  return async (call, next) => {
    const asked = directivesOf(call.http.header('cache-control'))
    if (!isCacheable(call) || asked.has('no-store') || (await hasContent(call))) {
      counted('passed')
      return next()
    }
    const key = keyOf(call, settings.isShared)
    const isFresh = !asksAnew(call, asked)
    const find = () => (isFresh ? answers.find(key, name => call.http.header(name), now()) : undefined)
    let kept = find()
    if (kept === undefined && flights.has(key)) {
      await call.open.race(flights.get(key) as Promise<unknown>)
      kept = find()
    }
    if (kept !== undefined) {
      counted('hit')
      return answered(call, kept, now())
    }
    counted('miss')
    const asking = next()
    const flight = asking
      .then(result => keep(call, result, settings, now()))
      .then(answer => answer && answers.keep(key, answer))
      .catch(() => {})
    if (!flights.has(key)) {
      flights.set(key, flight)
      void flight.finally(() => flights.delete(key))
    }
    const result = await asking
    await flight
    return result
  }
}

/** Whether the caller wants no answer that was kept (RFC 9111 §5.2.1; §5.4 for the oldest clients). */
function asksAnew({ http }: GatewayCall, asked: ReadonlyMap<string, string>): boolean {
  if (asked.size === 0) return http.header('pragma') === 'no-cache'
  return asked.has('no-cache') || asked.get('max-age') === '0'
}

/** Headers with which a caller asks for something else than the whole answer. */
const conditions = ['range', 'if-match', 'if-modified-since', 'if-unmodified-since', 'if-range']

function isCacheable({ method, gatewayRoute, stream, http }: GatewayCall): boolean {
  if (method !== 'GET' || gatewayRoute.effects !== 'none' || stream) return false
  return conditions.every(name => http.header(name) === undefined)
}

/** A body may change the answer, and is no part of the key: so have calls of tools, whose arguments are in one. */
async function hasContent(call: GatewayCall): Promise<boolean> {
  const bytes = await call.requestBytes()
  return bytes === undefined || bytes.byteLength > 0
}

/** Whose answer it is: roles, credentials and what plugins say of a caller may change what an upstream answers. */
function keyOf(
  { principal, tenant, http, path, gatewayRoute, contractEdition, forwardHeaders }: GatewayCall,
  isShared: boolean,
): string {
  const contract = `${contractEdition.contract.id}@${contractEdition.edition.version}`
  const what = [gatewayRoute.id, contract, http.host, path, http.search, http.header('accept')]
  // An upstream may know callers by a header of its own, such as X-Auth-Token.
  const sent = Object.entries(http.allHeaders()).filter(([name]) => isSecretName(name))
  const whose = isShared
    ? []
    : [tenant, principal?.tenant, principal?.subject, principal?.account, principal?.roles, forwardHeaders, sent]
  // Credentials are part of it: a dump of the memory must not hold any.
  return createHash('sha256')
    .update(JSON.stringify([what, whose]))
    .digest('base64')
}

/** What is kept of an answer; undefined where it may not be. */
function keep(call: GatewayCall, { outcome }: RunResult, settings: CacheSettings, now: number): Kept | undefined {
  const { forwarded, compiled, http, findings = [] } = call
  if (forwarded === undefined || forwarded.outcome !== outcome || !(forwarded.body instanceof Uint8Array))
    return undefined
  // What broke the contract would not be the same when it is written again.
  if (findings.length > 0 || forwarded.body.byteLength > settings.mostBody) return undefined
  const ms = freshMs(forwarded, settings.isShared, settings.mostMs)
  if (ms <= 0) return undefined
  const headers = Object.fromEntries(keptHeaders.flatMap(name => [[name, forwarded.headers[name]]]).filter(isThere))
  const { etag } = forwarded.headers
  const known = isRead(compiled)
  // Ids of the first call are in its bytes: a tag for the others says only that they mean the same.
  if (etag !== undefined) headers.etag = known && !etag.startsWith('W/') ? `W/${etag}` : etag
  return {
    value: {
      outcome,
      forwarded: known ? undefined : { ...forwarded, headers: { ...forwarded.headers } },
      headers,
      keptAt: now,
    },
    bytes: forwarded.body.byteLength + 1024,
    until: now + ms,
    vary: varyOf(forwarded.headers.vary).map(name => [name, http.header(name) ?? ''] as const),
  }
}

function isThere(entry: (string | undefined)[]): entry is [string, string] {
  return entry[1] !== undefined
}

function answered(call: GatewayCall, { value }: Kept, now: number): RunResult {
  const { outcome, forwarded, headers, keptAt } = value
  const age = String(Math.floor((now - keptAt) / 1000) + Number(forwarded?.headers.age ?? 0))
  const tags = call.http.header('if-none-match')
  if (tags !== undefined && headers.etag !== undefined && isSameTag(tags, headers.etag)) {
    const unchanged = completed()
    call.forwarded = { status: 304, headers: { ...headers, age }, outcome: unchanged, isStream: false }
    return { outcome: unchanged, exchange: {} }
  }
  if (forwarded !== undefined) call.forwarded = { ...forwarded, headers: { ...forwarded.headers, age } }
  else Object.assign(call.headers, headers, { age })
  return { outcome, exchange: {} }
}
