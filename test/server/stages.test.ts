/** One call over each carrier: the same stages in the same order, and none is described by a record of its own. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { agentHandler, answerRequest } from '../../src/files/index.ts'
import { openFileCalls } from '../../src/server/file-calls.ts'
import type { Listening } from '../../src/server/http/listen.ts'
import { type ServeOptions, type Server, serve } from '../../src/server/index.ts'
import { serveMcpStdio } from '../../src/server/mcp/stdio.ts'
import { call, clientOf, result, sent } from '../interop/a2a-kit.ts'
import { connect } from '../interop/mcp/clients.ts'

const agent = defineAgent({
  name: 'stages',
  version: '1.0.0',
  operations: {
    greet: operation({
      title: 'Greet',
      route: 'POST /greetings',
      input: z.object({ name: z.string() }),
      handler: ({ name }) => ({ text: `Hello, ${name}` }),
    }),
  },
})

/** Every stage, in its order. */
const all = [
  'identify',
  'resolve',
  'limit',
  'signed',
  'input',
  'announce',
  'redeem',
  'check',
  'claim',
  'govern',
  'audit',
  'approve',
  'handOver',
  'run',
]

const entered: { stage: string; operation: string; requestId: string }[] = []
const onStage: ServeOptions['onStage'] = one => void entered.push(one)
const names = () => entered.map(({ stage }) => stage)

let server: Server
let listening: Listening
beforeAll(async () => {
  server = serve(agent, { authenticate: false, onStage })
  listening = await server.listen({ port: 0 })
})
afterAll(() => listening.close())
beforeEach(() => void entered.splice(0))

const head = { 'content-type': 'application/json', 'x-request-id': 'req-1' }
const post = (body: object, more: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...head, ...more },
  body: JSON.stringify(body),
})

