/** Readers of streams over real sockets, who can be cut off after any event and at any byte. */
import { type ClientRequest, request } from 'node:http'
import { SseReader } from '../../src/wire/sse.ts'

export interface SeenEvent {
  readonly id: number
  readonly event: string
  readonly data: string
}

export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly events: readonly SeenEvent[]
  /** What a plain answer holds. */
  readonly text: string
  /** The server ended it, not the reader. */
  readonly isWhole: boolean
}

export interface Ask {
  readonly method?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** The reader leaves when it has seen so many events. Default: never. */
  readonly mostEvents?: number
  /** The reader leaves in the middle of the bytes. Default: never. */
  readonly mostBytes?: number
  /** Called when the reader has left, or the answer has ended. */
  readonly onEnd?: () => void
}

/** Reads a stream until it ends or the reader leaves: what was half there does not count. */
export function readStream(url: string, ask: Ask = {}): Promise<Seen> {
  const { method = 'GET', body, headers = {}, mostEvents = Infinity, mostBytes = Infinity, onEnd = () => {} } = ask
  return new Promise((resolve, reject) => {
    const all = { accept: 'text/event-stream', 'content-type': 'application/json', ...headers }
    const asking: ClientRequest = request(url, { method, headers: all, agent: false }, response => {
      const reader = new SseReader()
      const decoder = new TextDecoder()
      const events: SeenEvent[] = []
      let text = ''
      let left = mostBytes
      let isOver = false
      const done = (isWhole: boolean) => {
        if (isOver) return
        isOver = true
        asking.destroy()
        const { statusCode: status = 0 } = response
        resolve({ status, headers: response.headers as Record<string, string>, events, text, isWhole })
        onEnd()
      }
      if (mostEvents === 0) return done(false)
      response.on('data', (chunk: Buffer) => {
        const piece = decoder.decode(chunk.subarray(0, Math.min(left, chunk.byteLength)), { stream: true })
        left -= chunk.byteLength
        text += piece
        for (const { id, event, data } of reader.read(piece)) {
          if (isOver) return
          events.push({ id: Number(id ?? Number.NaN), event, data })
          if (events.length === mostEvents) done(false)
        }
        if (left <= 0) done(false)
      })
      response.on('end', () => done(true))
      response.on('error', () => done(false))
    })
    asking.on('error', reject)
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
