/** MCP as its clients see it: one connection to a server over HTTP or a pipe, in either era. It moves wires, no more. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { SdkError, SdkErrorCode, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { longestTimerMs, timeoutSignal } from '../../lib/timeout-signal.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { faultOfStatus } from '../../outcome/fault-of-status.ts'
import { Body } from '../../wire/body.ts'
import { defaultJsonLimits } from '../../wire/json.ts'
import { type McpWire, mcpWire } from '../../wire/mcp.ts'
import type { SignInit } from '../../wire/signature/sign-init.ts'
import { boundedEvents, readWhole, sizeOf, TooLarge } from '../http/bounds.ts'
import { fetchLong, type OnlyOrigin } from '../http/send.ts'
import { packageVersion } from '../own-version.ts'
import { UnreachableError } from '../unreachable-error.ts'
import { tasksExtension } from './host.ts'
import { type ParamHeaders, paramHeadersOf, withHeaders, writeParamHeaders } from './param-headers.ts'
import { RawClient, type RequestEnd } from './raw-client.ts'

/** Where a server is: at a URL, or behind a command whose standard input and output it speaks on. */
export type McpPlace =
  | { readonly url: URL }
  | { readonly command: string; readonly args: readonly string[]; readonly env?: Record<string, string> | undefined }

export interface McpClientOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The most bytes that one answer may have. Default: 64 MiB. */
  readonly maxBytes?: number | undefined
  /** How long connecting may take. Default: 30 s. */
  readonly connectMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly sign?: SignInit | undefined
  /** Nothing else is called over HTTP. Default: wherever the server is. */
  readonly only?: OnlyOrigin | undefined
  /** Whether a call may be answered by a task. Default: true. */
  readonly takesTasks?: boolean | undefined
  /**
   * Answers `elicitation/create`, which servers of the 2025 revisions send in the middle of a call, where the question
   * does not say which request it belongs to.
   */
  readonly onElicit?: ((params: JsonObject) => Promise<JsonObject>) | undefined
  /**
   * Whether a server may ask with an answer (2026-07-28) for what only a host knows: its roots, a sample of its model.
   * Default: false.
   */
  readonly asksHosts?: boolean | undefined
}

export type McpGot = { readonly wire: McpWire } | { readonly fault: Fault }

export interface McpCallOptions {
  readonly signal?: AbortSignal | undefined
  /** How long the answer may take; without it, as long as it takes. */
  readonly timeoutMs?: number | undefined
  readonly onProgress?: ((progress: JsonObject) => void) | undefined
  /** Answers `elicitation/create` of the stream that answers this request. Default: `onElicit` of the connection. */
  readonly onElicit?: ((params: JsonObject) => Promise<JsonObject>) | undefined
}

export interface McpConnection {
  readonly isModern: boolean
  /** False when it is gone: connect again. */
  readonly isOpen: boolean
  /** Whether the server has forgotten the session (2025 revisions); what was asked then was not looked at. */
  readonly isForgotten: boolean
  /** The revision that was agreed on. */
  readonly version: string
  readonly server: { readonly name?: string; readonly version?: string }
  /** Every tool as the server lists it. */
  tools(options?: McpCallOptions): Promise<JsonObject[]>
  /** Any request; the wire is its result as it came, or its error. Throws only when the signal says so. */
  request(method: string, params: JsonObject, options?: McpCallOptions): Promise<McpGot>
  close(): Promise<void>
}

const defaults = { maxBytes: 64 * 1024 * 1024, connectMs: 30_000 }

/** What is known of the last exchange over HTTP, to explain why it failed. */
interface Seen {
  /** Of a call: arguments that its tool wants in headers. */
  headers?: Readonly<Record<string, string>>
  status?: number
  /** The text of an answer that is one JSON document. */
  text?: string
  isTooLarge?: boolean
  /** Over HTTP a question comes in the stream of the request that it belongs to, and is read in its context. */
  readonly onElicit?: McpCallOptions['onElicit']
}

