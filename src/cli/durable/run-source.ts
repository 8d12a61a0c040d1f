/** Where runs are read and changed: a store, or a server that is asked over HTTP. */
import type { ApproverDecision } from '../../runtime/decision-write.ts'
import type { StoredAnswer } from '../../runtime/tasks.ts'
import type { ApprovalState } from '../../store/operations/approval-row.ts'
import type { EventRow } from '../../store/operations/events.ts'
import type { RequestFilter } from '../../store/operations/list-requests.ts'
import type { TaskState } from '../../store/operations/task-row.ts'
import type { Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import { usageError } from '../usage.ts'
import type { ApprovalShown } from './approval-view.ts'
import type { DeliveryShown } from './delivery-view.ts'
import type { HistoryEntry } from './history.ts'
import type { RequestShown } from './request-view.ts'
import type { TaskShown } from './task-view.ts'

/** Rows, the newest first. */
export interface Rows<R> {
  readonly rows: readonly R[]
  readonly more: boolean
}

/** Whose rows, and how many. */
export interface RowQuery {
  readonly tenant: string | undefined
  readonly limit: number
}

export interface TaskSelection extends RowQuery {
  readonly state: TaskState | undefined
  readonly operation: string | undefined
  readonly dead: boolean | undefined
  readonly governance: string | undefined
}

/** A change that was not made, and why. */
export interface RefusedChange {
  readonly kind: 'refused'
  readonly code: string
  readonly message: string
}

export type DecisionResult =
  | { readonly kind: 'decided'; readonly approval: ApprovalShown }
  | { readonly kind: 'missing' }
  | RefusedChange

export interface ApprovalDetails {
  readonly row: ApprovalShown
  readonly history: readonly HistoryEntry[]
}

/** A task with all that belongs to it. What a source does not report is absent. */
export interface TaskDetails {
  readonly row: TaskShown
  readonly answer: StoredAnswer | undefined
  readonly approvals: readonly ApprovalShown[]
  readonly steps?: readonly { readonly name: string; readonly state: string }[]
  readonly deliveries?: readonly DeliveryShown[]
  readonly history?: readonly HistoryEntry[]
}

export interface RunSource {
  approvals(query: RowQuery & { state: ApprovalState | undefined }): Promise<Rows<ApprovalShown>>
  approval(id: string, tenant: string | undefined): Promise<ApprovalDetails | undefined>
  decide(id: string, tenant: string | undefined, verdict: ApproverDecision): Promise<DecisionResult>
  tasks(query: TaskSelection): Promise<Rows<TaskShown>>
  task(id: string, tenant: string | undefined): Promise<TaskDetails | undefined>
  /** The events of a task until it ends; undefined when there is no such task. */
  events(id: string, tenant: string | undefined, signal: AbortSignal): Promise<AsyncIterable<EventRow> | undefined>
  cancel(id: string, tenant: string | undefined): Promise<'canceled' | 'requested' | 'missing' | RefusedChange>
  retry(id: string, tenant: string | undefined): Promise<'queued' | 'missing' | RefusedChange>
  requests(filter: RequestFilter): Promise<readonly RequestShown[]>
  /** All entries of one id, whole. */
  request(id: string, tenant: string | undefined): Promise<readonly RequestShown[]>
  deliveries(query: RowQuery & { state: DeliveryShown['state'] | undefined }): Promise<Rows<DeliveryShown>>
  resend(id: string, tenant: string | undefined): Promise<'waiting' | 'missing' | RefusedChange>
  close(): Promise<void>
}

type SourceInvocation = Pick<Invocation<typeof rowOptions>, 'values' | 'given'> & {
  values: { as?: string | undefined; 'secret-file'?: string | undefined; governance?: string | undefined }
}

/** Runs work on the source that a command names, and closes it whatever happens. */
export async function withSource<T>(invocation: SourceInvocation, work: (source: RunSource) => Promise<T>): Promise<T> {
  const source = await openSource(invocation)
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

/** An option on the command line decides; then a store in the environment, then a server in it. */
async function openSource({ values, given }: SourceInvocation): Promise<RunSource> {
  const { url } = values
  const isServer = given.has('url') || (!given.has('store') && values.store === undefined && url !== undefined)
  if (!isServer || url === undefined) {
    const { openStoreSource } = await import('./store-source.ts')
    return openStoreSource(values)
  }
  for (const [name, why] of Object.entries(ofStores)) {
    if (given.has(name)) throw usageError(`--${name} is for a store: ${why}. Leave it out, or name a --store.`)
  }
  const { openServerSource } = await import('./server-source.ts')
  return openServerSource(url, { values, given })
}

/** Options that a server has no use for. */
const ofStores: Readonly<Record<string, string>> = {
  tenant: 'a server shows the tenant of the token',
  as: 'on a server the token says who decides',
  'secret-file': 'a server has its own secret',
}
