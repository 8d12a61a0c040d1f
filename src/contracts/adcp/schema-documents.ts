/** AdCP 3.1.0-beta.3: webhooks, polling and listing of tasks, capabilities. */
import Type, { type TSchema } from 'typebox'
import { any, Context, dateTime, flag, Protocol, TaskStatusEnum, TaskType, text, whole } from './schema-parts.ts'

const ext = any('adcp/envelope')

const Webhook = Type.Object(
  {
    idempotency_key: Type.String({ pattern: '^[A-Za-z0-9_.:-]{16,255}$', rule: 'adcp/webhook' }),
    operation_id: text('adcp/webhook'),
    task_id: text('adcp/webhook'),
    task_type: TaskType,
    status: TaskStatusEnum,
    timestamp: dateTime('adcp/webhook'),
    notification_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,255}$', rule: 'adcp/webhook' })),
    protocol: Type.Optional(Protocol),
    message: Type.Optional(text('adcp/webhook')),
    context_id: Type.Optional(text('adcp/webhook')),
    token: Type.Optional(text('adcp/webhook')),
    context: Type.Optional(Context),
    result: Type.Optional(any('adcp/webhook')),
  },
  { rule: 'adcp/webhook' },
)

const percentage = Type.Number({ minimum: 0, maximum: 100, rule: 'adcp/progress' })

/** How far a running task has come; at the root of a `working` answer, or in a webhook's result. */
const Progress = Type.Object(
  {
    percentage: Type.Optional(percentage),
    current_step: Type.Optional(text('adcp/progress')),
    total_steps: Type.Optional(whole('adcp/progress', 1)),
    step_number: Type.Optional(whole('adcp/progress', 1)),
  },
  { rule: 'adcp/progress' },
)

const TasksGetRequest = Type.Object(
  {
    task_id: text('adcp/tasks-get'),
    include_history: Type.Optional(flag('adcp/tasks-get')),
    include_result: Type.Optional(flag('adcp/tasks-get')),
    context: Type.Optional(Context),
    ext: Type.Optional(ext),
  },
  { rule: 'adcp/tasks-get' },
)

const taskMembers = (rule: string) => ({
  task_id: text(rule),
  task_type: TaskType,
  protocol: Protocol,
  status: TaskStatusEnum,
  created_at: dateTime(rule),
  updated_at: dateTime(rule),
  completed_at: Type.Optional(dateTime(rule)),
  has_webhook: Type.Optional(flag(rule)),
})

const HistoryEntry = Type.Object(
  {
    timestamp: dateTime('adcp/tasks-get'),
    type: Type.Enum(['request', 'response'], { rule: 'adcp/tasks-get' }),
    data: any('adcp/tasks-get'),
  },
  { rule: 'adcp/tasks-get' },
)

const TasksGetResponse = Type.Object(
  {
    ...taskMembers('adcp/tasks-get'),
    progress: Type.Optional(Progress),
    error: Type.Optional(
      Type.Object(
        {
          code: text('adcp/tasks-get'),
          message: text('adcp/tasks-get'),
          details: Type.Optional(any('adcp/tasks-get')),
        },
        { rule: 'adcp/tasks-get' },
      ),
    ),
    history: Type.Optional(Type.Array(HistoryEntry, { rule: 'adcp/tasks-get' })),
    result: Type.Optional(any('adcp/tasks-get')),
  },
  { rule: 'adcp/tasks-get' },
)

const list = <T extends TSchema>(item: T, more: { maxItems?: number } = {}) =>
  Type.Array(item, { minItems: 1, ...more, rule: 'adcp/tasks-list' })

const TasksListRequest = Type.Object(
  {
    filters: Type.Optional(
      Type.Object(
        {
          protocol: Type.Optional(Protocol),
          protocols: Type.Optional(list(Protocol)),
          status: Type.Optional(TaskStatusEnum),
          statuses: Type.Optional(list(TaskStatusEnum)),
          task_type: Type.Optional(TaskType),
          task_types: Type.Optional(list(TaskType)),
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
    pagination: Type.Optional(any('adcp/tasks-list')),
    include_history: Type.Optional(flag('adcp/tasks-list')),
    context: Type.Optional(Context),
    ext: Type.Optional(ext),
  },
  { rule: 'adcp/tasks-list' },
)

const TasksListResponse = Type.Object(
  {
    query_summary: any('adcp/tasks-list'),
    tasks: Type.Array(Type.Object(taskMembers('adcp/tasks-list'), { rule: 'adcp/tasks-list' }), {
      rule: 'adcp/tasks-list',
    }),
    pagination: any('adcp/tasks-list'),
  },
  { rule: 'adcp/tasks-list' },
)

const Idempotency = Type.Object(
  {
    supported: flag('adcp/capabilities-idempotency'),
    replay_ttl_seconds: Type.Optional(
      Type.Integer({ minimum: 3600, maximum: 604800, rule: 'adcp/capabilities-idempotency' }),
    ),
    in_flight_max_seconds: Type.Optional(whole('adcp/capabilities-idempotency', 1)),
    account_id_is_opaque: Type.Optional(flag('adcp/capabilities-idempotency')),
  },
  { rule: 'adcp/capabilities-idempotency' },
)

const Capabilities = Type.Object(
  {
    adcp: Type.Object(
      {
        major_versions: Type.Optional(
          Type.Array(Type.Integer({ minimum: 1, maximum: 99, rule: 'adcp/capabilities' }), {
            minItems: 1,
            rule: 'adcp/capabilities',
          }),
        ),
        supported_versions: Type.Optional(
          Type.Array(Type.String({ pattern: '^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$', rule: 'adcp/version' }), {
            minItems: 1,
            rule: 'adcp/capabilities',
          }),
        ),
        build_version: Type.Optional(text('adcp/capabilities')),
        idempotency: Type.Optional(Idempotency),
      },
      { rule: 'adcp/capabilities' },
    ),
    supported_protocols: Type.Array(
      Type.Enum(['media_buy', 'signals', 'governance', 'sponsored_intelligence', 'creative', 'brand', 'measurement'], {
        rule: 'adcp/capabilities',
      }),
      { minItems: 1, rule: 'adcp/capabilities' },
    ),
    specialisms: Type.Optional(Type.Array(text('adcp/capabilities'), { rule: 'adcp/capabilities' })),
    experimental_features: Type.Optional(Type.Array(text('adcp/capabilities'), { rule: 'adcp/capabilities' })),
    request_signing: Type.Optional(any('adcp/capabilities')),
    webhook_signing: Type.Optional(any('adcp/capabilities')),
    identity: Type.Optional(any('adcp/capabilities')),
    last_updated: Type.Optional(dateTime('adcp/capabilities')),
  },
  { rule: 'adcp/capabilities' },
)

/** Title and schema of each document, by its name. */
export const documentSchemas: Readonly<Record<string, [string, TSchema]>> = {
  webhook: ['Webhook payload', Webhook],
  progress: ['Progress of a working task', Progress],
  'tasks-get-request': ['Asking for a task', TasksGetRequest],
  'tasks-get-response': ['The answer about a task', TasksGetResponse],
  'tasks-list-request': ['Asking for tasks', TasksListRequest],
  'tasks-list-response': ['The answer about tasks', TasksListResponse],
  capabilities: ['The answer of get_adcp_capabilities', Capabilities],
}
