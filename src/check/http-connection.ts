/** Probes over HTTP: requests as they are written, answers with every byte and header. */
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { headersOf, send, unpacked } from '../carriers/http/send.ts'
import type { Contract, Edition } from '../codec/contract.ts'
import type { ProbeRequest, ProbeRoute } from '../codec/probing.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { Body } from '../wire/body.ts'
import { type HttpWire, httpWire, mediaTypeOf } from '../wire/http.ts'
import { redactBody, redactHeaders, redactTarget } from './evidence.ts'
import type { ProbeCall, ProbeConnection, RecordedExchange, RequestIds } from './exchange.ts'
import { HarnessError } from './harness-error.ts'

export interface HttpProbeOptions {
  readonly contract: Contract
  readonly edition: Edition
  /** Of the user: sent with every request, and never shown. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the contract. */
  readonly contractHeaders: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** What finds the address of the host. Default: the resolver of the system. */
  readonly lookup?: LookupFunction | undefined
}

/** More than this of one answer is not read. */
const maxBytes = 16 * 1024 * 1024

export function connectHttp(base: URL, options: HttpProbeOptions): ProbeConnection {
  const send = (request: ProbeRequest, ids: RequestIds): Promise<RecordedExchange<HttpWire>> =>
    exchange(base, request, ids, options)
  return {
    carrier: 'http',
    title: `HTTP at ${base.origin}${base.pathname === '/' ? '' : base.pathname}`,
    send,
    timeoutMs: options.timeoutMs,
    call: (call, ids) => send(requestOf(call, ids, options), ids),
    async openapi() {
      const ids = { requestId: 'replywire-check-openapi', correlationId: 'replywire-check-openapi' }
      const { wire } = await send({ method: 'GET', target: '/openapi.json', headers: plain }, ids)
      const reading = wire.body.json()
      return wire.status === 200 && reading.ok && isObject(reading.value) ? reading.value : undefined
    },
    close: async () => {},
  }
}

const plain = { accept: 'application/json' }

/** The request that calls an operation: at the endpoint of the contract, or at its own route. */
export function requestOf(
  { probeCase, operation, input, headers, stream }: ProbeCall,
  { requestId }: RequestIds,
  { contract, edition }: Pick<HttpProbeOptions, 'contract' | 'edition'>,
): ProbeRequest {
  const face = contract.calling?.hasTarget ? edition.http?.request : undefined
  if (face !== undefined) {
    const { deadlineMs } = probeCase
    const call = {
      operation,
      input,
      exchange: { requestId },
      ...(deadlineMs === undefined ? undefined : { deadlineMs }),
      ...(stream ? { prefer: { stream: true } } : undefined),
    }
    const { wire } = face.encode(call)
    const target = wire.target ?? '/'
    return { method: 'POST', target, headers: { ...wire.headers, ...headers }, text: wire.body.text() }
  }
  const { route } = probeCase
  if (route === undefined) throw new HarnessError(`The case ${probeCase.name} has no route for HTTP.`)
  const async = probeCase.isAsync ? { prefer: 'respond-async' } : undefined
  const own = { ...async, ...route.headers, ...headers, ...(stream ? { accept: 'text/event-stream' } : undefined) }
  return { ...fillRoute(route, input), headers: own }
}

/** The request of a route with an input: its members go into the path, the query or the body. */
function fillRoute({ method, path, query = [] }: ProbeRoute, input: JsonObject): ProbeRequest {
  const inPath = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(textOf(input[name] ?? '')))
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name))
  if (isBodiless(method)) return { method, target: withQuery(filled, rest) }
  const inQuery = rest.filter(([name]) => query.includes(name))
  const body = Object.fromEntries(rest.filter(([name]) => !query.includes(name)))
  return { method, target: withQuery(filled, inQuery), body }
}

function withQuery(target: string, members: readonly (readonly [string, Json])[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of members) for (const item of [value].flat()) query.append(name, textOf(item))
  return query.size === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${query}`
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isBodiless(method: string): boolean {
  return ['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method.toUpperCase())
}

async function exchange(
  base: URL,
  request: ProbeRequest,
  ids: RequestIds,
  options: HttpProbeOptions,
): Promise<RecordedExchange<HttpWire>> {
  const url = addressOf(base, request.target)
  const text = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  const headers = lowered({
    accept: 'application/json, */*;q=0.9',
    ...(text === undefined ? undefined : { 'content-type': 'application/json' }),
    'x-request-id': ids.requestId,
    'x-correlation-id': ids.correlationId,
    ...options.contractHeaders,
    ...request.headers,
    ...options.headers,
  })
  const body = text === undefined ? undefined : Buffer.from(text)
  const wire = await answerTo(url, { method: request.method, headers, body, lookup: options.lookup }, options.timeoutMs)
  const given = new Set(Object.keys(options.headers).map(name => name.toLowerCase()))
  const shown = text === undefined ? undefined : redactBody(Body.ofText(text))
  const got = redactBody(wire.body)
  return {
    wire,
    url: url.href,
    evidence: {
      request: {
        line: `${request.method} ${redactTarget(url.pathname + url.search)}`,
        headers: redactHeaders(headers, name => given.has(name)),
        ...(shown === undefined ? undefined : { body: shown }),
      },
      response: {
        line: `HTTP ${wire.status}`,
        headers: redactHeaders(wire.headers),
        ...(got === undefined ? undefined : { body: got }),
      },
    },
  }
}

/** An address below the base, with the query of the base; a link of the service may be absolute, on the same origin. */
function addressOf(base: URL, target: string): URL {
  const url = /^https?:\/\//.test(target)
    ? new URL(target)
    : new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${target.startsWith('/') ? target : `/${target}`}`)
  if (url.origin !== base.origin) throw new HarnessError('The service links to another origin, which is not probed.')
  for (const [name, value] of base.searchParams) if (!url.searchParams.has(name)) url.searchParams.append(name, value)
  return url
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

interface Outgoing {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly lookup: LookupFunction | undefined
}

async function answerTo(url: URL, outgoing: Outgoing, timeoutMs: number): Promise<HttpWire> {
  const signal = AbortSignal.timeout(timeoutMs)
  let response: IncomingMessage
  try {
    response = await send(url, { ...outgoing, signal })
  } catch (error) {
    if (signal.aborted) throw new HarnessError(`There was no answer within ${timeoutMs / 1000} s.`)
    throw unreachable(url, error)
  }
  const headers = headersOf(response)
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of unpacked(response) as AsyncIterable<Uint8Array>) {
      size += piece.byteLength
      if (size > maxBytes) throw new HarnessError('The answer is larger than 16 MiB.')
      pieces.push(piece)
    }
  } catch (error) {
    response.destroy()
    if (error instanceof HarnessError) throw error
    // A stream that does not end is validated as far as it came: it lacks its last event.
    const isStream = mediaTypeOf(headers['content-type']) === 'text/event-stream'
    if (!isStream && signal.aborted) throw new HarnessError(`The answer did not end within ${timeoutMs / 1000} s.`)
    if (!isStream) throw new HarnessError('The answer broke off.')
  }
  const bytes = Buffer.concat(pieces)
  return httpWire({ status: response.statusCode ?? 0, headers, body: Body.ofBytes(bytes) })
}

function unreachable({ origin }: URL, error: unknown): HarnessError {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return new HarnessError('The service closed the connection unanswered.')
  const isGone = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH' || code === 'EAI_AGAIN'
  if (isGone) return new HarnessError(`${origin} does not answer (${code}); is the service running?`, true)
  return new HarnessError(`${origin} does not answer as an HTTP server (${code ?? 'unreadable answer'}).`)
}
