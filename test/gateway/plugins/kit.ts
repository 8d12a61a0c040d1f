/** Gateways with plugins: real tokens, real services that plugins ask, real upstreams. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { PluginConfig, RouteConfig } from '../../../src/gateway/config.ts'
import { afterEachFile } from '../../after-file.ts'
import {
  gateway,
  pool,
  route,
  sendJson,
  type TestConfig,
  type TestGateway,
  traceOf,
  type Upstream,
  upstream,
} from '../kit.ts'

export const secret = 'a-secret-of-tests-that-is-long-enough'

export function plugin(
  name: string,
  options: Record<string, unknown> = {},
  more: Partial<PluginConfig> = {},
): PluginConfig {
  return { name, enabled: true, options, ...more }
}

/** Tokens of one issuer with a secret. */
export const withSecret = plugin('token-validator', { jwt_secret: secret })

export function token(claims: Record<string, unknown> = {}, expires: string | number = '5m'): Promise<string> {
  return new SignJWT({ sub: 'ada', tenant_id: 'acme', roles: ['writer'], ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))
}

export interface Caller {
  readonly agents: Upstream
  readonly gate: TestGateway
  call(headers?: Record<string, string>, init?: RequestInit): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
}

export type GuardedSettings = Omit<TestConfig, 'plugins' | 'pools'> & {
  readonly plugins: readonly PluginConfig[]
  readonly route?: Partial<RouteConfig>
  readonly now?: () => number
}

/** A gateway with plugins in front of an agent that answers 200. */
export async function guarded({ plugins, route: more, now, ...settings }: GuardedSettings): Promise<Caller> {
  const agents = await upstream((received, response) => sendJson(response, 200, { ok: true, trace: traceOf(received) }))
  const routes = settings.routes ?? [route(more)]
  const gate = await gateway({ auth: 'none', ...settings, routes, plugins, pools: [pool(agents.url)] }, now)
  return {
    agents,
    gate,
    call: (headers = {}, init = {}) =>
      call(`${gate.url}/campaigns/7/optimizations`, { method: 'POST', ...init, headers: { ...headers } }),
  }
}

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  const type = response.headers.get('content-type')
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, type, headers: response.headers, text, body }
}

export async function bearer(
  claims?: Record<string, unknown>,
  expires?: string | number,
): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await token(claims, expires)}` }
}

const servers: Server[] = []
afterEachFile(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

export interface TestService {
  readonly url: string
  readonly requests: IncomingMessage[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
}

/** A service that a plugin asks. What it answers may be changed. */
export async function service(answer: TestService['answer']): Promise<TestService> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    one.answer(request, response)
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const one: TestService = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, answer }
  return one
}

/** An issuer with a key of an algorithm. */
export async function issuer(name: string, alg: string, kid = 'k1') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  const sign = (claims: Record<string, unknown> = {}, header: Record<string, string> = {}) =>
    new SignJWT({ iss: name, sub: 'ada', ...claims })
      .setProtectedHeader({ alg, kid, ...header })
      .setExpirationTime('5m')
      .sign(privateKey)
  return { name, jwk, sign }
}

/** The metric of a gateway that counts something, 0 without any. */
export async function counted(caller: Caller, name: string, labels: Record<string, string> = {}): Promise<number> {
  return (await caller.gate.metric(name, labels)) ?? 0
}
