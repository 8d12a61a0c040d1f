/** Documents of AdCP with every member that their schemas name, to be changed and compared. */
import type { JsonObject } from '../../../src/lib/json-value.ts'

export interface Comparable {
  /** What `check` calls it. */
  readonly message: string
  /** The published schema, below the folder of a release. */
  readonly published: string
  /** Our own, by its name. */
  readonly emitted: string
  readonly bodies: readonly JsonObject[]
  /** What is not changed: answers of tasks, whose own schemas we do not publish. */
  readonly opaque: ReadonlySet<string>
}

const at = '2026-05-22T11:38:24Z'
const later = '2026-05-22T11:40:00.25+02:00'
const error: JsonObject = {
  code: 'VALIDATION_ERROR',
  message: 'The budget is too low.',
  recovery: 'correctable',
  field: 'packages[0].budget',
  suggestion: 'Ask for more.',
  retry_after: 5,
  issues: [
    {
      pointer: '/packages/0/budget',
      message: 'At least 500.',
      keyword: 'minimum',
      schemaPath: '#/properties/budget',
      schema_id: 'package',
      discriminator: [{ property_name: 'kind', value: null }],
    },
  ],
  details: { minimum: 500 },
}
const push: JsonObject = {
  url: 'https://buyer.example/hook',
  operation_id: 'op_1',
  token: 'sixteen-chars-ok',
  authentication: { schemes: ['HMAC-SHA256'], credentials: '0123456789abcdef0123456789abcdef' },
}
const versions: JsonObject = { adcp_version: '3.1', adcp_major_version: 3 }
const envelope: JsonObject = {
  ...versions,
  context_id: 'ctx_1',
  context: { ui: 'b-7' },
  message: 'Done.',
  timestamp: at,
  replayed: false,
  governance_context: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln',
}
const task: JsonObject = {
  task_id: 'task_789',
  task_type: 'create_media_buy',
  created_at: at,
  updated_at: later,
  completed_at: later,
  has_webhook: true,
}
const none: ReadonlySet<string> = new Set()

export const comparables: readonly Comparable[] = [
  {
    message: 'response',
    published: 'core/protocol-envelope.json',
    emitted: 'protocol-envelope',
    bodies: [
      { ...envelope, status: 'completed', products: [{ product_id: 'p1' }] },
      { ...envelope, status: 'submitted', task_id: 'task_789', push_notification_config: push },
      { ...envelope, status: 'failed', adcp_error: error, errors: [{ ...error, severity: 'error' }] },
      { ...envelope, status: 'input-required', errors: [{ ...error, severity: 'warning' }] },
    ],
    opaque: none,
  },
  { message: 'error', published: 'core/error.json', emitted: 'error', bodies: [error], opaque: none },
  {
    message: 'push-notification-config',
    published: 'core/push-notification-config.json',
    emitted: 'push-notification-config',
    bodies: [push],
    opaque: none,
  },
  {
    message: 'webhook',
    published: 'core/mcp-webhook-payload.json',
    emitted: 'webhook',
    bodies: [
      {
        ...{ idempotency_key: 'evt_0123456789abcdef', operation_id: 'op_1', task_id: 'task_789' },
        ...{ task_type: 'create_media_buy', protocol: 'media-buy', status: 'working', timestamp: at },
        ...{ message: 'Half of it.', context_id: 'ctx_1', token: 'sixteen-chars-ok', notification_id: 'n_1' },
        result: { percentage: 50, current_step: 'reserving', total_steps: 4, step_number: 2 },
      },
    ],
    opaque: new Set(['result']),
  },
  {
    message: 'tasks-get-request',
    published: 'core/tasks-get-request.json',
    emitted: 'tasks-get-request',
    bodies: [
      {
        ...{ ...versions, task_id: 'task_789', account: { account_id: 'acc_1' }, include_history: true },
        ...{ include_result: true, context: { ui: 'b-7' }, ext: { mine: 1 } },
      },
      {
        task_id: 'task_789',
        account: { brand: { domain: 'acme.example', brand_id: 'acme' }, operator: 'acme.example', sandbox: true },
      },
    ],
    opaque: none,
  },
  {
    message: 'tasks-get-response',
    published: 'core/tasks-get-response.json',
    emitted: 'tasks-get-response',
    bodies: [
      {
        ...{ ...envelope, ...task, protocol: 'media-buy', status: 'completed' },
        history: [{ timestamp: at, type: 'request', data: { packages: [] } }],
        result: { media_buy_id: 'mb_1' },
        ext: { mine: 1 },
      },
      {
        ...{ ...envelope, ...task, protocol: 'media-buy', status: 'working' },
        progress: { percentage: 50, current_step: 'reserving', total_steps: 4, step_number: 2 },
      },
      {
        ...{ ...envelope, ...task, protocol: 'media-buy', status: 'failed' },
        error: {
          code: 'BUDGET_TOO_LOW',
          message: 'Too low.',
          details: { protocol: 'media-buy', operation: 'create', specific_context: { minimum: 500 } },
        },
      },
    ],
    opaque: new Set(['result']),
  },
  {
    message: 'tasks-list-request',
    published: 'core/tasks-list-request.json',
    emitted: 'tasks-list-request',
    bodies: [
      {
        ...versions,
        account: { account_id: 'acc_1' },
        filters: {
          ...{ protocol: 'media-buy', protocols: ['media-buy'], status: 'working', statuses: ['working'] },
          ...{ task_type: 'create_media_buy', task_types: ['create_media_buy'], task_ids: ['task_789'] },
          ...{ created_after: at, created_before: later, updated_after: at, updated_before: later },
          ...{ context_contains: 'b-7', has_webhook: true },
        },
        sort: { field: 'created_at', direction: 'desc' },
        pagination: { max_results: 50, cursor: 'next' },
        ...{ include_history: false, context: { ui: 'b-7' }, ext: { mine: 1 } },
      },
    ],
    opaque: none,
  },
  {
    message: 'tasks-list-response',
    published: 'core/tasks-list-response.json',
    emitted: 'tasks-list-response',
    bodies: [
      {
        ...{ ...envelope, status: 'completed' },
        query_summary: {
          ...{ total_matching: 1, returned: 1, domain_breakdown: { 'media-buy': 1, signals: 0 } },
          ...{ status_breakdown: { working: 1 }, filters_applied: ['status'] },
          sort_applied: { field: 'created_at', direction: 'desc' },
        },
        tasks: [{ ...task, domain: 'media-buy', status: 'working' }],
        pagination: { has_more: false, cursor: 'next', total_count: 1 },
        ext: { mine: 1 },
      },
    ],
    opaque: none,
  },
]
