/**
 * The official MCP client, with requests whose answers are given back as they came. The client's own funnel reads a
 * result by its schema and refuses what does not fit; validating answers needs exactly those.
 */
import {
  Client,
  isJSONRPCErrorResponse,
  type JSONRPCNotification,
  type JSONRPCResponse,
  type MessageExtraInfo,
} from '@modelcontextprotocol/client'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

/** How a request ended. */
export type RequestEnd =
  | { kind: 'answered'; answer: JsonObject }
  /** The stream of the answer ended without one. */
  | { kind: 'broken' }
  /** The connection is gone. */
  | { kind: 'closed' }
  | { kind: 'unsent'; error: unknown }
  | { kind: 'stopped' }

export interface RawOptions {
  /** Stops waiting, and notifies the server. */
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: JsonObject) => void) | undefined
}

interface PendingRequest {
  readonly end: (ended: RequestEnd) => void
  readonly onProgress: ((progress: JsonObject) => void) | undefined
}

export class RawClient extends Client {
  readonly #waiting = new Map<string, PendingRequest>()
  #lastCall = 0
  /** Capabilities that are declared with requests of 2026-07-28 alone, in addition to those of the client. */
  askableByAnswer: JsonObject | undefined

  /** Sends a request; `answer` is the result, or `{error}`. Never rejects. */
  raw(method: string, params: JsonObject, { signal, onProgress }: RawOptions): Promise<RequestEnd> {
    const { transport } = this
    if (transport === undefined) return Promise.resolve({ kind: 'closed' })
    if (signal.aborted) return Promise.resolve({ kind: 'stopped' })
    // The client itself counts in numbers: a text is never one of its own ids.
    const id = `call-${++this.#lastCall}`
    const stream = new AbortController()
    const isModern = this.getProtocolEra() === 'modern'
    const token = onProgress === undefined ? undefined : { progressToken: id }
    const meta = { ...this.#envelope(isModern), ...(params._meta as JsonObject | undefined), ...token }
    const sent = { ...params, ...(Object.keys(meta).length === 0 ? undefined : { _meta: meta }) }
    return new Promise<RequestEnd>(resolve => {
      const end = (ended: RequestEnd): void => {
        if (!this.#waiting.delete(id)) return
        signal.removeEventListener('abort', stop)
        resolve(ended)
      }
      const stop = (): void => {
        end({ kind: 'stopped' })
        if (isModern && transport.hasPerRequestStream === true) {
          stream.abort()
          return
        }
        const notice = this.notification({ method: 'notifications/cancelled', params: { requestId: id } })
        notice.catch(() => {}).finally(() => stream.abort())
      }
      this.#waiting.set(id, { end, onProgress })
      signal.addEventListener('abort', stop, { once: true })
      transport
        .send(
          { jsonrpc: '2.0', id, method, params: sent },
          { requestSignal: stream.signal, onRequestStreamEnd: () => end({ kind: 'broken' }) },
        )
        .catch(error => end({ kind: 'unsent', error }))
    })
  }

  #envelope(isModern: boolean): JsonObject {
    const envelope = { ...this._outboundMetaEnvelope() } as JsonObject
    const own = envelope[capabilitiesKey]
    if (!isModern || this.askableByAnswer === undefined || !isObject(own)) return envelope
    return { ...envelope, [capabilitiesKey]: { ...own, ...this.askableByAnswer } }
  }

  protected override _onresponse(response: JSONRPCResponse): void {
    const waiting = this.#waiting.get(String(response.id))
    if (waiting === undefined) {
      super._onresponse(response)
      return
    }
    const answer = isJSONRPCErrorResponse(response) ? { error: response.error as Json } : (response.result as Json)
    waiting.end({ kind: 'answered', answer: answer as JsonObject })
  }

  protected override _onnotification(notification: JSONRPCNotification, extra?: MessageExtraInfo): void {
    const { progressToken, ...progress } = (notification.params ?? {}) as JsonObject
    const waiting =
      notification.method === 'notifications/progress' ? this.#waiting.get(String(progressToken)) : undefined
    if (waiting === undefined) super._onnotification(notification, extra)
    else waiting.onProgress?.(progress)
  }

  protected override _onclose(): void {
    for (const { end } of [...this.#waiting.values()]) end({ kind: 'closed' })
    super._onclose()
  }
}
