/** Answers the questions of a page, in its worker. */
import type { WorkerReply } from './worker-calls.ts'

export function serveWorker<Q, A>(answer: (question: Q) => Promise<A>): void {
  addEventListener('message', async ({ data }: MessageEvent<Q>) => {
    let reply: WorkerReply<A>
    try {
      reply = { answer: await answer(data) }
    } catch {
      reply = { failed: true }
    }
    postMessage(reply)
  })
}
