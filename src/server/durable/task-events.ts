/** `/operations/{id}/events`: the log of a task, as a stream that can be taken up again at any event. */
import { refuse } from '../../agent/answers.ts'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { deadline } from '../../lib/deadline.ts'
import type { Json } from '../../lib/json-value.ts'
import { completed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { follow } from '../../runtime/follow.ts'
import { storedAnswer, storedMoment } from '../../runtime/stored.ts'
import { recalled } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { EventStream } from '../http/event-stream.ts'
import type { HttpCall } from '../http/http-call.ts'
import { gone, readerLeft, streamAnswer, writeResult } from '../http/write.ts'
import { account, sealed } from '../pipeline/account.ts'
import { finish } from '../pipeline/finish.ts'
import { perform } from '../pipeline/stages.ts'
import { ofTask } from './of-task.ts'
import { ownTask } from './own-task.ts'
import { taskTarget } from './task-routes.ts'

const pageSize = 100

/** What a reader wants of a task: its events after one of them. */
interface Reading {
  row: TaskRow
  after: number
}

export async function answerEvents(call: HttpCall): Promise<HttpAnswer> {
  let reading: Reading | undefined
  call.target = taskTarget(call.site, 'tasks.events', async () => {
    const row = await ownTask(call)
    const after = placeOf(call.http)
    if (after === undefined) throw noPlace
    reading = { row, after }
    return call.stream ? { outcome: completed(), exchange: {} } : page(call, reading)
  })
  const result = await perform(call)
  if (reading === undefined || !call.stream) return finished(call, () => writeResult(call, result))
  if (call.http.isGone) return finished(call, () => gone(call))
  const { row, after } = reading
  // A reader who has all of a task that has ended need not come again, nor one who names an event that is not there.
  if (after > row.events || (row.endedAt !== null && after === row.events)) {
    account(call, completed(), { status: 204 })
    return finished(call, () => ({ status: 204, headers: {} }))
  }
  return streamed(call, reading)
}

/** An answer that is no stream: the place of one is free again. */
function finished<A extends HttpAnswer | Promise<HttpAnswer>>({ onEnd }: HttpCall, write: () => A): A {
  onEnd?.()
  return write()
}

const noPlace = refuse('invalid', 'The request is not valid.', {
  issues: [{ pointer: '/Last-Event-ID', message: 'Expected the id of an event.', location: 'header' }],
  began: false,
})

/** After which event: `Last-Event-ID`, or `?after=` for readers that cannot set a header. */
function placeOf(http: HttpRequest): number | undefined {
  const given = http.header('last-event-id') ?? http.query('after') ?? '0'
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

/** What is there now, for callers who want no stream. */
async function page({ site }: HttpCall, { row: { id }, after }: Reading): Promise<RunResult> {
  const { store } = site.durable.runtime
  const events = await store.do('readEvents', { id, after, limit: pageSize, mostBytes: 1024 * 1024 })
  const rows = events.map(({ seq, kind, body, at }) => ({
    id: seq,
    kind,
    at: new Date(at).toISOString(),
    data: (kind === 'moment' ? storedMoment(body) : storedAnswer(body)) as unknown as Json,
  }))
  return { outcome: completed(rows, rows.length === 0 ? { emptyReason: 'no_match' } : {}), exchange: {} }
}

/**
 * Ends with the next outcome. After a pause there may be more: readers who want it read on from there, so that all get
 * every event once and in order, whenever they come. When the credentials end, so does the stream: the task goes on, and
 * is followed again with fresh ones.
 */
function streamed(call: HttpCall, { row, after }: Reading): HttpAnswer {
  const { site, spoken, open, principal } = call
  const { call: asked } = recalled(site.durable.runtime, row.call)
  const { exchange: opened, isNewConversation } = call
  const exchange = sealed(
    { site, exchange: opened, isNewConversation, operation: row.operation },
    ofTask(spoken, asked),
  )
  const { keepAliveMs } = site.options
  const events = new EventStream({ spoken, exchange, onGone: () => readerLeft(call), keepAliveMs, after })
  const release = open.hold()
  site.metrics.streamOpened()
  const expiry = deadline(principal?.expiresAt, site.now)
  // Also while it waits for a slow reader.
  expiry.signal.addEventListener('abort', () => events.cut(), { once: true })
  const signal = AbortSignal.any([open.signal, expiry.signal])
  const send = async () => {
    for await (const { kind, seq, body } of follow(site.durable.runtime.store, { id: row.id, after, signal })) {
      if (kind === 'moment') await events.write(storedMoment(body), seq)
      else {
        const answer = storedAnswer(body)
        Object.assign(exchange, answer.exchange)
        account(call, events.end(finish(call, answer), seq), { status: 200, stream: true })
        return
      }
    }
    // The reader left, their credentials ended or the server stops: the task goes on, so no end is written.
    events.cut()
  }
  void send()
    .catch(() => events.cut())
    .finally(() => {
      expiry.clear()
      site.metrics.streamClosed()
      call.onEnd?.()
      release()
    })
  return streamAnswer(call, exchange, events)
}
