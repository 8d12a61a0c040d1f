/** A2A as its clients see it: JSON-RPC or HTTP+JSON by the agent's card, versions 1.0 and 0.3. It moves wires, no more. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { timeoutSignal } from '../../lib/timeout-signal.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { faultOfStatus } from '../../outcome/fault-of-status.ts'
import { type A2aWire, a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import type { CardKeys } from '../../wire/card-keys.ts'
import { defaultJsonLimits, type JsonLimits } from '../../wire/json.ts'
import type { SignInit } from '../../wire/signature/sign-init.ts'
import { SseReader } from '../../wire/sse.ts'
import { boundedEvents, readWhole, TooLarge } from '../http/bounds.ts'
import { fetchLong, type OnlyOrigin } from '../http/send.ts'
import { UnreachableError } from '../unreachable-error.ts'
import { type A2aInterface, fetchCard, interfacesOf } from './client-card.ts'
import { fromProto, toProto } from './legacy-rest.ts'

export interface A2aClientOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The most bytes that one answer, or one event of a stream, may have. Default: 64 MiB. */
  readonly maxBytes?: number | undefined
  /** How long fetching the card may take. Default: 30 s. */
  readonly connectMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly sign?: SignInit | undefined
  /** The card must be signed with one of these keys. Default: it need not be signed. */
  readonly cardKeys?: CardKeys | undefined
  /**
   * Calls go to the origin of the address alone. A card that names another is meant for callers elsewhere: its path is
   * used at this origin. Default: false.
   */
  readonly staysAtOrigin?: boolean | undefined
  /** Nothing else is called; the card's calls go there too. Default: wherever the agent is. */
  readonly only?: OnlyOrigin | undefined
}

export interface A2aCallOptions {
  readonly signal?: AbortSignal | undefined
  /** How long the answer may take; without it, as long as it takes. */
  readonly timeoutMs?: number | undefined
}

export type A2aGot = { readonly wire: A2aWire } | { readonly fault: Fault }

export interface A2aConnection {
  readonly card: JsonObject
  readonly way: A2aInterface
  readonly canStream: boolean
  /** Sends the params of a message, spelled as the version of `way` spells them. */
  send(params: JsonObject, options?: A2aCallOptions): Promise<A2aGot>
  /** The same, as a stream of frames; what is wrong is its last frame. Throws only when the signal says so. */
  stream(params: JsonObject, options?: A2aCallOptions): AsyncGenerator<A2aGot>
  getTask(id: string, options?: A2aCallOptions): Promise<A2aGot>
  cancelTask(id: string, options?: A2aCallOptions): Promise<A2aGot>
}

type Verb = 'send' | 'stream' | 'get' | 'cancel'

/** What each verb is called by JSON-RPC, and over HTTP. */
const methods: Readonly<Record<A2aInterface['version'], Readonly<Record<Verb, string>>>> = {
  '1.0': { send: 'SendMessage', stream: 'SendStreamingMessage', get: 'GetTask', cancel: 'CancelTask' },
  '0.3': { send: 'message/send', stream: 'message/stream', get: 'tasks/get', cancel: 'tasks/cancel' },
}

const paths: Readonly<Record<Verb, (id: string) => readonly [method: string, path: string]>> = {
  send: () => ['POST', '/message:send'],
  stream: () => ['POST', '/message:stream'],
  get: id => ['GET', `/tasks/${encodeURIComponent(id)}`],
  cancel: id => ['POST', `/tasks/${encodeURIComponent(id)}:cancel`],
}

const defaults = { maxBytes: 64 * 1024 * 1024, connectMs: 30_000 }