describe('a call passes every stage', () => {
  test('over HTTP, on a socket', async () => {
    const response = await fetch(`${listening.url}/greetings`, post({ name: 'Ada' }))
    expect(await response.json()).toMatchObject({ text: 'Hello, Ada' })
    expect(names()).toEqual(all)
    expect(new Set(entered.map(one => `${one.operation} ${one.requestId}`))).toEqual(new Set(['greet req-1']))
  })

  test('over HTTP, by fetch', async () => {
    const response = await server.fetch(new Request('http://localhost/greetings', post({ name: 'Ada' })))
    expect(await response.json()).toMatchObject({ text: 'Hello, Ada' })
    expect(names()).toEqual(all)
  })

  test('over HTTP, as a stream', async () => {
    const response = await fetch(`${listening.url}/greetings`, post({ name: 'Ada' }, { accept: 'text/event-stream' }))
    expect(await response.text()).toContain('"text":"Hello, Ada"')
    expect(names()).toEqual(all)
  })

  test('at the run endpoint, where the body names the operation', async () => {
    const body = { request_id: 'run-1', task_type: 'GREET', inputs: { name: 'Ada' } }
    const response = await fetch(`${listening.url}/agents/run/sync`, post(body))
    expect(await response.json()).toMatchObject({ request_id: 'run-1', status: 'ok' })
    expect(names()).toEqual(all)
    expect(entered.map(one => one.operation)).toEqual(['', '', ...all.slice(2).map(() => 'greet')])
  })

  test.each(['v1', 'v2 2025-11-25', 'v2 2026-07-28'] as const)('over MCP and HTTP, called by %s', async era => {
    const peer = await connect(era, { url: `${listening.url}/mcp` })
    const { structuredContent } = await peer.call('greet', { name: 'Ada' })
    expect(structuredContent).toEqual({ text: 'Hello, Ada' })
    expect(names()).toEqual(all)
    await peer.close()
  })

  test('over MCP and stdio', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const served = await serveMcpStdio(agent, { onStage }, { input, output })
    const client = new Client({ name: 'stages', version: '1.0.0' })
    // To read lines from one stream and write them to another is all that a client needs of a transport.
    await client.connect(new StdioServerTransport(output, input))
    const { structuredContent } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
    expect(structuredContent).toEqual({ text: 'Hello, Ada' })
    expect(names()).toEqual(all)
    await client.close()
    await served.close()
  })

  test.each(['JSON-RPC 1.0', 'HTTP+JSON 1.0'] as const)('over A2A, by %s: a worker enters the last one', async wire => {
    const client = await clientOf(listening.url, wire)
    entered.splice(0)
    const task = await sent(client, call('greet', { name: 'Ada' }))
    expect(result(task)).toEqual({ text: 'Hello, Ada' })
    expect(names()).toEqual(all)
    expect(new Set(entered.map(one => one.operation))).toEqual(new Set(['greet']))
    expect(new Set(entered.map(one => one.requestId)).size).toBe(1)
  })

  test('over HTTP, queued: a worker enters the last one', async () => {
    const response = await fetch(`${listening.url}/greetings`, post({ name: 'Ada' }, { prefer: 'respond-async' }))
    expect(response.status).toBe(202)
    await expect.poll(names).toEqual(all)
    expect(new Set(entered.map(one => `${one.operation} ${one.requestId}`))).toEqual(new Set(['greet req-1']))
  })

  test('in an agent file', async () => {
    const calls = await openFileCalls(agent, { onStage })
    const dir = mkdtempSync(join(tmpdir(), 'stages-'))
    const request = {
      request_id: '00000000-0000-4000-8000-000000000001',
      version: '1.0',
      phase: 1,
      phase_name: 'one',
      agent_name: 'greet',
      prompt: '{"name":"Ada"}',
      timeout_seconds: 60,
      created_at: new Date().toISOString(),
      context: {},
      model: null,
    }
    writeFileSync(join(dir, '.agent-request.json'), JSON.stringify(request))
    await answerRequest({ dir }, agentHandler(agent, { perform: (one, signal) => calls.run(one, signal) }))
    const response = readFileSync(join(dir, '.agent-response.json'), 'utf8')
    expect(JSON.parse(response)).toMatchObject({ status: 'success', response: expect.stringContaining('Hello, Ada') })
    expect(names()).toEqual(all)
    await calls.close()
    rmSync(dir, { recursive: true })
  })

  test('on a built-in route', async () => {
    const accepted = await fetch(`${listening.url}/greetings`, post({ name: 'Ada' }, { prefer: 'respond-async' }))
    expect(accepted.status).toBe(202)
    await expect.poll(names).toEqual(all)
    entered.splice(0)
    const response = await fetch(new URL(accepted.headers.get('location') ?? '', listening.url))
    expect(response.status).toBe(200)
    expect(names()).toEqual(all)
    expect(new Set(entered.map(one => one.operation))).toEqual(new Set(['tasks.status']))
  })
})

describe('a call goes as far as it is answered', () => {
  test('an input that is not valid ends at its check', async () => {
    const response = await fetch(`${listening.url}/greetings`, post({ name: 7 }))
    expect(response.status).toBe(422)
    expect(names().at(-1)).toBe('check')
  })

  test('a body that is no JSON ends where the input is read', async () => {
    const response = await fetch(`${listening.url}/greetings`, { method: 'POST', headers: head, body: '{' })
    expect(response.status).toBe(422)
    expect(names()).toEqual(['identify', 'resolve', 'limit', 'signed', 'input'])
  })

  test('a page is no call', async () => {
    expect((await fetch(`${listening.url}/health`)).status).toBe(200)
    expect(names()).toEqual([])
  })
})

test('one record describes a call: those that it took before are declared nowhere', () => {
  const gone = /^\s*(?:export )?(?:interface|type|class) (Plan|Execution|Performance|Conduct|Running|RunOptions)\b/gm
  const declared = globSync('src/**/*.ts').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(gone)].map(([, name]) => `${file}: ${name}`),
  )
  expect(declared).toEqual([])
  expect('export interface Plan<T> {'.match(gone)).toEqual(['export interface Plan'])
  expect('type PlanOf = 1\nimport { type Plan }'.match(gone)).toBeNull()
})