/** Connects, whichever era the server is of. */
export async function connectMcp(place: McpPlace, options: McpClientOptions = {}): Promise<McpConnection> {
  const {
    maxBytes = defaults.maxBytes,
    connectMs = defaults.connectMs,
    signal,
    takesTasks = true,
    onElicit,
    asksHosts,
  } = options
  const seen = new AsyncLocalStorage<Seen>()
  const first: Seen = {}
  const client = new RawClient(
    { name: 'replywire', version: packageVersion() },
    {
      versionNegotiation: { mode: 'auto' },
      capabilities: {
        elicitation: { form: {}, url: {} },
        ...(takesTasks ? { extensions: { [tasksExtension]: {} } } : undefined),
      },
    },
  )
  if (asksHosts === true) client.askableByAnswer = { sampling: {}, roots: {} }
  client.setRequestHandler('elicitation/create', async request => {
    const ask = seen.getStore()?.onElicit ?? onElicit
    const result = await ask?.(request.params as unknown as JsonObject)
    return (result ?? { action: 'decline' }) as { action: 'decline' }
  })
  let isTooLarge = false
  client.onerror = error => {
    isTooLarge ||= error.message.startsWith('ReadBuffer exceeded')
  }
  const { transport, tail } = transportTo(place, options, maxBytes, seen)
  try {
    const either = AbortSignal.any([timeoutSignal(connectMs), signal].filter(one => one !== undefined))
    const timeout = Math.min(connectMs, longestTimerMs)
    await seen.run(first, () => stoppable(client.connect(transport, { timeout }), either))
  } catch (error) {
    await client.close().catch(() => {})
    await transport.close().catch(() => {})
    if (signal?.aborted) throw signal.reason
    throw new UnreachableError(whyNot(place, error, first, tail()), { cause: error })
  }

  const limits = { ...defaultJsonLimits, maxBytes }
  const isModern = client.getProtocolEra() === 'modern'
  const paramHeaders = new Map<unknown, ParamHeaders>()
  let isForgotten = false
  const request: McpConnection['request'] = async (
    method,
    params,
    { signal: caller, timeoutMs, onProgress, onElicit: ask } = {},
  ) => {
    const signals = [caller, timeoutSignal(timeoutMs)].filter(one => one !== undefined)
    const isCall = method === 'tools/call' && isModern
    const mirrored = isCall ? (paramHeaders.get(params.name) ?? []) : []
    const mine: Seen = { onElicit: ask, headers: writeParamHeaders(mirrored, params.arguments) }
    const stop = AbortSignal.any(signals)
    const ended = await seen.run(mine, () => client.raw(method, params, { signal: stop, onProgress }))
    if (caller?.aborted) throw caller.reason
    if (mine.status === 404 && 'sessionId' in transport && transport.sessionId !== undefined) isForgotten = true
    if (ended.kind === 'answered') return { wire: mcpWire(bodyOf(ended.answer, mine, limits)) }
    return missing(ended, { ...mine, isTooLarge: mine.isTooLarge === true || isTooLarge }, place, maxBytes, limits)
  }
  const tools: McpConnection['tools'] = async (options = {}) => {
    const all: JsonObject[] = []
    let cursor: Json | undefined
    // A server whose pages never end is left at some point.
    for (let page = 0; page < 64; page++) {
      const got = await request('tools/list', cursor === undefined ? {} : { cursor }, {
        timeoutMs: connectMs,
        ...options,
      })
      if ('fault' in got) throw new UnreachableError(got.fault)
      const reading = got.wire.body.json()
      const value = reading.ok && isObject(reading.value) ? reading.value : {}
      if (isObject(value.error)) {
        // A server without tools knows no such method.
        if (value.error.code === -32601) return all
        throw new UnreachableError(fault('dependency', 'The MCP server refuses to list its tools.'))
      }
      all.push(...(Array.isArray(value.tools) ? value.tools.filter(isObject) : []))
      for (const tool of all) paramHeaders.set(tool.name, paramHeadersOf(tool))
      cursor = value.nextCursor
      if (typeof cursor !== 'string' || cursor === '') break
    }
    return all
  }
  return {
    isModern,
    get isOpen() {
      return client.transport !== undefined && !isForgotten
    },
    get isForgotten() {
      return isForgotten
    },
    version: client.getNegotiatedProtocolVersion() ?? '',
    server: { ...client.getServerVersion() },
    tools,
    request,
    async close() {
      if (transport instanceof StreamableHTTPClientTransport) {
        // A server that does not receive this forgets the session by itself.
        await Promise.race([transport.terminateSession().catch(() => {}), waited(1000)])
      }
      await client.close().catch(() => {})
    },
  }
}

function waited(ms: number): Promise<void> {
  return new Promise(resolve => {
    // In a browser a timer is a number.
    const timer: NodeJS.Timeout | number = setTimeout(resolve, ms)
    if (typeof timer === 'object') timer.unref()
  })
}

function stoppable(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function transportTo(
  place: McpPlace,
  { headers, sign, only }: McpClientOptions,
  maxBytes: number,
  seen: AsyncLocalStorage<Seen>,
): { transport: StreamableHTTPClientTransport | StdioClientTransport; tail: () => string } {
  if ('url' in place) {
    const transport = new StreamableHTTPClientTransport(place.url, {
      fetch: boundedFetch(maxBytes, seen, { sign, only }),
      ...(headers === undefined ? undefined : { requestInit: { headers: { ...headers } } }),
    })
    return { transport, tail: () => '' }
  }
  const { command, args, env } = place
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: 'pipe',
    maxBufferSize: maxBytes,
    ...(env === undefined ? undefined : { env }),
  })
  return { transport, tail: keepTail(transport.stderr) }
}

