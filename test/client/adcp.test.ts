/** AdCP over MCP: what a request carries, and tasks that a tool tells of. */
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { expect, onTestFinished, test } from 'vitest'
import { readAddress } from '../../src/client/address.ts'
import type { Connection } from '../../src/client/connection.ts'
import { openCarrier } from '../../src/client/open-carrier.ts'
import { listening } from './mcp-servers.ts'

type Given = Record<string, unknown>

async function seller(): Promise<{ upstream: Connection; calls: [string, Given][] }> {
  const calls: [string, Given][] = []
  let looks = 0
  const answers: Record<string, (given: Given) => Given> = {
    get_products: ({ brief }) => ({ status: 'completed', products: [{ brief }] }),
    create_media_buy: () => ({ status: 'submitted', task_id: 'task-7', message: 'A person looks at it.' }),
    get_task_status: ({ task_id }) => {
      const done = ++looks > 1
      const head = { task_id, task_type: 'create_media_buy', protocol: 'media-buy', created_at: at, updated_at: at }
      return done
        ? { ...head, status: 'completed', result: { media_buy_id: 'mb-1' } }
        : { ...head, status: 'working', message: 'Half of it.' }
    },
  }
  const make = (): Server => {
    const server = new Server({ name: 'seller', version: '1.0.0' }, { capabilities: { tools: {} } })
    const names = ['get_adcp_capabilities', ...Object.keys(answers)]
    server.setRequestHandler('tools/list', async () => ({
      tools: names.map(name => ({ name, inputSchema: { type: 'object' as const } })),
    }))
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
      calls.push([name, given])
      const { context, context_id } = given
      const body = { adcp_version: '3.1-beta.3', ...answers[name]?.(given), context_id: context_id ?? 'ctx-1' }
      const structuredContent = context === undefined ? body : { ...body, context }
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    })
    return server
  }
  const handler = createMcpHandler(() => make() as never)
  const { origin } = await listening(getRequestListener(request => handler.fetch(request)))
  const upstream = await openCarrier(readAddress(`mcp+${origin}/mcp`), {})
  onTestFinished(() => upstream.close())
  return { upstream, calls }
}

const at = '2026-01-31T12:00:00.000Z'

test('a seller is known by its tools: context and conversation are carried, and the answer is read', async () => {
  const { upstream, calls } = await seller()
  const answered = await upstream.call({
    operation: 'get_products',
    input: { brief: 'shoes', context: { n: 1 } },
    exchange: { requestId: 'req-1', conversationId: 'ctx-9' },
  })
  expect(answered).toMatchObject({
    outcome: { kind: 'completed', payload: { kind: 'value', value: { products: [{ brief: 'shoes' }] } } },
    exchange: { conversationId: 'ctx-9', context: '{"n":1}' },
    contract: { id: 'adcp' },
    notes: [],
  })
  expect(calls).toEqual([
    [
      'get_products',
      {
        adcp_version: '3.1',
        brief: 'shoes',
        context: { n: 1 },
        context_id: 'ctx-9',
        idempotency_key: expect.stringContaining('req-1'),
      },
    ],
  ])
})

test('a task that changes something gets a key, which is told, unless it has one', async () => {
  const { upstream, calls } = await seller()
  const { notes, outcome } = await upstream.call({ operation: 'create_media_buy', input: {}, exchange: {} })
  expect(outcome).toMatchObject({ kind: 'pending', phase: 'queued', task: { id: 'task-7' } })
  const key = String(calls[0]?.[1].idempotency_key)
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(notes).toEqual([`The idempotency key is ${key}: repeat the call with it, and nothing is done twice.`])
  const own = { operation: 'create_media_buy', input: { idempotency_key: 'mine-0123456789ab' }, exchange: {} }
  expect((await upstream.call(own)).notes).toEqual([])
  expect(calls[1]?.[1].idempotency_key).toBe('mine-0123456789ab')
})

test('a task is followed by the tool that tells of tasks, and ends as its own result', async () => {
  const { upstream } = await seller()
  const said: unknown[] = []
  const { outcome } = await upstream.call(
    { operation: 'create_media_buy', input: {}, exchange: {} },
    { wait: true, onMoment: moment => said.push(moment) },
  )
  expect(outcome).toMatchObject({
    kind: 'completed',
    payload: { kind: 'value', value: { media_buy_id: 'mb-1' } },
    task: { id: 'task-7' },
  })
  expect(said).toMatchObject([{ kind: 'progress', message: 'Half of it.' }])
})
