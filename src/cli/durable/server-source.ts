/** Runs of a server, over its built-in operations: what the owner of the token may see and decide. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventRow } from '../../store/operations/events.ts'
import { usageError } from '../usage.ts'
import type { DecisionResult, RunSource, TaskDetails } from './run-source.ts'
import { ServerCalls, type ServerInvocation } from './server-calls.ts'
import { approvalIn, deliveryIn, eventIn, historyIn, objectsIn, requestIn, taskIn } from './server-rows.ts'

const everyMs = 500
/** Operations that no document lists are called by their route. */
const storyRoute = 'GET /operations/{id}/story'
const mostApprovals = 20
/** How many events a server sends at once. */
const pageSize = 100

export function openServerSource(url: string, invocation: ServerInvocation): RunSource {
  const calls = new ServerCalls(url, invocation)
  const approval = async (id: string) => {
    const json = await calls.read('approvals.get', { id })
    return json === undefined ? undefined : { row: approvalIn(json), history: historyIn(json) }
  }
  return {
    async approvals({ state, limit }) {
      const { rows, more } = await calls.list('approvals.list', { ...(state && { state }) }, limit)
      return { rows: rows.map(approvalIn), more }
    },
    approval: id => approval(id),
    async decide(id, _, { decision, note, input }): Promise<DecisionResult> {
      const result = await calls.change('approvals.decide', {
        id,
        decision,
        ...(note === undefined ? undefined : { note }),
        ...(input === undefined ? undefined : { input }),
      })
      if (result === 'missing') return { kind: 'missing' }
      return result.kind === 'refused' ? result : { kind: 'decided', approval: approvalIn(result.row) }
    },
    async tasks({ state, operation, dead, governance, limit }) {
      if (governance !== undefined) throw notFromServers('--governance')
      const filter = { ...(state && { state }), ...(operation && { operation }), ...(dead && { dead }) }
      const { rows, more } = await calls.list('tasks.list', filter, limit)
      return { rows: rows.map(taskIn), more }
    },
    async task(id): Promise<TaskDetails | undefined> {
      const json = (await calls.read(storyRoute, { id })) ?? (await calls.read('tasks.get', { id }))
      if (json === undefined) return undefined
      const row = taskIn(json)
      const hasAnswer = row.endedAt !== null || row.state === 'paused'
      const approvals = await Promise.all(
        objectsIn(json, 'approvals')
          .slice(0, mostApprovals)
          .map(line => approval(String(line.id))),
      )
      return {
        row,
        answer: hasAnswer ? await calls.ask('tasks.result', { id }) : undefined,
        approvals: approvals.flatMap(found => (found === undefined ? [] : [found.row])),
        ...('steps' in json && {
          steps: objectsIn(json, 'steps').map(({ name, state }) => ({ name: String(name), state: String(state) })),
          deliveries: objectsIn(json, 'deliveries').map(delivery => deliveryIn(delivery, id)),
          history: historyIn(json),
        }),
      }
    },
    async events(id, _, signal) {
      return (await calls.read('tasks.get', { id })) === undefined ? undefined : eventsOf(calls, id, signal)
    },
    async cancel(id) {
      const result = await calls.change('tasks.cancel', { id })
      if (result === 'missing' || result.kind === 'refused') return result
      return taskIn(result.row).state === 'canceled' ? 'canceled' : 'requested'
    },
    async retry(id) {
      const result = await calls.change('tasks.retry', { id })
      return result === 'missing' || result.kind === 'refused' ? result : 'queued'
    },
    async request(id) {
      const json = await calls.read('GET /requests/{id}', { id })
      return json === undefined ? [] : objectsIn(json, 'entries').map(requestIn)
    },
    async requests({ governance, since, status, after, operation, contract, requestId, limit }) {
      if (governance !== undefined) throw notFromServers('--governance')
      const filter = {
        ...(operation && { operation }),
        ...(contract && { contract }),
        ...(requestId && { requestId }),
        ...(status && { status: status.from === status.to ? `${status.from}` : `${status.from / 100}xx` }),
        ...(since !== undefined && { since: new Date(since).toISOString() }),
      }
      const { rows } = await calls.list('GET /requests', filter, limit)
      const entries = rows.map(requestIn)
      return after === undefined ? entries : entries.filter(({ seq }) => seq > after).toReversed()
    },
    async deliveries({ state, limit }) {
      const { rows, more } = await calls.page('GET /deliveries', { ...(state && { state }) }, limit)
      return { rows: rows.map(row => deliveryIn(row)), more }
    },
    async resend(id) {
      const result = await calls.change('POST /deliveries/{id}:resend', { id })
      if (result === 'missing') return 'missing'
      return result.kind === 'refused' ? result : 'waiting'
    },
    close: () => calls.close(),
  }
}

function notFromServers(what: string): Error {
  return usageError(`${what} needs a store: name it with --store.`)
}

/** What is there, then what comes, until the task ends. */
async function* eventsOf(calls: ServerCalls, id: string, signal: AbortSignal): AsyncGenerator<EventRow> {
  let after = 0
  while (!signal.aborted) {
    // Read before its events: what it had then is in them.
    const task = await calls.read('tasks.get', { id })
    const { rows } = await calls.list('tasks.events', { id, after }, pageSize)
    for (const row of rows) yield eventIn(row)
    after = Number(rows.at(-1)?.id ?? after)
    if (rows.length > 0) continue
    if (task === undefined || taskIn(task).endedAt !== null) return
    await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
}