/** Notes what came, and lets no more of it in than allowed. */
function boundedFetch(
  maxBytes: number,
  seen: AsyncLocalStorage<Seen>,
  { sign, only }: Pick<McpClientOptions, 'sign' | 'only'>,
): typeof fetch {
  return async (input, init) => {
    const store = seen.getStore()
    const mirrored = withHeaders(init, store?.headers)
    const signed = sign === undefined ? mirrored : await sign(new URL(input as string | URL), mirrored ?? {})
    const response = await fetchLong(input as string | URL, signed, only)
    if (store !== undefined) store.status = response.status
    const { status, statusText, headers } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
    if (response.body === null) return response
    const onTooLarge = (): void => {
      if (store !== undefined) store.isTooLarge = true
    }
    if (isStream) {
      const events = response.body.pipeThrough(boundedEvents(maxBytes, onTooLarge))
      return new Response(events, { status, statusText, headers })
    }
    try {
      const bytes = await readWhole(response, maxBytes)
      const text = new TextDecoder().decode(bytes)
      if (store !== undefined) store.text = text
      return new Response(text, { status, statusText, headers })
    } catch (error) {
      if (error instanceof TooLarge) onTooLarge()
      throw error
    }
  }
}

/** The result in its own words where one document holds it, so that nothing of it is lost in being parsed. */
function bodyOf(answer: JsonObject, { text }: Seen, limits: typeof defaultJsonLimits): Body {
  if (text === undefined) return Body.ofJson(answer)
  const source = Body.ofText(text, limits).source('/result')
  return source === undefined ? Body.ofJson(answer) : Body.ofText(source, limits)
}

/** What there is instead of an answer: words that are none, or a fault. */
function missing(
  ended: Exclude<RequestEnd, { kind: 'answered' }>,
  seen: Seen,
  place: McpPlace,
  maxBytes: number,
  limits: typeof defaultJsonLimits,
): McpGot {
  const cause = ended.kind === 'unsent' ? ended.error : undefined
  if (seen.isTooLarge || cause instanceof TooLarge) {
    const message = `The MCP server's answer is larger than ${sizeOf(maxBytes)}.`
    return { fault: fault('dependency', message, { recovery: 'stop' }) }
  }
  if (ended.kind === 'stopped') return { fault: fault('timeout', 'The MCP server did not answer in time.') }
  const { status, text } = seen
  if (status !== undefined && status >= 400) {
    const error = errorIn(text)
    return error === undefined ? { fault: faultOfStatus(status, 'The MCP server') } : { wire: mcpWire({ error }) }
  }
  // Something was sent that is no JSON-RPC: the contract that reads it names what is wrong.
  if (cause !== undefined && text !== undefined && status !== undefined && status < 300) {
    return { wire: mcpWire(Body.ofText(text, limits)) }
  }
  if (ended.kind === 'unsent') return { fault: fault('unavailable', 'The MCP server cannot be reached.') }
  const event = 'command' in place ? 'The MCP server ended' : 'The MCP server broke its answer off'
  return { fault: fault('dependency', `${event}; what became of the call is not known.`) }
}

/** Before 2026-07-28 an error may come with a status of HTTP's. */
function errorIn(text: string | undefined): JsonObject | undefined {
  const reading = text === undefined ? undefined : Body.ofText(text).json()
  const error = reading?.ok && isObject(reading.value) ? reading.value.error : undefined
  return isObject(error) && typeof error.code === 'number' && typeof error.message === 'string' ? error : undefined
}

/** Why there is no connection, in words that say what to do. */
function whyNot(place: McpPlace, error: unknown, { status, isTooLarge }: Seen, tail: string): Fault {
  if ('command' in place) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'EACCES') {
      return fault('unavailable', `The command ${place.command} cannot be started; is it installed?`)
    }
    const said = tail === '' ? '' : ` It said: ${tail}`
    return fault('unavailable', `The command ${place.command} does not speak MCP on its standard output.${said}`)
  }
  const { origin, href } = place.url
  if (isTooLarge) return fault('dependency', `${origin} answers with more than an MCP server would.`)
  if (status === undefined) {
    return fault('unavailable', `${origin} does not answer; is the MCP server running?`)
  }
  if (status === 401 || status === 403) return faultOfStatus(status, `The MCP server at ${origin}`)
  const timedOut =
    (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) ||
    (error as Error | undefined)?.name === 'TimeoutError'
  if (timedOut) return fault('timeout', `The MCP server at ${origin} did not answer in time.`)
  const said = error instanceof SdkHttpError || status >= 400 ? ` (HTTP ${status})` : ''
  return fault('dependency', `There is no MCP server at ${href}${said}; often its path is /mcp.`)
}

const mostStandardError = 2000

/** Reads what a process writes to standard error, so that it is never held up; returns its last line. */
function keepTail(stream: unknown): () => string {
  let kept = ''
  ;(stream as NodeJS.ReadableStream | null)?.on('data', (piece: Buffer) => {
    kept = (kept + piece.toString()).slice(-mostStandardError)
  })
  return () => kept.trimEnd().split('\n').at(-1)?.slice(0, 200) ?? ''
}
