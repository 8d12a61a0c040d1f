/** `/console/changes`: the times when pages that show tasks and approvals should read them again. */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import { deadline } from '../../lib/deadline.ts'
import { completed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { operator } from '../../runtime/caller.ts'
import type { HttpCall } from '../http/http-call.ts'
import { StreamedAnswer } from '../http/streamed-answer.ts'
import { goneAnswer, writeResult } from '../http/write.ts'
import { perform } from '../pipeline/stages.ts'
import { listerOf, ownerOf } from './caller.ts'
import { type ChangeViewer, type WatchedList, watched } from './change-watch.ts'
import { taskTarget } from './task-routes.ts'

/** Its name for limits, metrics and the journal. */
const changesName = 'console.changes'

/** A reader comes back after this time, and shows their credentials again: they may have been withdrawn. */
const longestMs = 10 * 60 * 1000

/** As a stream: a moment for each change. Otherwise marks that differ when something has changed. */
export async function answerChanges(call: HttpCall): Promise<HttpAnswer> {
  let viewer: ChangeViewer | undefined
  call.target = taskTarget(call.server, changesName, async () => {
    viewer = viewerOf(call)
    const { changes } = call.server.durable
    return { outcome: completed(call.stream ? {} : { ...(await changes.look(viewer)) }), exchange: {} }
  })
  const result = await perform(call)
  if (viewer === undefined || !call.stream || call.http.isGone) {
    call.onEnd?.()
    return call.http.isGone ? goneAnswer(call) : writeResult(call, result)
  }
  const stream = new StreamedAnswer(call)
  stream.begin()
  void sendChanges(call, stream, { viewer, result })
  return stream.answer
}

/** Who may list what: the same as for the lists themselves. */
function viewerOf({ principal, server: { durable } }: HttpCall): ChangeViewer {
  const { ownership, runtime } = durable
  const lister = listerOf(principal, ownership)
  const mayListApprovals = !ownership.open || principal?.subject === operator.subject
  return {
    owner: ownerOf(lister, ownership),
    approvals: mayListApprovals ? runtime.deciding.visibleTo(lister) : undefined,
  }
}

async function sendChanges(
  { server, open, principal }: HttpCall,
  stream: StreamedAnswer,
  { viewer, result }: { viewer: ChangeViewer; result: RunResult },
): Promise<void> {
  const end = Math.min(principal?.expiresAt ?? Number.POSITIVE_INFINITY, server.now() + longestMs)
  const expiry = deadline(end, server.now)
  // Also while it waits for a slow reader.
  expiry.signal.addEventListener('abort', () => stream.cut(result), { once: true })
  const closing = new AbortController()
  const signal = AbortSignal.any([open.signal, expiry.signal, closing.signal])
  // The reader reads everything once, as soon as changes after that are noticed.
  const changed = new Set<WatchedList>(watched)
  let woken = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => woken.resolve(), { once: true })
  const { ready, stop } = server.durable.changes.follow(viewer, {
    news(names) {
      for (const name of names) changed.add(name)
      woken.resolve()
    },
    over: () => closing.abort(),
  })
  try {
    await ready
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      if (changed.size === 0) await woken.promise
      const message = [...changed].join(' ')
      changed.clear()
      if (message !== '' && !signal.aborted) await stream.write({ kind: 'progress', message })
    }
  } catch {
    // The reader is too slow, and comes back.
  } finally {
    stop()
    expiry.clear()
    stream.cut(result)
  }
}
