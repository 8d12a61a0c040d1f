/** The run endpoints answer in one envelope, whatever the mount speaks and whatever goes wrong. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { AuthError } from '../../src/auth/index.ts'
import { check } from '../../src/codec/check.ts'
import { readStream } from '../../src/codec/stream.ts'
import { contract } from '../../src/contracts/registry.ts'
import { serve } from '../../src/server/serve.ts'
import type { RateLimitInput, ServeOptions } from '../../src/server/server-context.ts'
import { Body } from '../../src/wire/body.ts'
import { httpWire } from '../../src/wire/http.ts'
import { readSse } from '../../src/wire/sse.ts'
import { agent } from './agent.ts'

const agentRun = contract('agent-run')

interface Sent {
  path?: string
  method?: string
  body?: unknown
  headers?: Record<string, string>
  options?: ServeOptions
}

const json = { 'content-type': 'application/json' }
const add = (a: unknown = 1) => ({ request_id: 'r-1', task_type: 'ADD', inputs: { a, b: 2 } })

function send({ path = '/agents/run/sync', method = 'POST', body, headers = {}, options = {} }: Sent) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method, headers: { ...json, ...headers }, ...(body === undefined ? {} : { body: text }) }
  return serve(agent, { authenticate: false, ...options }).fetch(new Request(`http://x${path}`, init))
}

/** An answer, which must be a flawless envelope of the contract. */
async function envelope(response: Response) {
  const body = Body.ofBytes(new Uint8Array(await response.arrayBuffer()))
  const wire = httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body })
  expect(check(agentRun, wire, { version: '1' })).toEqual([])
  return JSON.parse(body.text()) as { request_id: string; status: string; error?: { code: string; details?: object } }
}

const throwing = () => {
  throw new Error('canary')
}
const refusing = () => {
  throw new AuthError('invalid-token')
}

describe.each(['yaagents', 'jpcite', 'problem'])('in a mount that speaks %s', mount => {
  test.each<[string, number, string, Sent]>([
    ['another method', 405, 'METHOD_NOT_ALLOWED', { method: 'GET' }],
    ['another path below', 404, 'ROUTE_NOT_FOUND', { path: '/agents/run/nope' }],
    ['nothing that is accepted', 406, 'NOT_ACCEPTABLE', { headers: { accept: 'image/png' } }],
    ['only what another contract has', 406, 'NOT_ACCEPTABLE', { headers: { accept: 'application/problem+json' } }],
    ['an unknown envelope', 422, 'VALIDATION_ERROR', { path: '/agents/run/sync?envelope=nope' }],
    ['an envelope of another contract', 422, 'VALIDATION_ERROR', { path: '/agents/run/sync?envelope=yaagents' }],
    ['a defect of the server', 500, 'TASK_FAILED', { body: add(), options: { authenticate: throwing as never } }],
    ['wrong credentials', 401, 'UNAUTHORIZED', { body: '{', options: { authenticate: refusing as never } }],
    ['no body', 422, 'VALIDATION_ERROR', {}],
    ['a body that is no JSON', 422, 'VALIDATION_ERROR', { body: '{' }],
    ['an unknown task type', 422, 'UNSUPPORTED_TASK_TYPE', { body: { request_id: 'r', task_type: 'NOPE' } }],
  ])('%s', async (_, status, code, sent) => {
    const response = await send({ ...sent, options: { contract: mount, ...sent.options } })
    expect(response.status).toBe(status)
    expect(await envelope(response)).toMatchObject({ status: 'error', error: { code } })
  })
})

