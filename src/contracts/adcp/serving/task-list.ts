/** AdCP 3.1 tasks-list: filters, order and pages. */
import type {
  OperationHost,
  ServedAnswer,
  ServedCall,
  TaskOrder,
  TaskQuery,
  TaskSummary,
} from '../../../codec/serving-operations.ts'
import type { JsonObject } from '../../../lib/json-value.ts'
import { fault } from '../../../outcome/fault.ts'
import { completed, failed, type Notice } from '../../../outcome/outcome.ts'
import type { Release } from '../release.ts'
import { currentRelease } from '../releases.ts'
import type { TaskStatus } from '../status.ts'
import type { Protocol } from '../task-types.ts'
import { taskTypeIn } from './names.ts'
import type { sortFields } from './operations.ts'
import { pinnedRelease } from './request.ts'
import { lineOf, plainStates, statesOf, statusOfLine } from './task-view.ts'

type SortField = (typeof sortFields)[number]

interface ListRequest {
  filters?: Filters
  sort?: { field?: SortField; direction?: 'asc' | 'desc' }
  pagination?: { max_results?: number; cursor?: string }
}

interface Filters {
  protocol?: Protocol
  protocols?: Protocol[]
  status?: TaskStatus
  statuses?: TaskStatus[]
  task_type?: string
  task_types?: string[]
  created_after?: string
  created_before?: string
  updated_after?: string
  updated_before?: string
  task_ids?: string[]
  context_contains?: string
  has_webhook?: boolean
}

/** How many tasks, and how many bytes of their calls, are looked at for one page, where the store does not know which fit. */
const mostRead = 1000
const mostBytesRead = 4 * 1024 * 1024

/** Answers `tasks/list`. */
export async function listTasks(input: JsonObject, host: OperationHost): Promise<ServedAnswer> {
  const { filters = {}, pagination = {}, sort = {} } = input as ListRequest
  const { field = 'created_at', direction = 'desc' } = sort
  const wanted = pagination.max_results ?? 50
  const release = pinnedRelease(input) ?? currentRelease
  const order: Order = { field, direction, sort: sortOf(host, field, direction === 'desc', release) }
  let place = pagination.cursor === undefined ? undefined : placeIn(host, pagination.cursor, order)
  if (pagination.cursor !== undefined && place === undefined) return { outcome: failed(noSuchPage) }
  const query: Omit<TaskQuery, 'limit'> = {
    ...storedFilters(filters, operationsFor(host, filters, release).listed),
    sort: order.sort,
  }
  const tasks: JsonObject[] = []
  const size = isFine(filters) ? 100 : wanted + 1
  const { context_contains: words } = filters
  let isMore = false
  let bytes = 0
  for (let read = 0; !isMore; ) {
    const lines = await host.findTasks({ ...query, after: place, limit: size })
    for (const line of lines) {
      isMore = bytes >= mostBytesRead
      if (isMore) break
      let task = taskIn(line, filters, release)
      if (task !== undefined && words !== undefined) {
        const looked = await host.readCall(line.id, call => contains(call, words))
        bytes += looked?.bytes ?? 0
        if (looked?.found !== true) task = undefined
      }
      isMore = task !== undefined && tasks.length === wanted
      if (isMore) break
      if (task !== undefined) tasks.push(task)
      place = { value: sortedAs(line, order.sort), id: line.id }
    }
    read += lines.length
    if (lines.length < size) break
    isMore ||= read >= mostRead
  }
  const notices = pagination.cursor === undefined ? await unlistedNotices(host, filters, release) : []
  return {
    outcome: completed(
      {
        query_summary: {
          returned: tasks.length,
          filters_applied: Object.keys(filters),
          sort_applied: { field, direction },
        },
        tasks,
        pagination: {
          has_more: isMore,
          ...(isMore && place !== undefined
            ? { cursor: host.writeCursor([field, direction, place.value, place.id]) }
            : undefined),
        },
      },
      notices.length === 0 ? {} : { notices },
    ),
  }
}

const noSuchPage = fault('invalid', 'The request is not valid.', {
  began: false,
  issues: [{ pointer: '/pagination/cursor', message: 'This is no cursor of a page of this list.', location: 'body' }],
})

/** What the store knows: the rest is looked for in the tasks themselves. */
function storedFilters(filters: Filters, operations: readonly string[]): Omit<TaskQuery, 'sort' | 'limit'> {
  const states = wantedStatuses(filters)?.map(status => statesOf[status])
  return {
    operations,
    states,
    // What no store holds is no id either.
    ids: filters.task_ids?.filter(id => /^[\w-]{1,64}$/.test(id)),
    createdAfter: millisecondsOf(filters.created_after),
    createdBefore: millisecondsOf(filters.created_before),
    updatedAfter: millisecondsOf(filters.updated_after),
    updatedBefore: millisecondsOf(filters.updated_before),
    hasWebhook: filters.has_webhook,
  }
}

