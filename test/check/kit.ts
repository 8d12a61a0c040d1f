/** Checks a real server over a socket, and names the rules that the check found broken. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, editionFor } from '../../src/check/connect.ts'
import { publishedCases } from '../../src/check/published.ts'
import type { CheckReport } from '../../src/check/report.ts'
import { probingOf, runCheck, type ServiceCheckOptions } from '../../src/check/run-check.ts'
import type { ProbeCase } from '../../src/codec/probing.ts'
import { contract as contractById } from '../../src/contracts/registry.ts'
import { afterEachFile } from '../after-file.ts'

/** An answer of a small server. */
export interface Reply {
  status: number
  headers: Record<string, string>
  /** JSON, or with `text` anything. */
  body?: unknown
  text?: string
}

/** A request, read whole. */
export interface Got {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined when it is not JSON. */
  readonly json: unknown
}

export type Handler = (request: Got) => Reply | Promise<Reply>

/** Changes a good answer in one way. */
export type Fault = (reply: Reply, request: Got) => Reply

const servers: Server[] = []
afterEachFile(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

export async function start(handler: Handler): Promise<string> {
  const server = createServer(async (request, response) => {
    const reply = await handler(await read(request))
    const text = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body))
    response.writeHead(reply.status, reply.headers).end(request.method === 'HEAD' ? '' : text)
  })
  return listen(server)
}

export async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function read(request: IncomingMessage): Promise<Got> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString()
  const url = new URL(request.url ?? '/', 'http://x')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {}
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers, text, json }
}

export interface CheckServiceOptions extends Partial<ServiceCheckOptions> {
  readonly version?: string
  readonly headers?: Record<string, string>
  readonly timeoutMs?: number
}

/** Checks a service with effects allowed. */
export async function checkService(
  address: string,
  id: string,
  { version, headers, timeoutMs, ...options }: CheckServiceOptions = {},
): Promise<CheckReport> {
  const contract = contractById(id)
  const edition = contract.editions[version ?? contract.current]
  if (edition === undefined) throw new Error('There is no such edition.')
  const connection = await connect(address, { contract, edition, headers: headers ?? {}, timeoutMs: timeoutMs ?? 5000 })
  try {
    const cases = options.cases ?? (await publishedCases(connection, contract, await probingOf(contract)))
    const agreed = version === undefined ? editionFor(contract, edition, connection) : edition
    return await runCheck({
      contract,
      edition: agreed,
      connection,
      target: address,
      allowEffects: true,
      ...options,
      cases,
    })
  } finally {
    await connection.close()
  }
}

/** The rules that were found broken, each once. Variants that readers accept are no fault. */
export function brokenRules({ checks }: CheckReport): string[] {
  const findings = checks.flatMap(check => check.findings).filter(({ level }) => level !== 'lenient')
  return [...new Set(findings.map(({ rule }) => rule))].toSorted()
}

/** Why checks could not be made. */
export function errorsIn({ checks }: CheckReport): string[] {
  return checks.filter(({ status }) => status === 'error').map(({ id, reason }) => `${id}: ${reason}`)
}

/** A case without effects. */
export function probeCase(operation: string, more: Partial<ProbeCase> = {}): ProbeCase {
  return { name: operation, operation, input: {}, hasEffects: false, streams: false, ...more }
}
