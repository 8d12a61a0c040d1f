/** AdCP over REST: what the caller sends for itself comes back on every answer, and no answer claims too much. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import type { Authenticate } from '../../src/auth/index.ts'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { fault } from '../../src/outcome/fault.ts'
import { completed, pending } from '../../src/outcome/outcome.ts'
import { respond } from '../../src/server/respond.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'
import { Body } from '../../src/wire/body.ts'
import { httpWire } from '../../src/wire/http.ts'
import { readSse } from '../../src/wire/sse.ts'
import { agent as happenings } from './agent.ts'

const agent = defineAgent({
  name: 'buyer',
  version: '1.0.0',
  operations: {
    ...happenings.operations,
    strict: operation({
      title: 'Take nothing else',
      route: 'POST /strict',
      input: z.strictObject({ a: z.number() }),
      handler: (input, context) => ({ input, conversation: context.conversationId ?? '' }),
    }),
    submitted: operation({
      title: 'Submit',
      route: 'POST /submitted',
      input: z.looseObject({}),
      handler: () => pending({ id: 't-1' }),
    }),
    keyed: operation({
      title: 'Declare a member of the envelope',
      route: 'POST /keyed',
      input: z.strictObject({ idempotency_key: z.string() }),
      handler: input => ({ given: input }),
    }),
  },
})

/** Numbers that no double holds, odd white space, odd escapes, a key that is dangerous to copy. */
const context = '{ "big": 12345678901234567890.10,\t"e":1E+2, "text": "\\u0041 \\/ 日本", "__proto__": {"x": [ ]} }'
const members = `"context": ${context}, "context_id": "ctx_mine"`

const authenticate: Authenticate = async request =>
  request.headers.get('x-test-user') === null ? undefined : { subject: 'u', tenant: 't', roles: [] }

