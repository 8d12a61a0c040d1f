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
  /** What is replaced or removed as a whole, and not changed inside. */
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
const progress: JsonObject = { percentage: 50, current_step: 'reserving', total_steps: 4, step_number: 2 }
const webhook: JsonObject = {
  ...{ idempotency_key: 'evt_0123456789abcdef', operation_id: 'op_1', task_id: 'task_789' },
  ...{ task_type: 'create_media_buy', protocol: 'media-buy', timestamp: at },
  ...{ message: 'News.', context_id: 'ctx_1', token: 'sixteen-chars-ok', notification_id: 'n_1' },
}
const advice: JsonObject = { message: 'It waits.', errors: [{ ...error, severity: 'warning' }], context: { ui: 'b-7' } }
/** What create_media_buy says of itself. */
const bought: JsonObject = {
  ...{ media_buy_id: 'mb_1', media_buy_status: 'active', confirmed_at: at, revision: 1 },
  packages: [{ package_id: 'pkg_1' }],
}
const capabilities: JsonObject = {
  ...{ ...envelope, status: 'completed' },
  adcp: {
    ...{ major_versions: [3], supported_versions: ['3.1'], build_version: '3.1.4' },
    idempotency: {
      ...{ supported: true, replay_ttl_seconds: 86_400, in_flight_max_seconds: 120, account_id_is_opaque: false },
    },
  },
  supported_protocols: ['media_buy', 'signals'],
  account: { supported_billing: ['operator'] },
  media_buy: {},
  request_signing: {
    ...{ supported: true, covers_content_digest: 'required', supported_for: ['create_media_buy'] },
    ...{ required_for: [], warn_for: ['create_media_buy'], protocol_methods_supported_for: ['tasks/get'] },
  },
  webhook_signing: {
    ...{ supported: true, profile: 'adcp/webhook-signing/v1', algorithms: ['ed25519'], legacy_hmac_fallback: false },
  },
  identity: {
    ...{ brand_json_url: 'https://seller.example/brand.json', per_principal_key_isolation: true },
    key_origins: { webhook_signing: 'https://keys.example' },
    compromise_notification: { emits: true, accepts: false },
  },
  compliance_testing: { scenarios: ['simulate_delivery'] },
  specialisms: ['sales-guaranteed'],
  extensions_supported: ['mine'],
  experimental_features: ['brand.rights'],
  wholesale_feed_versioning: { supported: true, pricing_version_separate: false, cache_scope_account: true },
  wholesale_feed_webhooks: { supported: true, event_types: ['product.created'] },
  last_updated: at,
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
      { ...webhook, status: 'working', result: progress },
      { ...webhook, status: 'submitted', result: { status: 'submitted', task_id: 'task_789', ...advice } },
      { ...webhook, status: 'input-required', result: { reason: 'APPROVAL_REQUIRED', ...advice } },
      { ...webhook, status: 'completed', result: { ...envelope, status: 'completed', ...bought } },
      { ...webhook, status: 'failed', result: { ...envelope, status: 'failed', adcp_error: error, errors: [error] } },
    ],
    opaque: none,
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
        result: { ...envelope, status: 'completed', ...bought },
        ext: { mine: 1 },
      },
      {
        ...{ ...envelope, ...task, protocol: 'media-buy', status: 'working' },
        progress,
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
    opaque: none,
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
  {
    message: 'capabilities',
    published: 'protocol/get-adcp-capabilities-response.json',
    emitted: 'capabilities',
    bodies: [
      capabilities,
      {
        ...{ status: 'completed', supported_protocols: ['creative'] },
        adcp: { major_versions: [3], idempotency: { supported: false } },
      },
      {
        ...{ ...capabilities, supported_protocols: ['measurement'], oauth: { supported: true } },
        measurement: { metrics: [{ metric_id: 'attention' }] },
        measurement_gateway: { delivery_task: 'get_media_buy_delivery', feedback_task: 'provide_performance_feedback' },
        experimental_features: ['measurement.core', 'measurement.gateway'],
        webhook_signing: { supported: true, delivery_retry_horizon_seconds: 90_000 },
      },
    ],
    opaque: none,
  },
]
