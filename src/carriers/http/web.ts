/** HTTP on `fetch`: a web `Request` as a request, an answer as a `Response`; for Hono, Next, Bun, Deno and workers. */
import {
  type AnswerBody,
  type BodySink,
  type HttpAnswer,
  type HttpRequest,
  isStreamBody,
  mayHaveBody,
  type StreamBody,
} from './message.ts'

/** What is known of a web request in addition to what it says. */
export interface PeerInfo {
  address?: string | undefined
  /** The path that the server is mounted under, when the path of the request still begins with it. */
  base?: string | undefined
}

class WebRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly origin: string
  readonly address: string | undefined
  readonly base: string
  readonly headers: Headers
  readonly params: URLSearchParams
  readonly #request: Request
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #chunks: Uint8Array[] = []
  #size = 0
  #isRead = false

  constructor(request: Request, { address, base = '' }: PeerInfo) {
    const url = new URL(request.url)
    this.method = request.method
    this.path = url.pathname
    this.search = url.search
    this.origin = url.origin
    this.params = url.searchParams
    this.headers = request.headers
    this.address = address
    this.base = baseOf(url.pathname, base)
    this.#request = request
  }

  header(name: string): string | undefined {
    return this.headers.get(name) ?? undefined
  }

  /** `Headers` joins what was sent twice. */
  values(name: string): readonly string[] {
    const value = this.headers.get(name)
    return value === null ? [] : [value]
  }

  get rawTarget(): string {
    return this.#request.url
  }

  get host(): string | undefined {
    return this.header('host')
  }

  get hasBody(): boolean {
    return mayHaveBody(this.method) && this.#request.body !== null
  }

  query(name: string): string | undefined {
    return this.params.get(name) ?? undefined
  }

  allHeaders(): Record<string, string> {
    return Object.fromEntries(this.headers)
  }

  async read(maxBytes: number): Promise<Uint8Array | undefined> {
    if (!mayHaveBody(this.method)) return new Uint8Array()
    if (Number(this.header('content-length') ?? 0) > maxBytes) return undefined
    this.#reader ??= this.#request.body?.getReader()
    while (!this.#isRead && this.#size <= maxBytes) {
      const { done, value } = (await this.#reader?.read()) ?? { done: true, value: undefined }
      this.#isRead = done
      if (value === undefined) continue
      this.#chunks.push(value)
      this.#size += value.byteLength
    }
    return this.#size > maxBytes ? undefined : joined(this.#chunks, this.#size)
  }

  /** What was not read of the body is not waited for. */
  discard(): void {
    if (!this.#isRead) void this.#reader?.cancel().catch(() => {})
  }

  get isGone(): boolean {
    return this.#request.signal.aborted
  }

  onGone(listener: () => void): void {
    const { signal } = this.#request
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener, { once: true })
  }

  toWeb(): Request {
    const { method, headers, signal, url } = this.#request
    return new Request(url, { method, headers, signal })
  }
}

/** The path that the server is mounted under, without a slash at its end; empty where the request is not under it. */
function baseOf(path: string, mounted: string): string {
  const base = mounted.replace(/\/+$/, '')
  return path === base || path.startsWith(`${base}/`) ? base : ''
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

export function readWebRequest(request: Request, peer: PeerInfo = {}): HttpRequest & { discard(): void } {
  return new WebRequest(request, peer)
}

/** Statuses whose answers have no body, as `Response` insists. */
const bodiless = new Set([101, 204, 205, 304])

export function webResponse({ status, headers, cookies = [], body }: HttpAnswer): Response {
  const response = new Response(bodiless.has(status) ? null : webBody(body), { status, headers })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

function webBody(body: AnswerBody): BodyInit | null {
  if (body === undefined) return null
  return (isStreamBody(body) ? webStream(body) : body) as BodyInit
}

/** How much is kept ready for the reader. */
const readyBytes = 128 * 1024

function webStream(body: StreamBody): ReadableStream<Uint8Array> {
  let reader: ReturnType<StreamBody['open']> | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false
        const sink: BodySink = {
          get unread() {
            return isOver ? 0 : readyBytes - (controller.desiredSize ?? readyBytes)
          },
          write(bytes) {
            if (!isOver) controller.enqueue(bytes)
          },
          end() {
            if (!isOver) controller.close()
            isOver = true
          },
          abort() {
            if (!isOver) controller.error(new TypeError('The answer broke off.'))
            isOver = true
          },
        }
        const opened = body.open(sink)
        reader = {
          taken: opened.taken,
          gone() {
            isOver = true
            opened.gone()
          },
        }
      },
      pull: () => reader?.taken(),
      cancel: () => reader?.gone(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: readyBytes }),
  )
}
