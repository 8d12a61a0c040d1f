/** Server-sent events as A2A has them (1.0 §9.4.2): data alone, taken from a source as fast as they are read. */
import type { Json } from '../../lib/json-value.ts'
import type { A2aStream } from './answer.ts'

export interface SseOptions {
  headers?: Readonly<Record<string, string>>
  /** A comment this often, so that proxies keep the connection. */
  keepAliveMs?: number
  /** The reader has gone. */
  onGone: () => void
  /** The stream is over, in whatever way. */
  onEnd: () => void
}

const encoder = new TextEncoder()
const maxUnread = 64 * 1024

/** Nothing is taken from the source while so much is unread: a slow reader costs no memory. */
export function sseResponse({ first, rest, trouble }: A2aStream, options: SseOptions): Response {
  const { headers, keepAliveMs = 15_000, onGone, onEnd } = options
  let timer: NodeJS.Timeout | undefined
  let over = false
  const end = () => {
    if (over) return
    over = true
    clearInterval(timer)
    onEnd()
  }
  let next: Promise<IteratorResult<Json, void>> | undefined = Promise.resolve(first)
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': keep-alive\n\n'))
        }, keepAliveMs)
        timer.unref()
      },
      async pull(controller) {
        try {
          const result = await (next ?? rest.next())
          next = undefined
          if (over) return
          if (!result.done) return controller.enqueue(encoder.encode(`data: ${JSON.stringify(result.value)}\n\n`))
        } catch (error) {
          if (over) return
          controller.enqueue(encoder.encode(`event: error\ndata: ${JSON.stringify(trouble(error))}\n\n`))
        }
        end()
        controller.close()
      },
      cancel() {
        end()
        onGone()
        void rest.return?.()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnread }),
  )
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  })
}
