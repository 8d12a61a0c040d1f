/** AdCP 3.1 tasks-list: filters, order and pages. */
import { statusRows, type TaskStatus } from '../../contracts/adcp/status.ts'
import { type Protocol, protocols, taskTypes } from '../../contracts/adcp/task-types.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import { recalled } from '../../runtime/tasks.ts'
import { isKeepable } from '../../store/input.ts'
import type { FindTasks, TaskSort } from '../../store/operations/find-tasks.ts'
import type { Owner } from '../../store/operations/list-tasks.ts'
import type { TaskLine, TaskRow } from '../../store/operations/task-row.ts'
import type { TaskParts } from '../durable/tasks.ts'
import { taskTypeIn } from './names.ts'
import { lineOf, plainStates, statesOf, statusOfLine } from './task-view.ts'

const statuses = statusRows.map(({ status }) => status)
const some = (items: object, more: object = {}) => ({ type: 'array', minItems: 1, items, ...more })
const time = { type: 'string', format: 'date-time' }
const fields = ['created_at', 'updated_at', 'status', 'task_type', 'protocol'] as const

export const listInput = {
  type: 'object',
  properties: {
    filters: {
      type: 'object',
      properties: {
        protocol: { enum: [...protocols] },
        protocols: some({ enum: [...protocols] }),
        status: { enum: statuses },
        statuses: some({ enum: statuses }),
        task_type: { enum: [...taskTypes.keys()] },
        task_types: some({ enum: [...taskTypes.keys()] }),
        created_after: time,
        created_before: time,
        updated_after: time,
        updated_before: time,
        task_ids: some({ type: 'string', maxLength: 255 }, { maxItems: 100 }),
        context_contains: { type: 'string', minLength: 1, maxLength: 255 },
        has_webhook: { type: 'boolean' },
      },
    },
    sort: {
      type: 'object',
      properties: { field: { enum: fields }, direction: { enum: ['asc', 'desc'] } },
    },
    pagination: {
      type: 'object',
      properties: {
        max_results: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
        cursor: { type: 'string', maxLength: 512 },
      },
    },
    include_history: { type: 'boolean' },
    ext: { type: 'object' },
  },
}

