/** One request over HTTP with `fetch`, within bounds: the answer as a wire, as a stream of events, or why there is none. */
import { type Fault, fault } from '../../outcome/fault.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire, mediaTypeOf } from '../../wire/http.ts'
import { defaultJsonLimits } from '../../wire/json-quick.ts'
import type { Limits } from './limits.ts'

export interface ClientHttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** What came of a request. A stream is not read yet; its head is a wire with an empty body. */
export type RequestResult =
  | { readonly kind: 'wire'; readonly wire: HttpWire }
  | { readonly kind: 'stream'; readonly head: HttpWire; readonly response: Response }
  | { readonly kind: 'fault'; readonly fault: Fault }

/** How bytes are fetched, and how many. */
export interface HttpBounds {
  readonly fetch: typeof fetch
  /** The most bytes of an answer, and of one event of a stream. */
  readonly maxBytes: number
  /** The longest time without a byte, once an answer has begun. */
  readonly idleMs?: number | undefined
}

export const streamType = 'text/event-stream'

export async function request(sent: ClientHttpRequest, limits: Limits, bounds: HttpBounds): Promise<RequestResult> {
  const { method, url, headers, body } = sent
  try {
    const init: RequestInit = { method, headers, redirect: 'manual', signal: limits.signal }
    const response = await bounds.fetch(url, body === undefined ? init : { ...init, body })
    limits.touch(bounds.idleMs)
    return await receive(response, limits, bounds, url)
  } catch (error) {
    return { kind: 'fault', fault: limits.fault() ?? faultOf(error, undefined, url) }
  }
}

/** An answer that has come, from this client or elsewhere. */
export async function receive(
  response: Response,
  limits: Limits,
  bounds: HttpBounds,
  url: URL,
): Promise<RequestResult> {
  const { status, headers } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) {
    await response.body?.cancel().catch(() => {})
    const message = 'The agent redirects to another address; redirects are not followed. Use that address.'
    return { kind: 'fault', fault: fault('dependency', message, { code: 'REDIRECTED', recovery: 'stop' }) }
  }
  const head = { status, headers: Object.fromEntries(headers) }
  if (mediaTypeOf(headers.get('content-type') ?? undefined) === streamType) {
    return { kind: 'stream', head: httpWire({ ...head, body: Body.ofText('') }), response }
  }
  try {
    const bytes = await readWhole(response, limits, bounds)
    const body = Body.ofBytes(bytes, { ...defaultJsonLimits, maxBytes: bounds.maxBytes })
    if (body.needsSlowJson) await import('../../wire/json.ts')
    return { kind: 'wire', wire: httpWire({ ...head, body }) }
  } catch (error) {
    return { kind: 'fault', fault: limits.fault() ?? faultOf(error, response, url) }
  }
}

/** Thrown when there is more than was allowed. */
export class AnswerTooLarge extends Error {}

async function readWhole(response: Response, limits: Limits, bounds: HttpBounds): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of chunksOf(response, limits.signal)) {
    limits.touch(bounds.idleMs)
    total += piece.byteLength
    if (total > bounds.maxBytes) throw new AnswerTooLarge()
    pieces.push(piece)
  }
  const whole = new Uint8Array(total)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** The pieces of a body. Leaving the loop closes the connection; not every browser iterates streams itself. */
export async function* chunksOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  if (body === null) return
  const reader = body.getReader()
  // An answer that was obtained elsewhere does not know the signal.
  const stop = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Why there is no answer. One that had begun may have taken effect. */
export function faultOf(error: unknown, response: Response | undefined, url: URL): Fault {
  if (error instanceof AnswerTooLarge) {
    const message = 'The answer is larger than is accepted (maxBytes).'
    return fault('dependency', message, { code: 'ANSWER_TOO_LARGE', recovery: 'stop' })
  }
  if (response === undefined) {
    const message = `${url.origin} does not answer; is the agent running?`
    return fault('unavailable', message, { code: 'UNREACHABLE', ...(wasRefused(error) ? { began: false } : undefined) })
  }
  const message = 'The answer broke off; whether the call took effect is unknown.'
  return fault('dependency', message, { code: 'BROKEN_OFF' })
}

/** Nobody listens there, so that nothing was sent. */
function wasRefused(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  const inner = (Object(cause) as { code?: unknown }).code
  return [code, inner].some(one => one === 'ECONNREFUSED' || one === 'ENOTFOUND')
}
