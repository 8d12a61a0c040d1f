/** `/operations/{id}/events`: the log of a task, as a stream that can be taken up again at any event. */
import { refuse } from '../../agent/answers.ts'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { completed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { storedAnswer, storedMoment } from '../../runtime/stored-answer.ts'
import { pendingOf, recalled } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { HttpCall } from '../http/http-call.ts'
import { StreamedAnswer } from '../http/streamed-answer.ts'
import { goneAnswer, writeResult } from '../http/write.ts'
import { account, sealed } from '../pipeline/account.ts'
import { perform } from '../pipeline/stages.ts'
import { findCallerTask } from './caller-task.ts'
import { sendTaskEvents } from './send-task-events.ts'
import { taskExchange } from './task-exchange.ts'
import { taskTarget } from './task-routes.ts'

const pageSize = 100

/** What a reader wants of a task: its events after one of them. */
interface Reading {
  row: TaskRow
  /** Undefined: all of them. */
  after: number | undefined
}

export async function answerEvents(call: HttpCall): Promise<HttpAnswer> {
  let reading: Reading | undefined
  call.target = taskTarget(call.server, 'tasks.events', async () => {
    const row = await findCallerTask(call)
    const after = placeOf(call.http)
    if (after === 'unreadable') throw noPlace
    reading = { row, after }
    return call.stream ? { outcome: completed(), exchange: {} } : page(call, reading)
  })
  const result = await perform(call)
  if (reading === undefined || !call.stream) return finished(call, () => writeResult(call, result))
  if (call.http.isGone) return finished(call, () => goneAnswer(call))
  const { row, after = 0 } = reading
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
function placeOf(http: HttpRequest): number | undefined | 'unreadable' {
  const given = http.header('last-event-id') ?? http.query('after')
  if (given === undefined) return undefined
  return /^\d{1,15}$/.test(given) ? Number(given) : 'unreadable'
}

/** What is there now, for callers who want no stream. */
async function page({ server }: HttpCall, { row: { id }, after = 0 }: Reading): Promise<RunResult> {
  const { store } = server.durable.runtime
  const events = await store.do('readEvents', { id, after, limit: pageSize, mostBytes: 1024 * 1024 })
  const rows = events.map(({ seq, kind, body, at }) => ({
    id: seq,
    kind,
    at: new Date(at).toISOString(),
    data: (kind === 'moment' ? storedMoment(body) : storedAnswer(body)) as unknown as Json,
  }))
  return { outcome: completed(rows, rows.length === 0 ? { emptyReason: 'no_match' } : {}), exchange: {} }
}

function streamed(call: HttpCall, { row, after }: Reading): Promise<HttpAnswer> {
  const { server, contractEdition } = call
  const { runtime } = server.durable
  const { call: firstCall } = recalled(runtime, row.call)
  const { isNewConversation } = call
  const names = contractEdition.contract.serving?.streams?.namesFirstCall ? namesIn(firstCall.exchange) : {}
  const about = { server, exchange: { ...call.exchange, ...names }, isNewConversation, operation: row.operation }
  const stream = new StreamedAnswer(call, {
    after,
    seal: added => sealed(about, { ...taskExchange(contractEdition, firstCall), ...added }),
  })
  stream.begin()
  const soFar = { outcome: pendingOf(runtime, row.id, 'working'), exchange: {} }
  void sendTaskEvents(call, stream, { id: row.id, after: stream.last, soFar })
  return stream.answer
}

function namesIn({ requestId, operation }: Exchange): Pick<Exchange, 'requestId' | 'operation'> {
  return { ...(requestId && { requestId }), ...(operation && { operation }) }
}