/** Reads the card of an agent, and chooses how to speak to it. */
export async function connectA2a(base: URL, options: A2aClientOptions = {}): Promise<A2aConnection> {
  const { headers, maxBytes = defaults.maxBytes, connectMs = defaults.connectMs, signal: caller, sign, only } = options
  const deadline = timeoutSignal(connectMs)
  const signal = AbortSignal.any([deadline, caller].filter(one => one !== undefined))
  let card: JsonObject
  try {
    card = await trustedCard(await fetchCard(base, { headers, signal, sign, only }), options.cardKeys)
  } catch (error) {
    if (caller?.aborted) throw caller.reason
    if (deadline?.aborted !== true) throw error
    throw new UnreachableError(fault('timeout', `The A2A agent at ${base.origin} did not answer in time.`), {
      cause: error,
    })
  }
  const ways = interfacesOf(card, base)
  const hasHeaders = headers !== undefined && Object.keys(headers).length > 0
  const staysThere = options.staysAtOrigin === true || only !== undefined
  const way = chosenWay(staysThere ? ways.map(one => atOrigin(one, base)) : ways, base, hasHeaders)
  const peer: A2aPeer = {
    way,
    headers: headers ?? {},
    sign,
    only,
    maxBytes,
    limits: { ...defaultJsonLimits, maxBytes },
  }
  const { capabilities } = card
  return {
    card,
    way,
    canStream: isObject(capabilities) && capabilities.streaming === true,
    send: (params, options) => once(peer, 'send', params, options),
    stream: (params, options) => streamed(peer, params, options),
    getTask: (id, options) => once(peer, 'get', { id }, options),
    cancelTask: (id, options) => once(peer, 'cancel', { id }, options),
  }
}

/** Where keys are given, only what they have signed counts. */
async function trustedCard(card: JsonObject, keys: CardKeys | undefined): Promise<JsonObject> {
  if (keys === undefined) return card
  const { verifiedCard } = await import('./card-signature.ts')
  const verified = await verifiedCard(card, keys)
  if (verified !== undefined) return verified
  const message = 'The card of the A2A agent has no signature of a trusted key.'
  throw new UnreachableError(fault('integrity', message, { code: 'CARD_NOT_SIGNED', recovery: 'stop' }))
}

/** What was given for one origin goes to no other, whatever a card says. */
function chosenWay(ways: readonly A2aInterface[], base: URL, hasHeaders: boolean): A2aInterface {
  const [first] = ways
  if (first === undefined) {
    const message = 'The card names no interface that this client supports: JSON-RPC or HTTP+JSON over http or https.'
    throw new UnreachableError(fault('dependency', message))
  }
  const near = ways.find(({ url }) => url.origin === base.origin)
  if (near !== undefined) return near
  if (base.protocol === 'https:' && first.url.protocol === 'http:') {
    throw new UnreachableError(fault('dependency', `The card sends callers to ${first.url.origin}, without TLS.`))
  }
  if (!hasHeaders) return first
  const message = `The card sends callers to ${first.url.origin}; headers go to ${base.origin} only. Give that address.`
  throw new UnreachableError(fault('dependency', message))
}

function atOrigin(way: A2aInterface, { origin }: URL): A2aInterface {
  const { pathname, search } = way.url
  return way.url.origin === origin ? way : { ...way, url: new URL(`${origin}${pathname}${search}`) }
}

interface A2aPeer {
  readonly way: A2aInterface
  readonly headers: Readonly<Record<string, string>>
  readonly sign: SignInit | undefined
  readonly only: OnlyOrigin | undefined
  readonly maxBytes: number
  readonly limits: JsonLimits
}

let lastCall = 0

function requestOf({ way, headers }: A2aPeer, verb: Verb, params: JsonObject, signal: AbortSignal): [URL, RequestInit] {
  const { binding, version, tenant, url } = way
  const isLegacy = version === '0.3'
  const accept = verb === 'stream' ? 'text/event-stream' : 'application/json'
  const common = { accept, ...(isLegacy ? undefined : { 'a2a-version': version }), ...headers }
  const json = { ...common, 'content-type': 'application/json' }
  const whole = tenant === undefined ? params : { tenant, ...params }
  if (binding === 'JSONRPC') {
    const body = { jsonrpc: '2.0', id: `call-${++lastCall}`, method: methods[version][verb], params: whole }
    return [url, { method: 'POST', headers: json, body: JSON.stringify(body), signal }]
  }
  const [method, path] = paths[verb](typeof params.id === 'string' ? params.id : '')
  const target = new URL(url)
  const before = `${isLegacy ? '/v1' : ''}${tenant === undefined ? '' : `/${encodeURIComponent(tenant)}`}`
  target.pathname = `${target.pathname.replace(/\/+$/, '')}${before}${path}`
  if (method === 'GET') return [target, { method, headers: common, signal }]
  const sent = verb === 'cancel' ? {} : isLegacy ? toProto(params) : whole
  return [target, { method, headers: json, body: JSON.stringify(sent), signal }]
}

