/** `/operations/{id}/events`: the log of a task, as a stream that can be taken up again at any event. */
import { refuse as refused } from '../../agent/answers.ts'
import { type Operation, operation } from '../../agent/define.ts'
import type { Json } from '../../lib/json-value.ts'
import { completed, type Outcome } from '../../outcome/outcome.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { admit, type Peer } from '../admit.ts'
import { EventStream } from '../event-stream.ts'
import { streamHeaders } from '../execute.ts'
import { underBase } from '../finish.ts'
import { inContract } from '../jpcite.ts'
import { account, type Plan, refuse, sealed } from '../plan.ts'
import { callerOf, ownerOf } from './caller.ts'
import { readLog } from './events.ts'

const pageSize = 100

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
    handler: () => undefined,
  })
}

export async function streamEvents(plan: Plan, id: string, isPublic: boolean, peer: Peer): Promise<Response> {
  const { site } = plan
  const admitted = await admit(plan, { name: 'tasks.events', public: isPublic }, peer)
  if ('refusal' in admitted) return admitted.refusal
  const { runtime, ownership } = site.durable
  const owner = ownerOf(callerOf(admitted.principal, ownership.open), ownership)
  const row = await runtime.store.do('getTask', { id, ...owner })
  if (row === undefined) {
    return refuse(plan, refused('not-found', 'There is no such task.', { code: 'TASK_NOT_FOUND', began: false }))
  }
  const after = placeOf(plan.request)
  if (after === undefined) {
    const issues = [{ pointer: '/Last-Event-ID', message: 'Expected the id of an event.', location: 'header' as const }]
    return refuse(plan, refused('invalid', 'The request is not valid.', { issues, began: false }))
  }
  const isStream = plan.stream && plan.served.edition.stream !== undefined && plan.request.method !== 'HEAD'
  return isStream ? follow(admitted.plan, row, after) : page(admitted.plan, row, after)
}

/** After which event: `Last-Event-ID`, or `?after=` for whoever cannot set a header. */
function placeOf(request: Request): number | undefined {
  const given = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0'
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

/** What is there now, for whoever wants no stream. */
async function page(plan: Plan, { id }: TaskRow, after: number): Promise<Response> {
  const { store } = plan.site.durable.runtime
  const events = await store.do('readEvents', { id, after, limit: pageSize })
  const rows = events.map(({ seq, kind, body, at }) => ({
    id: seq,
    kind,
    at: new Date(at).toISOString(),
    data: fromBytes<Json>(body),
  }))
  return refuse(plan, completed(rows, rows.length === 0 ? { emptyReason: 'no_match' } : {}))
}

function follow(plan: Plan, row: TaskRow, after: number): Response {
  const { site, served, open, base } = plan
  const exchange = sealed({ ...plan, operation: row.operation }, {})
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
  const told = (outcome: Outcome) => inContract(served, underBase(outcome, base))
  const send = async () => {
    for await (const event of readLog(site.durable.runtime, { id: row.id, after, signal: open.signal })) {
      if ('moment' in event) await events.write(event.moment, event.seq)
      else {
        Object.assign(exchange, event.answer.exchange)
        account(plan, events.end(told(event.answer.outcome), event.seq), { status: 200, stream: true })
        return
      }
    }
    // The reader left or the server stops: the task goes on, so nothing is said to have ended.
    events.cut()
  }
  void send()
    .catch(() => events.cut())
    .finally(() => {
      site.metrics.streamClosed()
      release()
    })
  return new Response(events.body, { status: 200, headers: streamHeaders(plan, exchange) })
}
