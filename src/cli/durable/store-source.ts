/** Runs in a store, of all tenants or of one. Those who can open the store are its operators. */
import { fromBytes } from '../../runtime/bytes.ts'
import { type ApproverDecision, decisionWrite } from '../../runtime/decision-write.ts'
import { follow } from '../../runtime/follow.ts'
import { entryOf } from '../../runtime/requests/request-entry.ts'
import { openRuntime, type Runtime } from '../../runtime/runtime.ts'
import { Secret } from '../../runtime/secret.ts'
import { loadSecret, secretVariable } from '../../runtime/secret-file.ts'
import { storedAnswer } from '../../runtime/stored-answer.ts'
import { cancelTask } from '../../runtime/task-commands.ts'
import { recalled, type StoredCall } from '../../runtime/tasks.ts'
import { renderer } from '../../server/durable/runtime.ts'
import { defaultStore } from '../../store/open.ts'
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { DecideResult } from '../../store/operations/decide-approval.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { OwnedKind } from '../../store/operations/tenants.ts'
import type { Store } from '../../store/store.ts'
import { usageError } from '../usage.ts'
import { stateText } from './approval-view.ts'
import { across, openExistingStore, tenantsOf, whose } from './existing-store.ts'
import { historyOf } from './history.ts'
import { accountName, byOperator, byTerminal, operatorAct } from './operator.ts'
import type { DecisionResult, Rows, RunSource } from './run-source.ts'
import { cell, person, whenOf } from './words.ts'

/** Clients can send an id more than once. */
const mostOfOne = 20

interface StoreValues {
  readonly store?: string | undefined
  readonly as?: string | undefined
  readonly 'secret-file'?: string | undefined
}

export async function openStoreSource(values: StoreValues): Promise<RunSource> {
  const store = await openExistingStore(values.store)
  const list = async <R extends { createdAt: number; id: string }>(
    of: OwnedKind,
    { tenant, limit }: { tenant: string | undefined; limit: number },
    find: (tenant: string) => Promise<readonly R[]>,
  ): Promise<Rows<R>> => {
    const rows = await across(await tenantsOf(store, of, tenant), limit + 1, find)
    return { rows: rows.slice(0, limit), more: rows.length > limit }
  }
  const findTask = async (id: string, tenant: string | undefined): Promise<TaskRow | undefined> => {
    const owner = await whose(store, 'task', id, tenant)
    return owner === undefined ? undefined : store.do('getTask', { id, tenant: owner })
  }
  const findApproval = async (id: string, tenant: string | undefined): Promise<ApprovalRow | undefined> => {
    const owner = await whose(store, 'approval', id, tenant)
    return owner === undefined ? undefined : store.do('getApproval', { id, tenant: owner })
  }
  const history = async (tenant: string, subject: string) =>
    (await store.do('listAudit', { tenant, subject, limit: 100 })).toReversed().map(historyOf)

  return {
    approvals: ({ state, ...query }) =>
      list('approval', query, tenant =>
        store.do('listApprovals', { tenant, state, now: Date.now(), limit: query.limit + 1 }),
      ),
    async approval(id, tenant) {
      const row = await findApproval(id, tenant)
      return row === undefined ? undefined : { row, history: await history(row.tenant, id) }
    },
    async decide(id, tenant, verdict) {
      const by = values.as ?? accountName()
      if (by === undefined) throw usageError('--as is missing: name the person who decides.')
      const row = await findApproval(id, tenant)
      return row === undefined ? { kind: 'missing' } : decide(store, row, verdict, by)
    },
    tasks: ({ state, operation, dead, governance, ...query }) =>
      list('task', query, tenant => {
        const states = state === undefined ? undefined : [state]
        return store.do('listTasks', { tenant, states, operation, dead, governance, limit: query.limit + 1 })
      }),
    async task(id, tenant) {
      const row = await findTask(id, tenant)
      if (row === undefined) return undefined
      const [steps, approvals, deliveries, lines] = await Promise.all([
        store.do('loadSteps', { runId: id }),
        store.do('taskApprovals', { taskId: id }),
        store.do('listDeliveries', { tenant: row.tenant, taskId: id, limit: 100 }),
        history(row.tenant, id),
      ])
      const answer = row.outcome === null ? undefined : storedAnswer(row.outcome)
      return { row, answer, approvals, steps, deliveries, history: lines }
    },
    async events(id, tenant, signal) {
      const row = await findTask(id, tenant)
      if (row === undefined) return undefined
      // A pause is not the end: the task may go on.
      const isOver = async (seen: number): Promise<boolean> => {
        const now = await store.do('getTask', { id, tenant: row.tenant })
        return now === undefined || (now.endedAt !== null && seen >= now.events)
      }
      return follow(store, { id, signal, isOver })
    },
    async cancel(id, tenant) {
      const row = await findTask(id, tenant)
      if (row === undefined) return 'missing'
      const hasReceivers = (row.endpoint !== null || row.pushes > 0) && row.endedAt === null
      // Without receivers nothing is unsealed.
      const secret = hasReceivers
        ? loadSecret(values.store ?? defaultStore, { file: values['secret-file'] })
        : undefined
      const result = await cancel(store, row, secret)
      if (result !== 'ended') return result
      return { kind: 'refused', code: 'TASK_ENDED', message: `${id} has already ended (${row.state}).` }
    },
    async retry(id, tenant) {
      const row = await findTask(id, tenant)
      if (row === undefined) return 'missing'
      const now = Date.now()
      const audit = operatorAct({ tenant: row.tenant, action: 'task.retry', subject: id, at: now })
      if (await store.do('resumeTask', { id, tenant: row.tenant, from: 'failed', audit, now })) return 'queued'
      const why = row.endedAt === null ? `it is ${row.state}` : `it ended as ${row.state}`
      return { kind: 'refused', code: 'TASK_NOT_DEAD', message: `${id} is not a dead task: ${why}.` }
    },
    request: async (requestId, tenant) =>
      (await store.do('listRequests', { requestId, tenant, now: Date.now(), limit: mostOfOne })).map(entryOf),
    requests: async filter => (await store.do('listRequests', filter)).map(entryOf),
    deliveries: ({ state, ...query }) =>
      list('delivery', query, tenant => store.do('listDeliveries', { tenant, state, limit: query.limit + 1 })),
    async resend(id, tenant) {
      const owner = await whose(store, 'delivery', id, tenant)
      if (owner === undefined) return 'missing'
      const now = Date.now()
      const audit = operatorAct({ tenant: owner, action: 'delivery.resend', subject: id, at: now })
      return (await store.do('resendDelivery', { id, tenant: owner, audit, now })) ? 'waiting' : 'missing'
    },
    close: () => store.close(),
  }
}

