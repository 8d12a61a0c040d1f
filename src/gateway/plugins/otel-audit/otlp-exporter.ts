/** Sends spans to a collector by OTLP over HTTP, as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
import type { JsonObject } from '../../../lib/json-value.ts'
import { Outbound } from '../outbound.ts'

export interface OtlpOptions {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly onSpans: (outcome: 'sent' | 'failed' | 'dropped', count: number, seconds?: number) => void
}

const mostQueued = 2048
const mostInBatch = 512
const everyMs = 1000
const timeoutMs = 10_000

/** What cannot be sent is dropped and counted; no call waits for it. */
export class OtlpExporter {
  readonly #options: OtlpOptions
  readonly #outbound = new Outbound({ timeoutMs, maxBytes: 64 * 1024 })
  #queue: JsonObject[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  constructor(options: OtlpOptions) {
    this.#options = options
  }

  add(span: JsonObject): void {
    if (this.#queue.length >= mostQueued) {
      this.#options.onSpans('dropped', 1)
      return
    }
    this.#queue.push(span)
    if (this.#queue.length >= mostInBatch) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), everyMs).unref()
  }

  async close(): Promise<void> {
    this.#flush()
    await this.#sending
    await this.#outbound.close()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) await this.#send(this.#queue.splice(0, mostInBatch))
  }

  async #send(spans: readonly JsonObject[]): Promise<void> {
    const { url, headers, onSpans } = this.#options
    const began = performance.now()
    let isSent = false
    try {
      const { status } = await this.#outbound.send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(this.#message(spans)),
      })
      isSent = status >= 200 && status < 300
    } catch {
      isSent = false
    }
    onSpans(isSent ? 'sent' : 'failed', spans.length, (performance.now() - began) / 1000)
  }

  #message(spans: readonly JsonObject[]): JsonObject {
    const attributes = [{ key: 'service.name', value: { stringValue: this.#options.serviceName } }]
    return {
      resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'replywire' }, spans: [...spans] }] }],
    }
  }
}
