/** AdCP: webhooks, polling and listing of tasks, capabilities. */
import Type, { type TSchema } from 'typebox'
import type { Release } from './release.ts'
import { accountRef } from './schema-account.ts'
import { Capabilities } from './schema-capabilities.ts'
import {
  any,
  Context,
  dateTime,
  flag,
  Protocol,
  TaskStatusEnum,
  TaskType,
  text,
  versions,
  whole,
} from './schema-parts.ts'
import { protocols } from './task-types.ts'

const ext = any('adcp/envelope')

/** The account whose tasks are asked for. */
const taskAccount = (release: Release, rule: string) =>
  release.accounts === 'none' ? {} : { account: Type.Optional(accountRef(release, rule)) }

/** core/async-response-data: the members that the answers of all tasks have. */
const taskResult = (rule: string) =>
  Type.Object({ context: Type.Optional(any(rule)), ext: Type.Optional(any(rule)) }, { rule })

const Webhook = (release: Release) =>
  Type.Object(
    {
      idempotency_key: Type.String({ pattern: '^[A-Za-z0-9_.:-]{16,255}$', rule: 'adcp/webhook' }),
      operation_id: text('adcp/webhook'),
      task_id: text('adcp/webhook'),
      task_type: TaskType(release),
      status: TaskStatusEnum,
      timestamp: dateTime('adcp/webhook'),
      notification_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,255}$', rule: 'adcp/webhook' })),
      protocol: Type.Optional(Protocol),
      message: Type.Optional(text('adcp/webhook')),
      context_id: Type.Optional(text('adcp/webhook')),
      token: Type.Optional(Type.String({ minLength: 16, maxLength: 4096, rule: 'adcp/webhook' })),
      // The published schema does not name it; what it should be is a rule of its own.
      context: Type.Optional(Type.Unknown({ rule: 'adcp/webhook-context' })),
      result: Type.Optional(taskResult('adcp/webhook')),
    },
    { rule: 'adcp/webhook' },
  )

/** How far a running task has come; at the root of a `working` answer, in a webhook's result, or in tasks/get. */
const progress = (rule: string) =>
  Type.Object(
    {
      percentage: Type.Optional(Type.Number({ minimum: 0, maximum: 100, rule })),
      current_step: Type.Optional(text(rule)),
      total_steps: Type.Optional(whole(rule, 1)),
      step_number: Type.Optional(whole(rule, 1)),
    },
    { rule },
  )

const TasksGetRequest = (release: Release) =>
  Type.Object(
    {
      task_id: text('adcp/tasks-get'),
      include_history: Type.Optional(flag('adcp/tasks-get')),
      include_result: Type.Optional(flag('adcp/tasks-get')),
      ...versions(release),
      ...taskAccount(release, 'adcp/tasks-get'),
      context: Type.Optional(Context),
      ext: Type.Optional(ext),
    },
    { rule: 'adcp/tasks-get' },
  )

const taskMembers = (rule: string, release: Release) => ({
  task_id: text(rule),
  task_type: TaskType(release),
  status: TaskStatusEnum,
  created_at: dateTime(rule),
  updated_at: dateTime(rule),
  completed_at: Type.Optional(dateTime(rule)),
  has_webhook: Type.Optional(flag(rule)),
})

const ErrorSummaryDetails = Type.Object(
  {
    protocol: Type.Optional(Type.Enum([...protocols], { rule: 'adcp/tasks-get' })),
    operation: Type.Optional(text('adcp/tasks-get')),
    specific_context: Type.Optional(any('adcp/tasks-get')),
  },
  { rule: 'adcp/tasks-get' },
)

const HistoryEntry = Type.Object(
  {
    timestamp: dateTime('adcp/tasks-get'),
    type: Type.Enum(['request', 'response'], { rule: 'adcp/tasks-get' }),
    data: any('adcp/tasks-get'),
  },
  { rule: 'adcp/tasks-get' },
)

const TasksGetResponse = (release: Release) =>
  Type.Object(
    {
      ...taskMembers('adcp/tasks-get', release),
      protocol: Protocol,
      ext: Type.Optional(any('adcp/tasks-get')),
      progress: Type.Optional(progress('adcp/tasks-get')),
      error: Type.Optional(
        Type.Object(
          {
            code: text('adcp/tasks-get'),
            message: text('adcp/tasks-get'),
            details: Type.Optional(ErrorSummaryDetails),
          },
          { rule: 'adcp/tasks-get' },
        ),
      ),
      history: Type.Optional(Type.Array(HistoryEntry, { rule: 'adcp/tasks-get' })),
      result: Type.Optional((release.taskResult === 'typed' ? taskResult : any)('adcp/tasks-get')),
    },
    { rule: 'adcp/tasks-get' },
  )