async function decide(
  store: Store,
  row: ApprovalRow,
  verdict: ApproverDecision,
  subject: string,
): Promise<DecisionResult> {
  const now = Date.now()
  // Anyone can claim a name: the log also keeps the account, and that the decision came from the command line.
  const settings = { now, allowOwn: false, detail: byTerminal() }
  const write = decisionWrite(row.id, { tenant: row.tenant, subject }, verdict, settings)
  const result = await store.do('decideApproval', write)
  if (result.kind === 'decided' || result.kind === 'missing') return result
  const [code, message] = refusals[result.kind](result.approval, { by: subject, now })
  return { kind: 'refused', code, message }
}

type Word = (row: ApprovalRow, about: { by: string; now: number }) => readonly [code: string, message: string]

const refusals: Readonly<Record<Exclude<DecideResult['kind'], 'decided' | 'missing'>, Word>> = {
  own: ({ id }, { by }) => [
    'OWN_REQUEST',
    `${cell(by)} made the request ${id} or supplied its input; somebody else must decide it.`,
  ],
  'same-person': ({ id }, { by }) => [
    'SAME_PERSON',
    `${cell(by)} already gave another approval for this run; somebody else must decide ${id}.`,
  ],
  changed: ({ id }) => [
    'INPUT_CHANGED',
    `The input of ${id} has changed: an approver edited it, and there is a new request. See replywire inbox.`,
  ],
  expired: ({ id, expiresAt }, { now }) => [
    'APPROVAL_EXPIRED',
    `${id} expired ${whenOf(expiresAt, now)}; the caller must make a new request.`,
  ],
  withdrawn: ({ id, taskId }) => [
    'APPROVAL_WITHDRAWN',
    `${id} was withdrawn: task ${cell(taskId)} has ended, or continues with another input.`,
  ],
  already: (row, { now }) => ['ALREADY_DECIDED', `${row.id} ${decidedText(row, now)}.`],
}

function decidedText(row: ApprovalRow, now: number): string {
  const when = row.decidedAt === null ? '' : ` ${whenOf(row.decidedAt, now)}`
  const by = `by ${person(row.decidedBy)}${when}`
  if (row.state === 'asked') return `is waiting for the requester to answer a question (sent ${by})`
  return `was ${stateText(row, now)} ${by}; a request is decided once`
}

/** Cancels it, and notifies its webhooks in their contract. */
async function cancel(store: Store, row: TaskRow, secret: Secret | undefined) {
  const runtime = operatorRuntime(store, secret ?? new Secret())
  try {
    const kept = fromBytes<StoredCall>(row.call)
    if (secret !== undefined && kept.push !== undefined && recalled(runtime, row.call).push === undefined) {
      throw usageError(
        `The secret is not the one that this task was stored with: set ${secretVariable}, or name its file with --secret-file.`,
      )
    }
    return await cancelTask(runtime, row, byOperator(row.tenant))
  } finally {
    runtime.close()
  }
}

/** A runtime without operations: enough to write a notification. */
function operatorRuntime(store: Store, secret: Secret): Runtime {
  return openRuntime({
    store,
    secret,
    version: '',
    operations: {},
    runTask: () => Promise.reject(new Error('Nothing runs here.')),
    render: renderer(Date.now),
    statusUrl: id => `/operations/${id}/status`,
  })
}
