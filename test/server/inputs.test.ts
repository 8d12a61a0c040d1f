/** What a server takes, from where, and what it refuses; and the addresses that it answers with. */
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { created, pending } from '../../src/outcome/outcome.ts'
import { serve } from '../../src/server/serve.ts'
import { carriers, type Door, listenOn } from './carriers/listen.ts'

const echo = (input: unknown) => ({ took: input as object })
const agent = defineAgent({
  name: 'taker',
  version: '1',
  operations: {
    read: operation({ title: 'Read', route: 'GET /notes/{id}', input: z.object({ id: z.string() }), handler: echo }),
    pin: operation({
      title: 'Pin',
      route: 'POST /notes/{id}:pin',
      input: z.object({ id: z.string() }),
      handler: echo,
    }),
    write: operation({
      title: 'Write',
      route: 'PUT /notes/{id}',
      input: z.strictObject({ id: z.string(), dryRun: z.boolean().optional(), text: z.string() }),
      locations: { dryRun: 'query' },
      handler: echo,
    }),
    loose: operation({
      title: 'Loose',
      route: 'POST /loose',
      input: z.object({ trusted: z.string().optional(), n: z.array(z.number()).optional() }),
      locations: { trusted: 'header' },
      handler: echo,
    }),
    plain: operation({
      title: 'Plain valibot',
      route: 'GET /plain/{id}',
      input: v.strictObject({
        id: v.number(),
        zip: v.optional(v.string()),
        deep: v.optional(v.boolean()),
        tags: v.optional(v.array(v.string())),
        sizes: v.optional(v.array(v.number())),
      }),
      handler: echo,
    }),
    either: operation({
      title: 'Either',
      route: 'GET /either',
      input: z.discriminatedUnion('by', [
        z.object({ by: z.literal('size'), value: z.number() }),
        z.object({ by: z.literal('name'), value: z.string() }),
      ]),
      handler: echo,
    }),
    make: operation({
      title: 'Make',
      route: 'POST /made',
      input: z.object({ at: z.string() }),
      handler: ({ at }) => created({ ok: true }, { location: at }),
    }),
    queue: operation({
      title: 'Queue',
      route: 'POST /queued',
      input: z.object({ at: z.string() }),
      handler: ({ at }) => pending({ id: 'op-1', statusUrl: at }),
    }),
  },
})

