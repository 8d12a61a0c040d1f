/** How far an answer is ahead of its reader, so that a run can wait while it is read slowly. */

import { isObject } from '../../lib/json-value.ts'

/** How many messages may wait for their reader. */
const most = 16

/** The SDK queues every message of a stream, however slowly it is read: here they are counted as they leave. */
export class Flow {
  #ahead = 0
  #isGone = false
  #moved = Promise.withResolvers<void>()

  /** Waits until there is room for a message, and takes it. */
  async room(): Promise<void> {
    while (this.#ahead >= most && !this.#isGone) await this.#moved.promise
    this.#ahead++
  }

  /** The same stream, whose reading is counted. */
  watch(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const end = () => {
      this.#isGone = true
      this.#move()
      ended()
    }
    return new ReadableStream(
      {
        pull: async controller => {
          const { done, value } = await reader.read().catch(error => {
            end()
            throw error
          })
          if (done) {
            controller.close()
            end()
            return
          }
          controller.enqueue(value)
          // A comment, which keeps the connection alive, was never counted.
          if (value[0] !== colon) this.#ahead--
          this.#move()
        },
        async cancel(reason) {
          end()
          await reader.cancel(reason)
        },
      },
      { highWaterMark: 0 },
    )
  }

  #move(): void {
    this.#moved.resolve()
    this.#moved = Promise.withResolvers()
  }
}

const colon = ':'.charCodeAt(0)

/** Whether a request is for a stream that only waits for news. */
export function isStanding(httpMethod: string, body: unknown): boolean {
  return httpMethod === 'GET' || (isObject(body) && body.method === 'subscriptions/listen')
}
