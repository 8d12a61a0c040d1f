/** One try to deliver a webhook. Bounded in time and size; follows nothing; what comes back holds codes and no texts. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { type AddressRefusal, pinned, type ResolveOptions, resolveUrl } from './guard.ts'
import { type AnswerReason, classifyAnswer, type Delivery, type DeliveryVerdict } from './verdict.ts'

/** What is sent. */
export interface PostContent {
  headers?: Readonly<Record<string, string>>
  /** The very bytes that were signed. */
  body: Uint8Array | string
}

/** Where it is sent, and how long it may take. */
interface PostTarget {
  url: string
  /** From the start to the end of the answer; default 10 s. */
  timeoutMs?: number
  /** From the start until the connection stands, TLS included; default 10 s. */
  connectTimeoutMs?: number
}

/** What is sent, or how to get it once the address is known: what waits for a name is not held in memory. */
export type PostMessage = PostTarget & (PostContent | { content: () => Promise<PostContent> })

export interface PostOptions extends ResolveOptions {
  /** Certificates of a private authority; no others are trusted. */
  ca?: string
  /** Ends the try; the result is `retry`. */
  signal?: AbortSignal
  /** Milliseconds since the epoch; for a Retry-After that is a date. */
  now?: () => number
  /** Opens the request; default that of node:https, and of node:http for loopback. */
  request?: (url: URL, options: RequestOptions) => ClientRequest
}

/** Why a try ended as it did. Of an address and a connection it says more than its registrant should learn. */
export type PostReason =
  | AnswerReason
  | AddressRefusal
  | 'bad-message'
  | 'lookup-failed'
  | 'connect-timeout'
  | 'timeout'
  | 'connection-failed'
  | 'tls-failed'
  | 'aborted'

/** How a try ended. */
export interface PostResult {
  kind: Delivery
  reason: PostReason
  durationMs: number
  status?: number
  retryAfterMs?: number
  signatureError?: string
}

type Ending = Omit<PostResult, 'durationMs'>

const defaultLimitMs = 10_000
const maxAnswerBytes = 64 * 1024

/** Ours alone to set, or meant for one connection. */
const reservedHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'expect',
  'upgrade',
  'trailer',
])

/** Checks the address, then posts to what was checked. Never rejects. */
export function post(message: PostMessage, options: PostOptions = {}): Promise<PostResult> {
  const started = performance.now()
  return new Promise(resolve => {
    let request: ClientRequest | undefined
    let verdict: DeliveryVerdict | undefined
    let over = false
    /** An answer that has come stands, whatever happens to the rest of it. */
    const end = (ending: Ending): void => {
      if (over) return
      over = true
      clearTimeout(total)
      clearTimeout(connecting)
      options.signal?.removeEventListener('abort', abort)
      request?.destroy()
      resolve({ ...(verdict ?? ending), durationMs: Math.round(performance.now() - started) })
    }
    const retry = (reason: PostReason) => () => end({ kind: 'retry', reason })
    const abort = retry('aborted')
    const total = setTimeout(retry('timeout'), message.timeoutMs ?? defaultLimitMs)
    const connecting = setTimeout(retry('connect-timeout'), message.connectTimeoutMs ?? defaultLimitMs)
    options.signal?.addEventListener('abort', abort, { once: true })
    if (options.signal?.aborted) return abort()

    const send = async (): Promise<void> => {
      const target = await resolveUrl(message.url, options)
      if (over) return
      if (!target.ok) {
        const { ok: _, ...why } = target
        return end({ kind: why.reason === 'lookup-failed' ? 'retry' : 'refused', ...why })
      }
      const content = 'content' in message ? await message.content() : message
      if (over) return
      const body = typeof content.body === 'string' ? Buffer.from(content.body) : content.body
      const open = options.request ?? (target.url.protocol === 'https:' ? httpsRequest : httpRequest)
      request = open(target.url, {
        method: 'POST',
        headers: { ...headersOf(content.headers), 'content-length': body.byteLength },
        // No pool: a connection kept open would outlive its check. No proxy of the environment either.
        agent: false,
        lookup: pinned(target.addresses),
        rejectUnauthorized: true,
        ...(options.ca !== undefined && { ca: options.ca }),
      })
      const connected = target.url.protocol === 'https:' ? 'secureConnect' : 'connect'
      request.on('socket', socket => socket.once(connected, () => clearTimeout(connecting)))
      request.on('error', error => end({ kind: 'retry', reason: failureOf(error) }))
      request.on('close', retry('connection-failed'))
      request.on('response', response => {
        clearTimeout(connecting)
        verdict = classifyAnswer(response.statusCode ?? 0, response.headers, (options.now ?? Date.now)())
        drain(response, retry('connection-failed'))
      })
      request.end(body)
    }
    // What throws here is a header or a body that cannot be sent, or cannot be had.
    send().catch(() => end({ kind: 'refused', reason: 'bad-message' }))
  })
}

/** Reads an answer to its end, so that its sender is not cut off, but no more than a little of it; keeps nothing. */
function drain(response: IncomingMessage, done: () => void): void {
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength
    if (size > maxAnswerBytes) done()
  })
  response.on('end', done)
  response.on('error', done)
}

function headersOf(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const lowered = Object.entries(given).map(([name, value]): [string, string] => [name.toLowerCase(), value])
  return {
    'content-type': 'application/json',
    'user-agent': 'replywire',
    ...Object.fromEntries(lowered.filter(([name]) => !reservedHeaders.has(name))),
  }
}

function failureOf({ code = '' }: NodeJS.ErrnoException): PostReason {
  return /CERT|TLS|SSL|EPROTO|SIGNATURE/.test(code) ? 'tls-failed' : 'connection-failed'
}