/** A signal for both reasons to stop, and which of them it was. */
function stopping({ signal, timeoutMs }: A2aCallOptions = {}): { signal: AbortSignal; check: () => Fault } {
  const signals = [signal, timeoutSignal(timeoutMs)]
  return {
    signal: AbortSignal.any(signals.filter(one => one !== undefined)),
    check() {
      if (signal?.aborted) throw signal.reason
      return fault('timeout', 'The A2A agent did not answer in time.')
    },
  }
}

/** Sends a request, signed where that is wanted. */
async function sendTo({ sign, only }: A2aPeer, [url, init]: readonly [URL, RequestInit]): Promise<Response> {
  return fetchLong(url, sign === undefined ? init : await sign(url, init), only)
}

async function once(peer: A2aPeer, verb: Verb, params: JsonObject, options?: A2aCallOptions): Promise<A2aGot> {
  const stop = stopping(options)
  let response: Response | undefined
  try {
    response = await sendTo(peer, requestOf(peer, verb, params, stop.signal))
    return await answerOf(peer, response)
  } catch (error) {
    return { fault: stop.signal.aborted ? stop.check() : faultOf(error, response) }
  }
}

function faultOf(error: unknown, response: Response | undefined): Fault {
  if (error instanceof TooLarge) {
    return fault('dependency', error.message.replace('The', "The A2A agent's"), { recovery: 'stop' })
  }
  if (response === undefined) return fault('unavailable', 'The A2A agent cannot be reached.')
  return fault('dependency', 'The A2A agent broke its answer off; what became of the call is not known.')
}

/** A whole answer; what is no JSON is given on, so that its reader says so. */
async function answerOf(peer: A2aPeer, response: Response): Promise<A2aGot> {
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel().catch(() => {})
    return { fault: fault('dependency', 'The A2A agent redirects; its card should give its real address.') }
  }
  const body = Body.ofBytes(await readWhole(response, peer.maxBytes), peer.limits)
  const reading = body.json()
  if (status >= 400 && !(reading.ok && isObject(reading.value) && isError(reading.value))) {
    return { fault: faultOfStatus(status, 'The A2A agent') }
  }
  return { wire: inner(peer, body) }
}

function isError({ error, code, message }: JsonObject): boolean {
  return isObject(error) || (typeof code === 'number' && typeof message === 'string')
}

/** The result without what JSON-RPC puts around it, in its own words. */
function inner({ way, limits }: A2aPeer, body: Body): A2aWire {
  const reading = body.json()
  if (!reading.ok || !isObject(reading.value)) return a2aWire(body)
  const { value } = reading
  if (way.binding === 'JSONRPC') {
    if (value.result !== undefined) {
      const source = body.source('/result')
      return a2aWire(source === undefined ? (value.result as Json) : Body.ofText(source, limits))
    }
    return a2aWire(value.error === undefined ? body : { error: value.error })
  }
  if (way.version === '1.0') return a2aWire(body)
  return a2aWire(typeof value.code === 'number' ? { error: value } : fromProto(value))
}

async function* streamed(peer: A2aPeer, params: JsonObject, options?: A2aCallOptions): AsyncGenerator<A2aGot> {
  const stop = stopping(options)
  let response: Response | undefined
  try {
    response = await sendTo(peer, requestOf(peer, 'stream', params, stop.signal))
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isStream || response.body === null) {
      yield await answerOf(peer, response)
      return
    }
    const lines = new SseReader({ maxEvent: peer.maxBytes })
    const decoder = new TextDecoder()
    const pieces = response.body.pipeThrough(boundedEvents(peer.maxBytes))
    for await (const piece of pieces as unknown as AsyncIterable<Uint8Array>) {
      for (const { data } of lines.read(decoder.decode(piece, { stream: true }))) {
        if (data !== '') yield { wire: inner(peer, Body.ofText(data, peer.limits)) }
      }
    }
  } catch (error) {
    yield { fault: stop.signal.aborted ? stop.check() : faultOf(error, response) }
  }
}