describe('who calls comes before what they send', () => {
  const nobody = { authenticate: async () => undefined }

  test.each(['{', '{}', JSON.stringify(add('x'))])(
    'no credentials are 401 before the body %j is looked at',
    async body => {
      let isRead = false
      const stream = new ReadableStream(
        {
          pull(controller) {
            isRead = true
            controller.enqueue(new TextEncoder().encode(body))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const init = { method: 'POST', headers: json, body: stream, duplex: 'half' } as RequestInit
      const response = await serve(agent, nobody).fetch(new Request('http://x/agents/run/sync', init))
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('Bearer')
      expect(isRead).toBe(false)
    },
  )

  test('limits count calls that are refused for their bodies, each by the operation it wants', async () => {
    const seen: string[] = []
    const limit = ({ operation: name }: RateLimitInput) => {
      seen.push(name)
      return { headers: { 'x-counted': String(seen.length) } }
    }
    for (const body of ['{', add('x'), { request_id: 'r', task_type: 'NOPE' }, add()]) {
      const response = await send({ body, options: { limit } })
      expect(response.headers.get('x-counted')).toBe(String(seen.length))
    }
    expect(seen).toEqual(['', 'add', '', 'add'])
  })

  test('a public operation needs no credentials, others of the same agent do', async () => {
    const make = (isPublic: boolean) =>
      operation({ title: 'X', input: {}, public: isPublic, handler: () => ({ x: 1 }) })
    const mixed = defineAgent({ name: 'm', version: '1', operations: { open: make(true), closed: make(false) } })
    const call = async (type: string) => {
      const body = JSON.stringify({ request_id: 'r', task_type: type })
      return serve(mixed, nobody).fetch(
        new Request('http://x/agents/run/sync', { method: 'POST', headers: json, body }),
      )
    }
    expect((await call('OPEN')).status).toBe(200)
    expect((await call('CLOSED')).status).toBe(401)
    expect((await call('NOPE')).status).toBe(401)
  })
})

test.each([1500.75, 0.5])('a budget of %d ms is no defect of the server', async timeout_ms => {
  const response = await send({ body: { ...add(), budgets: { timeout_ms } } })
  expect(await envelope(response)).toMatchObject(
    timeout_ms > 1 ? { status: 'ok', outputs: { sum: 3 } } : { status: 'error', error: { code: 'TIMEOUT' } },
  )
})

test('issues of an input point into the inputs of the body', async () => {
  const { error } = await envelope(await send({ body: add('x') }))
  expect(error?.details).toMatchObject({ issues: [{ pointer: '/inputs/a', location: 'body' }] })
})

test('an approval that is asked for has a token', async () => {
  const body = { request_id: 'r', task_type: 'HAPPEN', inputs: { what: 'approval' } }
  const { error } = await envelope(await send({ body }))
  expect(error?.details).toMatchObject({ needs: [{ kind: 'approval', token: expect.stringMatching(/^apr_/) }] })
})

describe.each([
  ['long', 'r'.repeat(300)],
  ['unprintable', 'r\n\u0000é 1'],
  ['with a header in it', 'r\r\nx-evil: 1'],
])('a request id that is %s', (_, id) => {
  const lines: object[] = []
  const log = { info: (line: object) => void lines.push(line), warn() {} }

  test.each(['/agents/run/sync', '/agents/run/stream'])(
    'comes back to the letter, and in no header, from %s',
    async path => {
      lines.length = 0
      const response = await send({ path, body: { ...add(), request_id: id }, options: { log } })
      expect(response.status).toBe(200)
      expect(response.headers.has('x-request-id')).toBe(false)
      expect(response.headers.has('x-evil')).toBe(false)
      expect(response.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
      const text = await response.text()
      const bodies = path.endsWith('stream') ? readSse(text).events.map(({ data }) => data) : [text]
      for (const body of bodies) expect((JSON.parse(body) as { request_id: string }).request_id).toBe(id)
      if (path.endsWith('stream')) {
        const edition = agentRun.editions['1']
        if (edition === undefined) throw new Error('agent-run has an edition 1')
        expect(readStream(agentRun, edition, text).findings).toEqual([])
      }
      expect(lines).toMatchObject([{ request_id: '', operation: 'add' }])
    },
  )

  test('is no correlation id either', async () => {
    const headers = { 'x-correlation-id': id.replaceAll(/[\r\n\0é]/g, '\t'), 'x-request-id': 'x '.repeat(100) }
    const response = await send({ body: { task_type: 'ADD' }, headers, options: { log } })
    expect(response.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await envelope(response)).request_id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test.each([
  ['fooBar', 'foo-bar'],
  ['fooBar', 'FOO_BAR'],
  ['a1b', 'A1B'],
])('operations %s and %s have one task type, which is refused when they are defined', (one, two) => {
  const same = operation({ title: 'X', input: z.object({}), handler: () => ({}) })
  expect(() => defineAgent({ name: 'x', version: '1', operations: { [one]: same, [two]: same } })).toThrow(
    `The operations ${one} and ${two} have the same task type.`,
  )
})