const list = <T extends TSchema>(item: T, more: { maxItems?: number } = {}) =>
  Type.Array(item, { minItems: 1, ...more, rule: 'adcp/tasks-list' })

const tasksList = { rule: 'adcp/tasks-list' }
const count = whole('adcp/tasks-list')

const closedList = { additionalProperties: false, closed: 'adcp/tasks-list', ...tasksList }

/** core/pagination-request and core/pagination-response */
const PageRequest = Type.Object(
  {
    max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, ...tasksList })),
    cursor: Type.Optional(text('adcp/tasks-list')),
  },
  closedList,
)
const Page = Type.Object(
  {
    has_more: flag('adcp/tasks-list'),
    cursor: Type.Optional(text('adcp/tasks-list')),
    total_count: Type.Optional(count),
  },
  closedList,
)

const TasksListRequest = (release: Release) =>
  Type.Object(
    {
      filters: Type.Optional(
        Type.Object(
          {
            protocol: Type.Optional(Protocol),
            protocols: Type.Optional(list(Protocol)),
            status: Type.Optional(TaskStatusEnum),
            statuses: Type.Optional(list(TaskStatusEnum)),
            task_type: Type.Optional(TaskType(release)),
            task_types: Type.Optional(list(TaskType(release))),
            created_after: Type.Optional(dateTime('adcp/tasks-list')),
            created_before: Type.Optional(dateTime('adcp/tasks-list')),
            updated_after: Type.Optional(dateTime('adcp/tasks-list')),
            updated_before: Type.Optional(dateTime('adcp/tasks-list')),
            task_ids: Type.Optional(list(text('adcp/tasks-list'), { maxItems: 100 })),
            context_contains: Type.Optional(text('adcp/tasks-list')),
            has_webhook: Type.Optional(flag('adcp/tasks-list')),
          },
          { rule: 'adcp/tasks-list' },
        ),
      ),
      sort: Type.Optional(
        Type.Object(
          {
            field: Type.Optional(
              Type.Enum(['created_at', 'updated_at', 'status', 'task_type', 'protocol'], { rule: 'adcp/tasks-list' }),
            ),
            direction: Type.Optional(Type.Enum(['asc', 'desc'], { rule: 'adcp/tasks-list' })),
          },
          { rule: 'adcp/tasks-list' },
        ),
      ),
      pagination: Type.Optional(PageRequest),
      include_history: Type.Optional(flag('adcp/tasks-list')),
      ...versions(release),
      ...taskAccount(release, 'adcp/tasks-list'),
      context: Type.Optional(Context),
      ext: Type.Optional(ext),
    },
    { rule: 'adcp/tasks-list' },
  )

const QuerySummary = ({ domains }: Release) =>
  Type.Object(
    {
      total_matching: Type.Optional(count),
      returned: Type.Optional(count),
      domain_breakdown: Type.Optional(
        Type.Object(Object.fromEntries([...domains.values()].map(domain => [domain, Type.Optional(count)])), tasksList),
      ),
      status_breakdown: Type.Optional(
        Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: count, ...tasksList }),
      ),
      filters_applied: Type.Optional(Type.Array(text('adcp/tasks-list'), tasksList)),
      sort_applied: Type.Optional(
        Type.Object({ field: text('adcp/tasks-list'), direction: Type.Enum(['asc', 'desc'], tasksList) }, tasksList),
      ),
    },
    tasksList,
  )

const TasksListResponse = (release: Release) =>
  Type.Object(
    {
      query_summary: QuerySummary(release),
      tasks: Type.Array(
        Type.Object(
          {
            ...taskMembers('adcp/tasks-list', release),
            domain: Type.Enum([...new Set(release.domains.values())], { rule: 'adcp/task-domain' }),
          },
          tasksList,
        ),
        tasksList,
      ),
      pagination: Page,
      ext: Type.Optional(any('adcp/tasks-list')),
    },
    tasksList,
  )

/** Title and schema of each document, by its name. */
export const documentSchemas = (release: Release): Readonly<Record<string, [string, TSchema]>> => ({
  webhook: ['Webhook payload', Webhook(release)],
  progress: ['Progress of a working task', progress('adcp/progress')],
  'tasks-get-request': ['Asking for a task', TasksGetRequest(release)],
  'tasks-get-response': ['The answer about a task', TasksGetResponse(release)],
  'tasks-list-request': ['Asking for tasks', TasksListRequest(release)],
  'tasks-list-response': ['The answer about tasks', TasksListResponse(release)],
  capabilities: ['The answer of get_adcp_capabilities', Capabilities(release)],
})