describe.each(carriers)('over the %s carrier', carrier => {
  let door: Door
  beforeAll(async () => {
    door = await listenOn(carrier, serve(agent, { authenticate: false }))
  })
  afterAll(() => door.close())

  async function call(method: string, path: string, body?: BodyInit | object, headers: Record<string, string> = {}) {
    const sent = typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body
    const init = {
      method,
      headers: { 'content-type': 'application/json', ...headers },
    }
    const response = await fetch(`${door.url}${path}`, sent === undefined ? init : { ...init, body: sent as BodyInit })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }

  describe('an input', () => {
    test('that is declared in a header is never taken from the body', async () => {
      const { body } = await call('POST', '/loose', { trusted: 'forged' })
      expect(body.took).toEqual({})
      const told = await call('POST', '/loose', { trusted: 'forged' }, { trusted: 'yes' })
      expect(told.body.took).toEqual({ trusted: 'yes' })
    })

    test('in a place that is not its own is named where the schema is strict', async () => {
      const { status, body } = await call('PUT', '/notes/7', { text: 'x', dryRun: true })
      expect(status).toBe(422)
      expect(body.errors).toEqual([{ field: 'dryRun', message: 'Belongs in the query.' }])
      expect((await call('PUT', '/notes/7?dryRun=true', { text: 'x' })).body.took).toEqual({
        id: '7',
        text: 'x',
        dryRun: true,
      })
    })

    test('is read as its schema takes it, though the library tells no JSON Schema', async () => {
      const { body } = await call('GET', '/plain/7?zip=12345&deep=true&tags=1&sizes=1&sizes=2.5')
      expect(body.took).toEqual({ id: 7, zip: '12345', deep: true, tags: ['1'], sizes: [1, 2.5] })
    })

    test('that no reading makes right is refused as the text that it is', async () => {
      const { status, body } = await call('GET', '/plain/seven?deep=maybe')
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        { field: 'id', message: 'Invalid type: Expected number' },
        { field: 'deep', message: 'Invalid type: Expected boolean' },
      ])
    })

    test('of a discriminated union is read as its alternative wants it', async () => {
      expect((await call('GET', '/either?by=size&value=5')).body.took).toEqual({ by: 'size', value: 5 })
      expect((await call('GET', '/either?by=name&value=5')).body.took).toEqual({ by: 'name', value: '5' })
    })
  })

  describe('a small request earns no large answer', () => {
    test('by thousands of wrong members', async () => {
      const { status, body } = await call('POST', '/loose', { n: Array.from({ length: 5000 }, () => 'x') })
      expect(status).toBe(422)
      expect(body.errors).toHaveLength(101)
      expect(body.errors.at(-1)).toEqual({ field: '', message: 'There are 4900 more issues.' })
    })

    test('by thousands of members given twice', async () => {
      const twice = Array.from({ length: 3000 }, (_, n) => `"k${n}":1,"k${n}":2`).join()
      const { status, body } = await call('POST', '/loose', `{${twice}}`)
      expect(status).toBe(422)
      expect(body.errors).toHaveLength(101)
    })

    test('by a long key above many members given twice', async () => {
      const inner = Array.from({ length: 100 }, () => '"a":1').join()
      const { status, text } = await call('POST', '/loose', `{"${'k'.repeat(100_000)}":{${inner}}}`)
      expect(status).toBe(422)
      expect(text.length).toBeLessThan(20_000)
    })
  })

  test.each(['GET', 'DELETE', 'PUT'])('%s of an action is 405, and no resource of that name', async method => {
    const { status, headers } = await call(method, '/notes/7:pin')
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('POST')
  })

  test.each([
    'POST /agents/x/invoke',
    'POST /agents/{name}/invoke',
    'POST /v1/agents/x/invoke',
    'PUT /api/v2/agents/{name}:invoke',
    'POST /v1/Agents/x/Invoke/',
  ])('%s is refused where it is defined', route => {
    expect(() => operation({ title: 'T', route, input: {}, handler: () => ({}) })).toThrow('behind its resources')
  })

  describe('a body', () => {
    test.each([
      ['compressed', { 'content-encoding': 'gzip' }, 'identity'],
      ['compressed twice', { 'content-encoding': 'identity, br' }, 'identity'],
      ['in another charset', { 'content-type': 'application/json; charset=iso-8859-1' }, null],
      ['in another charset, quoted', { 'content-type': 'application/json; x=1; Charset="utf-16"' }, null],
    ])('that is %s is 415', async (_, headers, codings) => {
      for (const path of ['/loose', '/agents/run/sync']) {
        const refused = await call('POST', path, gzipSync('{}'), headers)
        expect(refused.status).toBe(415)
        expect(refused.headers.get('accept-encoding')).toBe(codings)
      }
    })

    test.each([
      { 'content-encoding': 'identity' },
      { 'content-type': 'application/json; charset=UTF-8' },
      { 'content-type': 'application/json;charset="utf8"' },
    ])('with %j is read', async headers => {
      expect((await call('POST', '/loose', {}, headers)).status).toBe(200)
    })
  })

  describe('an address', () => {
    test.each([
      ['/things/x1?a=b&c=%20#d', '/things/x1?a=b&c=%20#d'],
      ['/things/補助', '/things/%E8%A3%9C%E5%8A%A9'],
      ['/things/ä b', '/things/%C3%A4%20b'],
      ['/x\r\nset-cookie: a=b', '/x%0D%0Aset-cookie:%20a=b'],
      ['/x\ud800', '/x%EF%BF%BD'],
    ])('%j is sent as %j, in every contract', async (at, location) => {
      for (const envelope of ['yaagents', 'problem', 'adcp', 'agent-run', 'jpcite']) {
        // Only AdCP demands a key, and with a key no text may be ill-formed.
        if (envelope === 'adcp' && !at.isWellFormed()) continue
        const key = () => ({ ...(envelope === 'adcp' && { 'idempotency-key': crypto.randomUUID() }) })
        const made = await call('POST', `/made?envelope=${envelope}`, { at }, key())
        expect(made.status, envelope).toBeLessThan(300)
        expect([location, null], envelope).toContain(made.headers.get('location'))
        const queued = await call('POST', `/queued?envelope=${envelope}`, { at }, key())
        expect(queued.status, envelope).toBeLessThan(300)
        expect([location, null], envelope).toContain(queued.headers.get('location'))
      }
      expect((await call('POST', '/made', { at })).headers.get('location')).toBe(location)
      const { headers, body } = await call('POST', '/queued', { at })
      expect(headers.get('location')).toBe(location)
      expect(body.statusUrl).toBe(location)
    })
  })
})
