/** For the tests: a server on a real socket, a clock that they set, and calls whose every answer is validated. */
import { type IncomingHttpHeaders, request } from 'node:http'
import { expect } from 'vitest'
import { newApiKey } from '../../src/auth/index.ts'
import { Body, check, contract, httpWire } from '../../src/index.ts'
import { openPrograms, type ServerOptions } from './server.ts'

export const v2Accept = { accept: 'application/vnd.jpcite.v2+json' }

const newKey = (subject: string, ...roles: string[]) => newApiKey({ subject, tenant: 'tests', roles })

const plain = newKey('plain')
const ops = newKey('ops', 'ops')
const licensed = newKey('licensed', 'license:proprietary')
const capped = newKey('capped')

export const keys = { plain: plain.key, ops: ops.key, licensed: licensed.key, capped: capped.key }

export interface CallOptions {
  headers?: Record<string, string>
  /** The loopback address to call from: each is another anonymous caller. */
  from?: string
  method?: string
}

export interface Answer {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  text: string
  /** Whatever JSON it is. */
  body: ReturnType<typeof JSON.parse>
}

/** A day in the opt-in phase, well away from midnight. */
export const noon = '2026-05-10T12:00:00+09:00'

export async function openValidated(options: Partial<ServerOptions> = {}) {
  const clock = { at: Date.parse(noon) }
  const server = openPrograms({
    keys: [plain.record, ops.record, licensed.record, capped.record],
    now: () => clock.at,
    ...options,
    limits: {
      monthlyCaps: new Map([['capped', 2]]),
      perSecond: { anonymous: { perSecond: 1, burst: 50 }, key: { perSecond: 1000, burst: 10_000 } },
      ...options.limits,
    },
  })
  const { url, close } = await server.listen({ port: 0 })

  /** Calls and validates: every answer keeps its edition to the letter, and says which it is. */
  const call = async (path: string, { headers = {}, from, method = 'GET' }: CallOptions = {}): Promise<Answer> => {
    const answer = await exchange(new URL(path, url), { headers, method, ...(from && { localAddress: from }) })
    expect(['v1', 'v2']).toContain(answer.headers['x-envelope-version'])
    const vary = answer.headers.vary?.split(', ')
    expect(vary).toEqual(expect.arrayContaining(['Accept', 'X-Envelope-Version']))
    const version = answer.headers['x-envelope-version'] === 'v2' ? 'v2' : 'legacy'
    const wire = httpWire({ status: answer.status, headers: answer.headers, body: Body.ofBytes(answer.bytes) })
    expect(check(contract('jpcite'), wire, { version })).toEqual([])
    if (!answer.headers['content-type']?.startsWith('application/json')) return answer
    expect(answer.headers.deprecation !== undefined).toBe(version === 'legacy')
    return { ...answer, body: JSON.parse(answer.text) }
  }

  /** The same with a key that nothing limits. */
  const ask = (path: string, more: Record<string, string> = {}, key = keys.plain) =>
    call(path, { headers: { 'x-api-key': key, ...more } })

  return { ...server, url, close, clock, call, ask }
}

export type ValidatedCalls = Awaited<ReturnType<typeof openValidated>>

/** A path with its query, each value as often as it is listed. */
export function pathTo(path: string, query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map(one => [name, String(one)]))
  return `${path}?${new URLSearchParams(pairs)}`
}

function exchange(url: URL, options: { headers: Record<string, string>; method: string; localAddress?: string }) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, async response => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const status = response.statusCode ?? 0
      resolve({ status, headers: plainHeaders(response.headers), bytes, text: bytes.toString(), body: undefined })
    })
    sent.once('error', reject).end()
  })
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}
