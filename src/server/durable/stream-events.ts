/** `/operations/{id}/events`: the log of a task, as a stream that can be taken up again at any event. */

import { refuse as refused } from '../../agent/answers.ts'
import { type Operation, operation } from '../../agent/define.ts'
import { deadline } from '../../lib/deadline.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Interim } from '../../outcome/moment.ts'
import { completed, failed } from '../../outcome/outcome.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import { overLimit } from '../../runtime/caller-limits.ts'
import { follow } from '../../runtime/follow.ts'
import { recalled, type StoredAnswer } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { Peer } from '../admit.ts'
import { EventStream } from '../event-stream.ts'
import { streamHeaders } from '../execute.ts'
import { underBase } from '../finish.ts'
import { account, type Plan, refuse, sealed } from '../plan.ts'
import { presentOutcome } from '../present.ts'
import { ofTask } from './of-task.ts'
import { type OwnTask, ownTask, type Wanted } from './own-task.ts'

const pageSize = 100

type Found = Exclude<OwnTask, { refusal: Response }>

/** The route as a document describes it; `streamEvents` is what answers it. */
export function eventsOperation(prefix: string): Operation {
  return operation({
    title: 'The events of a task',
    description:
      'As a stream, from any event on, until the task ends or pauses; otherwise the next hundred that are there now.',
    route: `GET ${prefix}/operations/{id}/events`,
    effects: 'none',
    input: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', maxLength: 64, description: 'The id of the task.' },
        after: { type: 'integer', minimum: 0, description: 'The last event that the reader has.' },
        'last-event-id': { type: 'integer', minimum: 0, description: 'The same, as readers of streams say it.' },
      },
    },
    locations: { 'last-event-id': 'header' },
    output: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'kind', 'at', 'data'],
        properties: {
          id: { type: 'integer' },
          kind: { enum: ['moment', 'outcome'] },
          at: { type: 'string', format: 'date-time' },
          data: {},
        },
      },
    },
    handler: () => [],
  })
}

export async function streamEvents(plan: Plan, wanted: Omit<Wanted, 'name'>, peer: Peer): Promise<Response> {
  const found = await ownTask(plan, { ...wanted, name: 'tasks.events' }, peer)
  if ('refusal' in found) return found.refusal
  const { row } = found
  const after = placeOf(plan.request)
  if (after === undefined) {
    const issues = [{ pointer: '/Last-Event-ID', message: 'Expected the id of an event.', location: 'header' as const }]
    return refuse(plan, refused('invalid', 'The request is not valid.', { issues, began: false }))
  }
  const isStream = plan.stream && plan.served.edition.stream !== undefined && plan.request.method !== 'HEAD'
  // A reader who has all of a task that has ended need not come again, nor one who names an event that is not there.
  if (isStream && (after > row.events || (row.endedAt !== null && after === row.events))) {
    account(plan, { kind: 'completed' }, { status: 204 })
    return new Response(null, { status: 204 })
  }
  if (!isStream) return page(found.plan, row, after)
  const reader = { principal: found.principal, address: plan.address }
  const response = await plan.site.streams.respond(reader, () => streamed(found, after))
  return response ?? refuse(found.plan, failed(overLimit('streams')))
}

/** After which event: `Last-Event-ID`, or `?after=` for whoever cannot set a header. */
function placeOf(request: Request): number | undefined {
  const given = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0'
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

/** What is there now, for whoever wants no stream. */
async function page(plan: Plan, { id }: TaskRow, after: number): Promise<Response> {
  const { store } = plan.site.durable.runtime
  const events = await store.do('readEvents', { id, after, limit: pageSize, mostBytes: 1024 * 1024 })
  const rows = events.map(({ seq, kind, body, at }) => ({
    id: seq,
    kind,
    at: new Date(at).toISOString(),
    data: fromBytes<Json>(body),
  }))
  return refuse(plan, completed(rows, rows.length === 0 ? { emptyReason: 'no_match' } : {}))
}

/**
 * Ends with the next outcome. After a pause there may be more: whoever wants it reads on from there, so that everybody
 * gets every event once and in order, whenever they come. When the credentials end, so does the stream: the task goes
 * on, and is followed again with fresh ones.
 */
function streamed({ plan, row, principal }: Found, after: number): Response {
  const { site, served, open, base } = plan
  const { call } = recalled(site.durable.runtime, row.call)
  const exchange = sealed({ ...plan, operation: row.operation }, ofTask(served, call))
  const { keepAliveMs } = site.options
  const events = new EventStream({
    served,
    exchange,
    onGone: () => open.stop(),
    ...(keepAliveMs === undefined ? undefined : { keepAliveMs }),
    after,
  })
  const release = open.hold()
  site.metrics.streamOpened()
  const expiry = deadline(principal?.expiresAt, site.now)
  // Also while it waits for a slow reader.
  expiry.signal.addEventListener('abort', () => events.cut(), { once: true })
  const told = ({ outcome, author }: StoredAnswer) =>
    presentOutcome(served.contract, underBase(outcome, base), author ?? 'handler')
  const send = async () => {
    for await (const { kind, seq, body } of follow(site.durable.runtime.store, {
      id: row.id,
      after,
      signal: AbortSignal.any([open.signal, expiry.signal]),
    })) {
      if (kind === 'moment') await events.write(fromBytes<Interim>(body), seq)
      else {
        const answer = fromBytes<StoredAnswer>(body)
        Object.assign(exchange, answer.exchange)
        account(plan, events.end(told(answer), seq), { status: 200, stream: true })
        return
      }
    }
    // The reader left, their credentials ended or the server stops: the task goes on, so nothing is said to have ended.
    events.cut()
  }
  void send()
    .catch(() => events.cut())
    .finally(() => {
      expiry.clear()
      site.metrics.streamClosed()
      release()
    })
  return new Response(events.body, { status: 200, headers: streamHeaders(plan, exchange) })
}
