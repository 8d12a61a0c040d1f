/** The log of a task as events, up to the next outcome. */
import { deadline } from '../../lib/deadline.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { follow } from '../../runtime/follow.ts'
import { storedAnswer, storedMoment } from '../../runtime/stored-answer.ts'
import type { HttpCall } from '../http/http-call.ts'
import type { StreamedAnswer } from '../http/streamed-answer.ts'
import { waitingFor } from './answer-task.ts'

export interface TaskReading {
  readonly id: string
  /** The reader has the events up to this one. */
  readonly after: number
  /** The answer while the task goes on. */
  readonly soFar: RunResult
}

/**
 * Ends with the next outcome. After a pause there may be more: readers who want it read on from there, so that all get
 * every event once and in order, whenever they come. When the reader leaves, their credentials end or the server stops,
 * the stream ends without an outcome: the task goes on, and is followed again with fresh credentials.
 */
export async function sendTaskEvents(call: HttpCall, stream: StreamedAnswer, reading: TaskReading): Promise<void> {
  const { server, open, principal } = call
  const { id, after, soFar } = reading
  const { runtime } = server.durable
  const expiry = deadline(principal?.expiresAt, server.now)
  // Also while it waits for a slow reader.
  expiry.signal.addEventListener('abort', () => stream.cut(soFar), { once: true })
  const signal = AbortSignal.any([open.signal, expiry.signal])
  try {
    for await (const { kind, seq, body } of follow(runtime.store, { id, after, signal })) {
      if (kind === 'moment') {
        await stream.write(storedMoment(body), seq)
        continue
      }
      const { outcome, author, exchange } = storedAnswer(body)
      if (outcome.kind === 'paused') {
        const waiting = await waitingFor(runtime, { id, state: 'paused' })
        if (waiting.length > 0) call.durable.approvals = waiting.map(approval => approval.id)
      }
      stream.end({ outcome, ...(author && { author }), exchange: { ...soFar.exchange, ...exchange } }, seq)
      return
    }
  } catch {
    // The store is away, or holds what cannot be read: the task may go on all the same.
  } finally {
    expiry.clear()
    stream.cut(soFar)
  }
}