export interface Asked {
  filters?: Filters
  sort?: { field?: (typeof fields)[number]; direction?: 'asc' | 'desc' }
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

/** How many tasks, and how many bytes of their calls, are looked at for one page, where the store cannot tell which fit. */
const mostRead = 1000
const mostBytesRead = 4 * 1024 * 1024

/** A page of tasks; undefined when the cursor is of no page of this list. */
export async function listOf(parts: TaskParts, owner: Owner, asked: Asked): Promise<JsonObject | undefined> {
  const { store, wholeRows } = parts.runtime
  const { filters = {}, pagination = {} } = asked
  const { field = 'created_at', direction = 'desc' } = asked.sort ?? {}
  const wanted = pagination.max_results ?? 50
  const order: Order = { field, direction, sort: sortOf(parts, field, direction === 'desc') }
  let place = pagination.cursor === undefined ? undefined : placeIn(pagination.cursor, order)
  if (pagination.cursor !== undefined && place === undefined) return undefined
  const find: Omit<FindTasks, 'limit'> = { ...owner, ...storedFilters(parts, filters), sort: order.sort }
  const tasks: JsonObject[] = []
  const size = isFine(filters) ? 100 : wanted + 1
  const { context_contains: words } = filters
  let isMore = false
  let bytes = 0
  for (let read = 0; !isMore; ) {
    const lines = await store.do('findTasks', { ...find, after: place, limit: size })
    for (const line of lines) {
      isMore = bytes >= mostBytesRead
      if (isMore) break
      let task = taskIn(line, filters)
      if (task !== undefined && words !== undefined) {
        const fits = await wholeRows.run(async () => {
          const row = await store.do('readWholeTask', { id: line.id, ...owner })
          bytes += row?.call.length ?? 0
          return row !== undefined && contains(parts, row, words)
        })
        if (!fits) task = undefined
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
  return {
    query_summary: {
      returned: tasks.length,
      filters_applied: Object.keys(filters),
      sort_applied: { field, direction },
    },
    tasks,
    pagination: {
      has_more: isMore,
      ...(isMore && place !== undefined ? { cursor: cursorOf(place, order) } : undefined),
    },
  }
}

/** What the store can tell: the rest is looked for in the tasks themselves. */
function storedFilters({ agent }: TaskParts, filters: Filters): Partial<FindTasks> {
  const one = <T>(single: T | undefined, several: T[] | undefined): T[] | undefined =>
    single === undefined && several === undefined
      ? undefined
      : [...(several ?? []), ...(single === undefined ? [] : [single])]
  const types = one(filters.task_type, filters.task_types)
  const spoken = one(filters.protocol, filters.protocols)
  const states = wantedStatuses(filters)?.map(status => statesOf[status])
  const operations = Object.keys(agent.operations).filter(key => {
    const type = taskTypeIn(key)
    if (type === undefined) return false
    return (types?.includes(type) ?? true) && (spoken?.includes(taskTypes.get(type) as Protocol) ?? true)
  })
  return {
    operations,
    states,
    // What no store holds is no id either.
    ids: filters.task_ids?.filter(id => /^[\w-]{1,64}$/.test(id)),
    createdAfter: millisecondsOf(filters.created_after),
    createdBefore: millisecondsOf(filters.created_before),
    updatedAfter: millisecondsOf(filters.updated_after),
    updatedBefore: millisecondsOf(filters.updated_before),
    hasEndpoint: filters.has_webhook,
  }
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
function taskIn(line: TaskLine, filters: Filters): JsonObject | undefined {
  const type = taskTypeIn(line.operation)
  const status = statusOfLine(line)
  if (type === undefined || !(wantedStatuses(filters)?.includes(status) ?? true)) return undefined
  return { task_id: line.id, status, ...lineOf(line, type) }
}

/** Whether the caller's context, the conversation or the arguments hold a text. */
function contains({ runtime }: TaskParts, row: TaskRow, text: string): boolean {
  const { call } = recalled(runtime, row.call)
  const { context = '', conversationId = '' } = call.exchange
  return [context, conversationId, JSON.stringify(withoutSecrets(call.input))].some(place => place.includes(text))
}

interface Order {
  field: string
  direction: string
  sort: TaskSort
}

/** Orders by what a reader sees: states and operations have other names here than in the store. */
function sortOf({ agent }: TaskParts, field: (typeof fields)[number], descending: boolean): TaskSort {
  const byOperation = (word: (type: string) => string): Record<string, string> =>
    Object.fromEntries(
      Object.keys(agent.operations).flatMap(key => {
        const type = taskTypeIn(key)
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
      return { by: 'operation', words: byOperation(type => taskTypes.get(type) ?? ''), descending }
  }
}

interface Place {
  value: string | number
  id: string
}

function sortedAs(line: TaskLine, { by, words = {} }: TaskSort): string | number {
  const value = line[by]
  return typeof value === 'string' ? (words[value] ?? value) : value
}

function cursorOf({ value, id }: Place, { field, direction }: Order): string {
  return Buffer.from(JSON.stringify([field, direction, value, id])).toString('base64url')
}

/** Where a page of this very order ended. */
function placeIn(cursor: string, { field, direction, sort }: Order): Place | undefined {
  try {
    const [ofField, ofDirection, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (ofField !== field || ofDirection !== direction || typeof id !== 'string' || id.length > 64) return undefined
    if (!isKeepable(`${value}${id}`)) return undefined
    const isTime = sort.by === 'createdAt' || sort.by === 'updatedAt'
    return (isTime ? Number.isSafeInteger(value) : typeof value === 'string') ? { value, id } : undefined
  } catch {
    return undefined
  }
}
