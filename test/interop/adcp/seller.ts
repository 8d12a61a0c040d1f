/** Every answer of examples/media-seller over REST, MCP and A2A, held against the published schema of its task. */

import { mediaSeller } from '../../../examples/media-seller/agent.ts'
import { byToken, people } from '../../../examples/media-seller/buyers.ts'
import { type More, mcpHttp, type Way, ways } from '../../../examples/media-seller/ways.ts'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { isObject } from '../../../src/lib/json-value.ts'
import { serve } from '../../../src/server/index.ts'
import { normaliseState } from '../../../src/wire/a2a-frame.ts'
import type { PublishedSchemas } from './published-schemas.ts'

export interface AnswerRow {
  way: string
  task: string
  status: string
  schema: string
  reason: string | undefined
}

const end_time = '2027-06-30T00:00:00Z'
const radio = { product_id: 'orbit-radio-day', budget: 500 }
const boards = { product_id: 'station-boards-main', budget: 9000 }
const buy = 'create_media_buy'
const change = 'update_media_buy'

/** The folder of the published schemas of a task. */
const folders: Readonly<Record<string, string>> = {
  get_adcp_capabilities: 'protocol/get-adcp-capabilities',
  'tasks/get': 'core/tasks-get',
  'tasks/list': 'core/tasks-list',
}

/** What the schema of a failed answer is, where that of its task has no place for one. */
const anyAnswer = 'the envelope and errors'

/** Tasks whose schema has no errors in place of the result. */
const withoutErrors: ReadonlySet<string> = new Set(['get_media_buys', 'tasks/get', 'tasks/list'])

/** Pauses and progress have schemas of their own, where their task has them; every other answer has that of the task. */
function schemaOf(task: string, status: string, published: PublishedSchemas): string {
  const name = folders[task] ?? `media-buy/${task.replaceAll('_', '-')}`
  const interim = `${name}-async-response-${status}.json`
  if (['input-required', 'working'].includes(status) && published.has(interim)) return interim
  // In 3.1 a refusal of get_products has no place: the schema knows products and failures.
  const isRefusal = status === 'rejected' && task === 'get_products'
  const isPlain = ['failed', 'rejected'].includes(status) && (withoutErrors.has(task) || isRefusal)
  return isPlain ? anyAnswer : `${name}-response.json`
}

export async function sellerAnswers(version: string, published: PublishedSchemas): Promise<AnswerRow[]> {
  const server = await serve(
    mediaSeller({ reserve: () => new Promise(done => setTimeout(done, 600)), patienceMs: 200 }),
    {
      contract: 'adcp',
      contractOptions: { adcp: { supportedProtocols: ['media_buy'] } },
      authenticate: byToken({ 'acme-token': people.acme }),
    },
  ).listen({ port: 0 })
  const rows: AnswerRow[] = []
  const reasonFor = (schema: string, answer: JsonObject) =>
    schema === anyAnswer ? published.answerReason(answer) : published.reason(schema, answer)
  const carriers = freshWays()
  for (const way of carriers) {
    const call = async (task: string, given: JsonObject = {}, more: More = {}): Promise<JsonObject> => {
      const sent = JSON.stringify({ adcp_version: version, context: { n: 1 }, ...given })
      const { text } = await way.call(server.url, task, sent, more)
      const answer = flat(JSON.parse(text))
      const status = String(answer.status)
      const schema = schemaOf(task, status, published)
      rows.push({ way: way.name, task, status, schema, reason: reasonFor(schema, answer) })
      return answer
    }
    const keyed = (given: JsonObject) => ({ idempotency_key: crypto.randomUUID(), ...given })
    await call('get_adcp_capabilities')
    await call('get_products', { brief: 'hiking and travel' })
    await call('get_products', { filters: { max_cpm: -1 } })
    const made = await call(buy, keyed({ packages: [radio], end_time }))
    await call(buy, keyed({ packages: [radio] }))
    await call(buy, keyed({ packages: [{ ...radio, budget: 30_000 }], end_time }))
    await call(buy, keyed({ packages: [{ ...radio, product_id: 'none' }], end_time }))
    await call(buy, keyed({ packages: [radio], start_time: end_time, end_time: '2027-01-01T00:00:00Z' }))
    const submitted = await call(buy, keyed({ packages: [boards], end_time }), { atOnce: true })
    const { media_buy_id = '' } = made
    await call('get_media_buys', { media_buy_ids: [media_buy_id] })
    await call('get_media_buys', { media_buy_ids: ['none'] })
    await call(change, keyed({ media_buy_id, paused: true }))
    await call(change, keyed({ media_buy_id, revision: 9 }))
    const { task_id = '' } = submitted
    await call('tasks/get', { task_id })
    await new Promise(done => setTimeout(done, 1500))
    await call('tasks/get', { task_id, include_result: true, include_history: true })
    await call('tasks/get', { task_id: 'none' })
    await call('tasks/list')
  }
  for (const way of carriers) await way.close?.()
  await server.close()
  return rows
}

/** A client of MCP is connected to one server: each run has its own. */
function freshWays(): Way[] {
  return ways.map(way => {
    const revision = /^MCP (2025-11-25|2026-07-28)$/.exec(way.name)?.[1]
    return revision === undefined ? way : mcpHttp(revision as Parameters<typeof mcpHttp>[0])
  })
}

/** The answer itself: the body, the structured content, or the DataPart with the state of its task where it has none. */
function flat(answer: JsonObject): JsonObject {
  if (isObject(answer.structuredContent)) return answer.structuredContent
  const { status, artifacts, contextId } = answer
  if (!isObject(status)) return answer
  const [artifact] = Array.isArray(artifacts) ? artifacts : []
  const holder = isObject(artifact) ? artifact : isObject(status.message) ? status.message : {}
  const parts = Array.isArray(holder.parts) ? holder.parts.filter(isObject) : []
  const data = parts.map(part => part.data).findLast(isObject) ?? {}
  const ids = typeof contextId === 'string' ? { context_id: contextId } : {}
  return { status: normaliseState(String(status.state)), ...ids, ...data }
}
