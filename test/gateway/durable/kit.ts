/** Gateways with a store, on real sockets, in front of real upstreams that count what reaches them. */

import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RouteConfig } from '../../../src/gateway/config.ts'
import { afterEachFile } from '../../after-file.ts'
import { openDatabases } from '../../postgres.ts'
import {
  gateway,
  pool,
  type Received,
  route,
  sendJson,
  type TestConfig,
  type TestGateway,
  traceOf,
  type Upstream,
  upstream,
} from '../kit.ts'
import { knownCallerEntry } from './caller-plugin.ts'

const removals: (() => unknown)[] = []
afterEachFile(async () => {
  for (const remove of removals.splice(0)) await remove()
})

/** Gateways on a database need a secret. It is in the environment until the file is over: other files share the process. */
export function setSecret(): void {
  if (process.env.REPLYWIRE_SECRET !== undefined) return
  process.env.REPLYWIRE_SECRET = 'a secret of thirty-two characters'
  removals.push(() => {
    delete process.env.REPLYWIRE_SECRET
  })
}

/** The address of a new store of a kind. */
export async function newStore(kind: 'sqlite' | 'postgres' = 'sqlite'): Promise<string> {
  if (kind === 'postgres') {
    setSecret()
    const databases = await openDatabases()
    removals.push(() => databases.remove())
    return databases.database()
  }
  const folder = mkdtempSync(join(tmpdir(), 'replywire-gateway-'))
  removals.push(() => rmSync(folder, { recursive: true, force: true }))
  return `sqlite:${join(folder, 'store.db')}`
}

/** A gateway that knows its callers by the headers of tests, with the options of one route. */
export async function durableGateway(
  upstreamUrl: string,
  plugins: RouteConfig['plugins'],
  { store, route: own = {}, ...more }: TestConfig & { route?: Partial<RouteConfig> } = {},
): Promise<TestGateway> {
  return gateway({
    auth: 'required',
    plugins: [knownCallerEntry],
    pools: [pool(upstreamUrl)],
    routes: [route({ plugins, enforce: 'enforce', ...own })],
    store: store === 'none' ? undefined : (store ?? (await newStore())),
    ...more,
  })
}

export const ada = { 'test-tenant': 'acme', 'test-subject': 'ada' }
export const bob = { 'test-tenant': 'acme', 'test-subject': 'bob' }
export const eve = { 'test-tenant': 'other', 'test-subject': 'ada' }

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
  readonly text: string
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body)
}

export async function send(
  url: string,
  headers: Record<string, string> = {},
  body?: unknown,
  method = 'POST',
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: bodyOf(body) }),
  })
  const text = await response.text()
  let json: Record<string, unknown> = {}
  try {
    json = JSON.parse(text)
  } catch {
    // Not every answer is JSON.
  }
  return { status: response.status, headers: response.headers, body: json, text }
}

export const get = (url: string, headers: Record<string, string> = {}): Promise<Reply> =>
  send(url, headers, undefined, 'GET')

/** An upstream whose answers say how many calls it has had. */
export function countingUpstream(
  answer?: (received: Received, response: ServerResponse, count: number) => void,
): Promise<Upstream> {
  let count = 0
  return upstream((received, response) => {
    count += 1
    if (answer === undefined) sendJson(response, 200, completed(received, { count }))
    else answer(received, response, count)
  })
}

/** A completed answer of the profile. */
export function completed(received: Received, data: unknown): object {
  return { result: data as object, trace: traceOf(received) }
}

/** Waits for something; a test that waits in vain says for what. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(20)
  }
  throw new Error(`It did not come: ${look}`)
}

const ends = new Set(['completed', 'failed', 'canceled', 'unknown', 'paused'])

/** Waits until a task has ended or pauses, and returns its status. */
export async function ended(url: string, statusUrl: unknown, headers: Record<string, string>): Promise<Reply> {
  let last: Reply | undefined
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    last = await get(`${url}${String(statusUrl)}`, headers)
    if (ends.has(String(last.body.state))) return last
    await sleep(20)
  }
  throw new Error(`The task goes on: ${last?.status} ${last?.text}`)
}
