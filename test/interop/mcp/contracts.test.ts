/** Other contracts over MCP: one server speaks plain MCP, jpcite and AdCP at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completed, defineAgent, fault, operation } from '../../../src/index.ts'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { type Listening, serve } from '../../../src/server/index.ts'
import { authenticate } from './callers.ts'
import { connect } from './clients.ts'
import { handshake, inSession, modern } from './raw.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `UNI-${index}` }))

const agent = defineAgent({
  name: 'programs',
  version: '1.0.0',
  operations: {
    search: operation({
      title: 'Search',
      effects: 'none',
      input: {
        type: 'object',
        additionalProperties: false,
        properties: { q: { type: 'string' }, count: { type: 'integer' } },
      },
      handler(input, ctx) {
        const { q, count = 7 } = input as { q?: string; count?: number }
        ctx.understood({ input: q === undefined ? {} : { q } })
        ctx.bill(1)
        return completed(rows(count))
      },
    }),
    buy: operation({
      title: 'Buy',
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['budget'],
        properties: { budget: { type: 'number' } },
      },
      handler: input => ({ media_buy_id: 'mb-1', budget: (input as { budget: number }).budget }),
    }),
    produce: operation({ title: 'Produce', async: true, input: { type: 'object' }, handler: () => ({ done: true }) }),
  },
})

let listening: Listening

beforeAll(async () => {
  listening = await serve(agent, { now: () => 1_800_000_000_000 }).listen({ port: 0 })
})

afterAll(() => listening.close())

describe('jpcite', () => {
  const call = async (input: JsonObject) => {
    const url = `${listening.url}/mcp?envelope=jpcite`
    const { session } = await handshake(url, { revision: '2025-06-18' })
    return (await inSession(url, session, 'tools/call', { name: 'search', arguments: input })).body.result
  }

  test('a result is the envelope and one line of text, and nothing else', async () => {
    expect(await call({ q: 'IT導入' })).toEqual({
      structuredContent: {
        status: 'rich',
        query_echo: { normalized_input: { q: 'IT導入' }, applied_filters: {}, unparsed_terms: [] },
        results: rows(7),
        citations: [],
        warnings: [],
        suggested_actions: [],
        meta: {
          request_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          api_version: 'v2',
          latency_ms: 0,
          billable_units: 1,
        },
      },
      content: [{ type: 'text', text: 'rich · 7 results' }],
    })
  })

  test("an error sets isError and tells the user's message", async () => {
    const result = await call({ count: 'many' })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { status: 'error', error: { code: 'VALIDATION_ERROR' } },
    })
    const told = result?.structuredContent as { error: { user_message: string } } | undefined
    expect(result?.content).toEqual([{ type: 'text', text: told?.error.user_message }])
  })

  test.each(['v1', 'v2 2025-11-25', 'v2 2026-07-28'] as const)(
    'tools advertise the envelope, and what they answer fits it (%s)',
    async era => {
      const client = await connect(era, { url: `${listening.url}/mcp?envelope=jpcite` })
      try {
        const tools = await client.tools()
        expect(tools.map(({ name }) => name)).toEqual(['search', 'buy', 'produce'])
        for (const { outputSchema } of tools) {
          expect(outputSchema).toMatchObject({
            type: 'object',
            required: ['status', 'results', 'query_echo', 'citations', 'warnings', 'suggested_actions', 'meta'],
            properties: { status: { enum: ['rich', 'sparse', 'empty', 'partial', 'error'] } },
          })
          expect(outputSchema).not.toHaveProperty('$id')
        }
        // The official clients check each result against the schema.
        const statuses: unknown[] = []
        for (const count of [7, 2, 0, 'many']) {
          statuses.push((await client.call('search', { count })).structuredContent?.status)
        }
        expect(statuses).toEqual(['rich', 'sparse', 'empty', 'error'])
      } finally {
        await client.close()
      }
    },
  )

  test('is spoken to clients of 2026-07-28 too', async () => {
    const { body } = await modern(`${listening.url}/mcp?envelope=jpcite`, 'tools/call', {
      name: 'search',
      arguments: { count: 2 },
    })
    expect(body.result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'sparse' } })
  })
})

describe('AdCP', () => {
  const url = () => `${listening.url}/mcp?envelope=adcp`
  const call = (name: string, input: JsonObject) => modern(url(), 'tools/call', { name, arguments: input })
  const key = { idempotency_key: 'b2f1c3d4-0000-4000-8000-000000000001' }

  test('what every call may carry is refused by no tool, and comes back', async () => {
    const { body } = await call('buy', {
      ...key,
      budget: 5,
      context: { mine: [1, 2] },
      context_id: 'ctx-1',
      governance_context: 'g',
    })
    expect(body.result).toMatchObject({
      structuredContent: { status: 'completed', media_buy_id: 'mb-1', context: { mine: [1, 2] }, context_id: 'ctx-1' },
    })
    expect(body.result?.isError).toBeFalsy()
  })

  test.each(['3.1', '3.2-beta.5'])('the edition that the envelope names, %s, writes the answer', async version => {
    const { body } = await modern(`${url()}@${version}`, 'tools/call', { name: 'search', arguments: {} })
    expect(body.result).toMatchObject({ structuredContent: { status: 'completed', adcp_version: version } })
  })

  test('the edition that the arguments pin is used before the one of the envelope', async () => {
    const params = { name: 'search', arguments: { adcp_version: '3.1' } }
    const { body } = await modern(`${url()}@3.2-beta.5`, 'tools/call', params)
    expect(body.result).toMatchObject({ structuredContent: { adcp_version: '3.1' } })
  })

  const spelling = '{"n":12345678901234567890,"e":1e400,"z":[-0,1.0,0.1]}'

  test.each(['2025-06-18', '2026-07-28'])('numbers of a context come back as they were spelt (%s)', async revision => {
    const isModern = revision === '2026-07-28'
    const { session } = isModern ? { session: '' } : await handshake(url())
    const meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { name: 'search', arguments: { context: 0 }, ...(isModern ? { _meta: meta } : undefined) }
    const response = await fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': 'search' } : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }).replace(
        '"context":0',
        `"context":${spelling}`,
      ),
    })
    const text = await response.text()
    expect(text.split(`"context":${spelling}`)).toHaveLength(2)
    expect(text.split(JSON.stringify(`"context":${spelling}`).slice(1, -1))).toHaveLength(2)
  })

  test('schemas of tools are open', async () => {
    const { body } = await modern(url(), 'tools/list', {})
    const tools = body.result?.tools as { inputSchema: JsonObject }[]
    expect(tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== undefined)).toEqual([])
  })

  test('a repeat with the same key is replayed', async () => {
    const input = { idempotency_key: 'b2f1c3d4-0000-4000-8000-000000000002', budget: 7 }
    expect((await call('buy', input)).body.result).toMatchObject({ structuredContent: { budget: 7 } })
    expect((await call('buy', input)).body.result).toMatchObject({ structuredContent: { budget: 7, replayed: true } })
  })

  test('a failure of the task is told twice, and is an error', async () => {
    const { body } = await call('buy', key)
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { adcp_error: { code: 'VALIDATION_ERROR', recovery: 'correctable' }, errors: [{}] },
    })
  })

  test('a long run is submitted at once', async () => {
    const { body } = await call('produce', { idempotency_key: 'b2f1c3d4-0000-4000-8000-000000000003' })
    expect(body.result).toMatchObject({
      structuredContent: { status: 'submitted', task_id: expect.stringMatching(/^tsk_/) },
    })
  })

  test('whoever asks for AdCP finds the tools to follow what they began, and polls it to its end', async () => {
    const { body } = await modern(url(), 'tools/list', {})
    const names = (body.result?.tools as { name: string }[] | undefined)?.map(({ name }) => name)
    expect(names?.slice(3)).toEqual(['get_adcp_capabilities', 'get_task_status', 'list_tasks'])
    const begun = await call('produce', { idempotency_key: 'b2f1c3d4-0000-4000-8000-000000000004' })
    const task_id = (begun.body.result?.structuredContent as JsonObject | undefined)?.task_id ?? ''
    await expect
      .poll(async () => (await call('tasks/get', { task_id })).body.result?.structuredContent)
      .toMatchObject({ status: 'completed', done: true })
    expect((await call('list_tasks', {})).body.result).toMatchObject({ structuredContent: { status: 'completed' } })
    expect((await fetch(`${listening.url}/adcp/tasks/get`, { method: 'POST' })).status).toBe(404)
  })

  test('a state that was never given is an invalid request', async () => {
    const { body } = await modern(url(), 'tools/call', {
      name: 'buy',
      arguments: { ...key, budget: 1 },
      requestState: 'x',
    })
    expect(body.result).toMatchObject({ isError: true, structuredContent: { adcp_error: { code: 'INVALID_REQUEST' } } })
  })

  test('whoever has no credentials may ask what anybody may ask, and nothing else', async () => {
    const closed = await serve(agent, {
      authenticate,
      contractOptions: { adcp: { supportedProtocols: ['signals'] } },
    }).listen({ port: 0 })
    const at = `${closed.url}/mcp?envelope=adcp`
    const about = { name: 'get_adcp_capabilities', arguments: {} }
    const { session } = await handshake(at)
    for (const { status, body } of [
      await modern(at, 'tools/call', about),
      await inSession(at, session, 'tools/call', about),
    ]) {
      expect(status).toBe(200)
      expect(body.result).toMatchObject({ structuredContent: { supported_protocols: ['signals'] } })
    }
    expect((await inSession(at, session, 'tools/list', {})).body.result).toMatchObject({ tools: expect.any(Array) })
    for (const name of ['buy', 'get_task_status', 'nothing']) {
      const { status, headers, body } = await inSession(at, session, 'tools/call', { name, arguments: {} })
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^ApiKey/)])
      expect(body.error).toMatchObject({ code: -32028, data: { adcp_error: { code: 'AUTH_MISSING' } } })
    }
    const wrong = { headers: { 'x-api-key': `rw_0123456789abcdef_${'x'.repeat(43)}` } }
    expect((await modern(at, 'tools/call', about, wrong)).status).toBe(401)
    expect((await modern(`${closed.url}/mcp`, 'tools/list', {})).status).toBe(401)
    await closed.close()
  })

  test('what is refused before dispatch is an error of the protocol', async () => {
    const limited = await serve(agent, {
      limit: ({ operation: name }) =>
        name === 'buy'
          ? { refused: fault('rate-limited', 'Slower.', { retryAfterMs: 2000, began: false }) }
          : undefined,
    }).listen({ port: 0 })
    const closed = await serve(agent, { authenticate }).listen({ port: 0 })
    const params = { name: 'buy', arguments: { ...key, budget: 1 } }
    const rate = await modern(`${limited.url}/mcp?envelope=adcp`, 'tools/call', params)
    expect(rate.body.error).toMatchObject({
      code: -32029,
      data: { adcp_error: { code: 'RATE_LIMITED', retry_after: 2 } },
    })
    const auth = await modern(`${closed.url}/mcp?envelope=adcp`, 'tools/call', params)
    expect(auth.status).toBe(401)
    expect(auth.body.error).toMatchObject({ code: -32028, data: { adcp_error: { code: 'AUTH_MISSING' } } })
    await limited.close()
    await closed.close()
  })
})
