/** One handler, every contract, over real sockets: the same data, and nothing that a check would find. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import { readStream } from '../../src/codec/stream.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { type FaultCategory, fault } from '../../src/outcome/fault.ts'
import { failed, type Outcome } from '../../src/outcome/outcome.ts'
import type { Listening } from '../../src/server/http/listen.ts'
import { serve } from '../../src/server/serve.ts'
import { goldenExchange } from '../../src/testing/golden.ts'
import { Body } from '../../src/wire/body.ts'
import { type HttpWire, httpWire } from '../../src/wire/http.ts'
import { agent } from './agent.ts'

const spoken = contracts.flatMap(contract =>
  Object.values(contract.editions)
    .filter(edition => edition.http !== undefined)
    .map(edition => ({ name: `${contract.id}@${edition.version}`, contract, edition })),
)

let server: Listening
beforeAll(async () => {
  const authenticate = async (request: { headers: { get(name: string): string | null } }) =>
    request.headers.get('x-test-user') === null ? undefined : { subject: 'u', tenant: 't', roles: [] }
  server = await serve(agent, {
    maxBodyBytes: 2000,
    authenticate,
    contractOptions: { jpcite: { phase: 'opt-in' } },
  }).listen({ port: 0 })
})
afterAll(() => server.close())

const user = { 'x-test-user': 'u' }

async function call(path: string, envelope: string, init: RequestInit = {}): Promise<HttpWire> {
  const url = new URL(path, server.url)
  url.searchParams.set('envelope', envelope)
  const response = await fetch(url, init)
  const body = Body.ofBytes(new Uint8Array(await response.arrayBuffer()))
  return httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body })
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...user, ...headers },
})

describe.each(spoken)('$name', ({ name, contract, edition }) => {
  const read = (wire: HttpWire): Outcome => {
    expect(check(contract, wire, { version: edition.version })).toEqual([])
    const outcome = edition.http?.decode(wire).outcome
    if (outcome === undefined) throw new Error('no face')
    return outcome
  }

  test('the answer is the same data', async () => {
    const wire = await call('/sums', name, post({ a: 20, b: 22 }, { 'x-request-id': 'req-7' }))
    expect(wire.headers['x-request-id']).toBe('req-7')
    expect(wire.status).toBe(200)
    expect(JSON.stringify(read(wire))).toContain('"sum":42')
  })

  test('the stream ends with the same answer', async () => {
    if (edition.stream === undefined) return
    const wire = await call('/sums', name, post({ a: 20, b: 22 }, { accept: 'text/event-stream' }))
    expect(wire.headers['content-type']).toBe('text/event-stream')
    const { moments, findings } = readStream(contract, edition, wire.body.text())
    expect(findings).toEqual([])
    expect(moments.map(({ kind }) => kind)).toEqual(['progress', 'outcome'])
    expect(JSON.stringify(moments.at(-1))).toContain('"sum":42')
  })

  test.each(['created', 'accepted', 'ask', 'approval', 'forbidden', 'conflict', 'dependency', 'throw', 'plain'])(
    'what happened (%s) is told without a finding and without the text of an exception',
    async what => {
      const wire = await call('/happenings', name, post({ what }))
      read(wire)
      expect(wire.body.text()).not.toContain('canary')
    },
  )

  /** The status that the contract's own table has for a fault, which the golden matrix pins. HTTP's own faults have their own in every contract. */
  const statusOf = (category: FaultCategory): number | undefined => {
    // Only the exception comes from a run that began.
    const more = category === 'internal' ? {} : { began: false }
    return edition.http?.encode(failed(fault(category, 'A sentence.', more)), goldenExchange).wire.status
  }

  const refusals: [string, number | FaultCategory, string, RequestInit][] = [
    ['no credentials', 'unauthenticated', '/sums', { ...post({}), headers: { 'content-type': 'application/json' } }],
    ['no such path', 'not-found', '/nowhere', { headers: user }],
    ['no such method', 405, '/sums', { headers: user }],
    ['a body that is too large', 413, '/sums', post({ a: 'x'.repeat(3000) })],
    ['a form', 415, '/sums', post('a=1', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['a wrong input', 'invalid', '/sums', post({ a: 'canary', b: 1 })],
    ['broken JSON', 'invalid', '/sums', post('{"a":')],
    ['a role that is missing', 'forbidden', '/guarded', post({})],
    ['an exception', 'internal', '/happenings', post({ what: 'throw' })],
  ]
  test.each(refusals)('%s', async (_, expected, path, init) => {
    const wire = await call(path, name, { ...init, headers: { ...init.headers, 'x-request-id': 'req-9' } })
    const outcome = read(wire)
    expect(outcome.kind).toBe('failed')
    expect(wire.status).toBe(typeof expected === 'number' ? expected : statusOf(expected))
    if (expected !== 'internal') expect(String(wire.status)).toMatch(/^4\d\d$/)
    expect(wire.headers['x-request-id']).toBe('req-9')
    expect(wire.body.text()).not.toContain('canary')
    if (expected === 405) expect(wire.headers.allow).toBe('POST')
    if (expected === 'unauthenticated') expect(wire.headers['www-authenticate']).toContain('Bearer')
  })

  test('a defect of the server itself', async () => {
    const authenticate = () => {
      throw new Error('canary')
    }
    const request = new Request(`http://x/sums?envelope=${name}`, post({ a: 1, b: 2 }))
    const response = await serve(agent, { authenticate, contractOptions: { jpcite: { phase: 'opt-in' } } }).fetch(
      request,
    )
    const body = Body.ofBytes(new Uint8Array(await response.arrayBuffer()))
    const wire = httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body })
    expect(read(wire).kind).toBe('failed')
    expect(response.status).toBe(500)
  })

  test('nothing that is accepted', async () => {
    const init = post({ a: 1, b: 2 }, { accept: 'image/png' })
    const response = await fetch(new URL('/sums', server.url), init)
    expect(response.status).toBe(406)
  })
})