/** The operations whose tasks are asked for; `unlisted` are those whose protocol is no published domain. */
function operationsFor({ operations }: OperationHost, filters: Filters, release: Release): Record<Listing, string[]> {
  const types = one(filters.task_type, filters.task_types)
  const protocols = one(filters.protocol, filters.protocols)
  const found: Record<Listing, string[]> = { listed: [], unlisted: [] }
  for (const key of Object.keys(operations)) {
    const type = taskTypeIn(key, release)
    if (type === undefined || types?.includes(type) === false) continue
    if (protocols?.includes(release.taskTypes.get(type) as Protocol) === false) continue
    found[domainOf(type, release) === undefined ? 'unlisted' : 'listed'].push(key)
  }
  return found
}

type Listing = 'listed' | 'unlisted'

function one<T>(single: T | undefined, several: T[] | undefined): T[] | undefined {
  if (single === undefined) return several
  return [...(several ?? []), single]
}

/** More than these are not counted. */
const mostCounted = 100

/** A task without a published domain cannot be in a list: the first page says how many there are. */
async function unlistedNotices(host: OperationHost, filters: Filters, release: Release): Promise<Notice[]> {
  const { unlisted } = operationsFor(host, filters, release)
  if (unlisted.length === 0) return []
  const query = { ...storedFilters(filters, unlisted), sort: { by: 'createdAt', descending: true } as const }
  const lines = await host.findTasks({ ...query, limit: mostCounted + 1 })
  const count = lines.filter(line => wantedStatuses(filters)?.includes(statusOfLine(line)) ?? true).length
  if (count === 0) return []
  const many = count > mostCounted ? `More than ${mostCounted}` : String(count)
  return [
    {
      severity: 'warning',
      code: 'UNSUPPORTED_FEATURE',
      message: `${many} of your tasks cannot be listed: AdCP has no domain for their types. Ask for each with tasks/get.`,
    },
  ]
}

function wantedStatuses({ status, statuses: several }: Filters): TaskStatus[] | undefined {
  if (status === undefined) return several
  return [...(several ?? []), status]
}

function millisecondsOf(time: string | undefined): number | undefined {
  const at = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(at) ? undefined : at
}

/** Whether a task must be looked into to know whether it fits. */
function isFine(filters: Filters): boolean {
  return filters.context_contains !== undefined || wantedStatuses(filters) !== undefined
}

/** A task of the list; undefined when it does not fit. */
function taskIn(line: TaskSummary, filters: Filters, release: Release): JsonObject | undefined {
  const type = taskTypeIn(line.operation, release)
  const status = statusOfLine(line)
  if (type === undefined || !(wantedStatuses(filters)?.includes(status) ?? true)) return undefined
  return { task_id: line.id, status, domain: domainOf(type, release) ?? '', ...lineOf(line, type, release) }
}

/** Whether the caller's context, the conversation or the arguments hold a text. */
function contains({ input, exchange }: ServedCall, text: string): boolean {
  const { context = '', conversationId = '' } = exchange
  return [context, conversationId, JSON.stringify(input)].some(place => place.includes(text))
}

/** What a list calls the protocol of a type. */
function domainOf(type: string, { taskTypes, domains }: Release): string | undefined {
  const protocol = taskTypes.get(type)
  return protocol === undefined ? undefined : domains.get(protocol)
}

interface Order {
  field: string
  direction: string
  sort: TaskOrder
}

/** Orders by what a reader sees: states and operations have other names here than in the store. */
function sortOf({ operations }: OperationHost, field: SortField, descending: boolean, release: Release): TaskOrder {
  const byOperation = (word: (type: string) => string): Record<string, string> =>
    Object.fromEntries(
      Object.keys(operations).flatMap(key => {
        const type = taskTypeIn(key, release)
        return type === undefined ? [] : [[key, word(type)]]
      }),
    )
  switch (field) {
    case 'created_at':
      return { by: 'createdAt', descending }
    case 'updated_at':
      return { by: 'updatedAt', descending }
    case 'status':
      return { by: 'state', words: { ...plainStates, paused: 'input-required' }, descending }
    case 'task_type':
      return { by: 'operation', words: byOperation(type => type), descending }
    case 'protocol':
      return { by: 'operation', words: byOperation(type => release.taskTypes.get(type) ?? ''), descending }
  }
}

interface PagePosition {
  value: string | number
  id: string
}

function sortedAs(line: TaskSummary, { by, words = {} }: TaskOrder): string | number {
  const value = line[by]
  return typeof value === 'string' ? (words[value] ?? value) : value
}

/** Where a page of this very order ended. */
function placeIn(host: OperationHost, cursor: string, { field, direction, sort }: Order): PagePosition | undefined {
  const read = host.readCursor(cursor)
  const [ofField, ofDirection, value, id] = Array.isArray(read) ? read : []
  if (ofField !== field || ofDirection !== direction || typeof id !== 'string' || id.length > 64) return undefined
  if (sort.by === 'createdAt' || sort.by === 'updatedAt') {
    return typeof value === 'number' && Number.isSafeInteger(value) ? { value, id } : undefined
  }
  return typeof value === 'string' ? { value, id } : undefined
}
