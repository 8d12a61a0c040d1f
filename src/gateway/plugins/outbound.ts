/**
 * Calls of plugins to services that the operator names: bounded in time and size, redirects not followed, the result of
 * one call independent of the client that caused it.
 */
import { Agent, request } from 'undici'

export interface OutboundOptions {
  readonly timeoutMs: number
  readonly maxBytes: number
  /** In PEM. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string | undefined } | undefined
}

export interface OutboundCall {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Why there is no answer. It has no cause: a cause may hold addresses and tokens. */
export class OutboundError extends Error {
  readonly kind: 'timeout' | 'network_error'

  constructor(kind: 'timeout' | 'network_error') {
    super(kind)
    this.name = 'OutboundError'
    this.kind = kind
  }
}

const mostConnections = 64

export class Outbound {
  readonly #agent: Agent
  readonly #options: OutboundOptions

  constructor(options: OutboundOptions) {
    const { tls, timeoutMs } = options
    this.#options = options
    this.#agent = new Agent({
      connections: mostConnections,
      connect: {
        timeout: timeoutMs,
        ...(tls === undefined ? undefined : { cert: tls.cert, key: tls.key }),
        ...caOf(tls),
      },
    })
  }

  /** The status and the body of an answer. Rejects with an `OutboundError`. */
  async send(url: URL, { method, headers, body }: OutboundCall): Promise<{ status: number; text: string }> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs)
    try {
      const answer = await request(url, {
        method,
        headers: { accept: 'application/json', ...headers },
        body: body ?? null,
        dispatcher: this.#agent,
        signal,
      })
      return { status: answer.statusCode, text: await this.#read(answer.body) }
    } catch {
      throw new OutboundError(signal.aborted ? 'timeout' : 'network_error')
    }
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<string> {
    const pieces: Uint8Array[] = []
    let total = 0
    for await (const piece of body) {
      total += piece.byteLength
      if (total > this.#options.maxBytes) throw new Error('The answer is too large.')
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString('utf8')
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

function caOf(tls: OutboundOptions['tls']): { ca: string } | undefined {
  return tls?.ca === undefined ? undefined : { ca: tls.ca }
}