async function call(path: string, body: string, headers: Record<string, string> = {}, options: ServeOptions = {}) {
  const server = serve(agent, { contract: 'adcp', authenticate, maxBodyBytes: 4000, ...options })
  const request = new Request(`http://x${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-test-user': 'u',
      'idempotency-key': crypto.randomUUID(),
      ...headers,
    },
  })
  if (headers['x-test-user'] === '') request.headers.delete('x-test-user')
  const response = await server.fetch(request)
  const text = await response.text()
  await server.close()
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

type Called = Awaited<ReturnType<typeof call>>

function judged({ status, headers, text }: Called) {
  expect(check(contract('adcp'), httpWire({ status, headers, body: Body.ofText(text) }))).toEqual([])
  return JSON.parse(text)
}

const echo = `"context":${context}`

describe('the context of the caller', () => {
  const limited: ServeOptions = { limit: () => ({ refused: fault('rate-limited', 'Wait.') }) }
  const cases: [string, number, string, string, string, Record<string, string>, ServeOptions][] = [
    ['completed', 200, 'completed', '/sums', `{"a": 1, "b": 2, ${members}}`, {}, {}],
    ['created', 201, 'completed', '/happenings', `{"what": "created", ${members}}`, {}, {}],
    ['submitted', 202, 'submitted', '/submitted', `{${members}}`, {}, {}],
    ['a question', 200, 'input-required', '/happenings', `{"what": "ask", ${members}}`, {}, {}],
    ['an approval', 200, 'input-required', '/happenings', `{"what": "approval", ${members}}`, {}, {}],
    ['a conflict', 409, 'failed', '/happenings', `{"what": "conflict", ${members}}`, {}, {}],
    ['an exception', 500, 'failed', '/happenings', `{"what": "throw", ${members}}`, {}, {}],
    ['a wrong input', 422, 'rejected', '/sums', `{"a": "x", ${members}}`, {}, {}],
    ['a member that is given twice', 422, 'rejected', '/sums', `{"a": 1, "a": 1, ${members}}`, {}, {}],
    ['a role that is missing', 403, 'rejected', '/guarded', `{${members}}`, {}, {}],
    ['no credentials', 401, 'rejected', '/sums', `{${members}}`, { 'x-test-user': '' }, {}],
    ['a limit', 429, 'failed', '/sums', `{${members}}`, {}, limited],
    ['no such path', 404, 'rejected', '/nowhere', `{${members}}`, {}, {}],
    ['no such method', 405, 'rejected', '/things/x', `{${members}}`, {}, {}],
    ['nothing that is accepted', 406, 'rejected', '/sums', `{${members}}`, { accept: 'image/png' }, {}],
  ]
  test.each(cases)('comes back to the letter: %s', async (_, status, says, path, body, headers, options) => {
    const called = await call(path, body, headers, options)
    const answer = judged(called)
    expect([called.status, answer.status, called.headers['x-adcp-status']]).toEqual([status, says, says])
    expect(called.text).toContain(echo)
    expect([answer.context_id, called.headers['x-adcp-context-id']]).toEqual(['ctx_mine', 'ctx_mine'])
  })

  test('comes back in the last event of a stream', async () => {
    const { text } = await call('/sums', `{"a": 1, "b": 2, ${members}}`, { accept: 'text/event-stream' })
    const last = readSse(text).events.at(-1)
    expect(last?.data).toContain(echo)
    expect(JSON.parse(last?.data ?? '')).toMatchObject({ status: 'completed', context_id: 'ctx_mine' })
  })

  test.each(['{"a": 1, "b": 2}', '{"a": 1, "b": 2, "context": "text"}', '{"a": 1, "b": 2, "context": null}', '{"a":'])(
    'is never invented: %s',
    async body => {
      const answer = judged(await call('/sums', body))
      expect(Object.hasOwn(answer, 'context')).toBe(false)
    },
  )

  test('is no part of the input, nor are its siblings, however strict the schema', async () => {
    const { status, text } = await call('/strict', `{"a": 1, "idempotency_key": "0123456789abcdef", ${members}}`)
    expect([status, JSON.parse(text)]).toMatchObject([200, { input: { a: 1 }, conversation: 'ctx_mine' }])
  })

  test('a member of the envelope that an operation declares is its input too', async () => {
    const { text } = await call('/keyed', `{"idempotency_key": "0123456789abcdef", ${members}}`)
    expect(JSON.parse(text)).toMatchObject({ given: { idempotency_key: '0123456789abcdef' } })
  })
})

describe('the id of a conversation', () => {
  test('is minted when there is none, another each time', async () => {
    const ids = [1, 2].map(async () => judged(await call('/sums', '{"a": 1, "b": 2}')).context_id)
    const [first, second] = await Promise.all(ids)
    expect(first).toMatch(/^ctx_[0-9a-f-]{36}$/)
    expect(second).not.toBe(first)
  })

  test('may come in the head, and the body goes before it', async () => {
    const head = { 'x-adcp-context-id': 'ctx_head' }
    expect(judged(await call('/sums', '{"a": 1, "b": 2}', head)).context_id).toBe('ctx_head')
    expect(judged(await call('/sums', `{"a": 1, "b": 2, ${members}}`, head)).context_id).toBe('ctx_mine')
  })

  test('is minted by respond too', async () => {
    const request = () => new Request('http://x/y')
    const minted = respond(request(), completed({}), { contract: 'adcp' })
    expect((await minted.json()) as object).toMatchObject({ context_id: expect.stringMatching(/^ctx_/) })
    const known = { contract: 'adcp', exchange: { conversationId: 'ctx_app', context } }
    const text = await respond(request(), completed({}), known).text()
    expect(text).toContain(echo)
    expect(JSON.parse(text).context_id).toBe('ctx_app')
  })
})

test.each(['adcp', 'agent-run', 'jpcite', 'problem', 'yaagents'])(
  'the head of a stream in %s claims no end, no duration and no other place',
  async id => {
    const options: ServeOptions = { contract: id, contractOptions: { jpcite: { phase: 'default-v2' } } }
    const { headers } = await call('/sums', '{"a": 1, "b": 2}', { accept: 'text/event-stream' }, options)
    expect(headers['content-type']).toBe('text/event-stream')
    expect(headers['x-adcp-status']).toBe(id === 'adcp' ? 'working' : undefined)
    for (const name of ['server-timing', 'location', 'retry-after']) expect(Object.keys(headers)).not.toContain(name)
  },
)

test.each(['yaagents', 'agent-run', 'jpcite', 'problem'])('under %s a context is an input like any other', async id => {
  const body = '{"a": 1, "context": {}}'
  expect(
    (await call('/strict', body, {}, { contract: id, contractOptions: { jpcite: { phase: 'default-v2' } } })).status,
  ).toBe(422)
})
