/** AdCP: the protocol envelope, errors, push-notification registrations and versions. */
import Type, { type TSchema } from 'typebox'
import type { Release } from './release.ts'
import { releases } from './releases.ts'
import { documentSchemas } from './schema-documents.ts'
import { schemaId } from './schema-ids.ts'
import { any, Context, dateTime, TaskStatusEnum, text, versions } from './schema-parts.ts'

const Discriminator = Type.Object(
  {
    property_name: text('adcp/issues'),
    value: Type.Unsafe<string | number | boolean | null>({
      type: ['string', 'number', 'boolean', 'null'],
      rule: 'adcp/issues',
    }),
  },
  { additionalProperties: false, rule: 'adcp/issues', closed: 'adcp/issues' },
)

const Issue = Type.Object(
  {
    pointer: text('adcp/issues'),
    message: text('adcp/issues'),
    keyword: text('adcp/issues'),
    schemaPath: Type.Optional(text('adcp/issues')),
    schema_id: Type.Optional(text('adcp/issues')),
    discriminator: Type.Optional(Type.Array(Discriminator, { rule: 'adcp/issues' })),
  },
  { rule: 'adcp/issues' },
)

const AdcpError = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 64, rule: 'adcp/error' }),
    message: text('adcp/error'),
    field: Type.Optional(text('adcp/error-member')),
    suggestion: Type.Optional(text('adcp/error-member')),
    retry_after: Type.Optional(Type.Number({ minimum: 1, maximum: 3600, rule: 'adcp/retry-after' })),
    issues: Type.Optional(Type.Array(Issue, { rule: 'adcp/issues' })),
    details: Type.Optional(any('adcp/error-member')),
    recovery: Type.Optional(Type.Enum(['transient', 'correctable', 'terminal'], { rule: 'adcp/recovery-value' })),
    source: Type.Optional(Type.Enum(['producer', 'sdk'], { rule: 'adcp/error-member' })),
    sdk_id: Type.Optional(text('adcp/error-member')),
  },
  { rule: 'adcp/error' },
)

const PushNotificationConfig = Type.Object(
  {
    url: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9+.-]*:\\S+$', rule: 'adcp/push-config' }),
    operation_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,255}$', rule: 'adcp/push-config' })),
    token: Type.Optional(Type.String({ minLength: 16, maxLength: 4096, rule: 'adcp/push-config' })),
    authentication: Type.Optional(
      Type.Object(
        {
          schemes: Type.Array(Type.Enum(['Bearer', 'HMAC-SHA256'], { rule: 'adcp/push-authentication' }), {
            minItems: 1,
            maxItems: 1,
            rule: 'adcp/push-authentication',
          }),
          credentials: Type.String({ minLength: 32, rule: 'adcp/push-authentication' }),
        },
        { additionalProperties: false, rule: 'adcp/push-authentication', closed: 'adcp/push-authentication' },
      ),
    ),
  },
  { rule: 'adcp/push-config' },
)

const governance = Type.String({
  minLength: 1,
  maxLength: 4096,
  pattern: '^[\\x20-\\x7E]+$',
  rule: 'adcp/governance-context',
})

const forbidden = Type.Optional(Type.Unsafe<never>({ not: {}, rule: 'adcp/legacy-status' }))

/** What is at the root of an answer in addition to its state; the body's own members are open. */
const members = (release: Release) => ({
  context: Type.Optional(Context),
  task_id: Type.Optional(text('adcp/envelope')),
  message: Type.Optional(text('adcp/envelope')),
  timestamp: Type.Optional(dateTime('adcp/timestamp')),
  replayed: Type.Optional(Type.Boolean({ default: false, rule: 'adcp/envelope' })),
  adcp_error: Type.Optional(AdcpError),
  errors: Type.Optional(Type.Array(AdcpError, { rule: 'adcp/envelope' })),
  push_notification_config: Type.Optional(PushNotificationConfig),
  governance_context: Type.Optional(governance),
  payload: Type.Optional(any('adcp/envelope')),
  ...versions(release),
  task_status: forbidden,
  response_status: forbidden,
})

const ProtocolEnvelope = (release: Release) =>
  Type.Object(
    { status: TaskStatusEnum, context_id: Type.Optional(text('adcp/envelope')), ...members(release) },
    { rule: 'adcp/root' },
  )

/** On A2A the task itself carries the state and the conversation; `status` here may be the body's own. */
const A2aData = (release: Release) => Type.Object(members(release), { rule: 'adcp/root' })

const Errors = Type.Array(AdcpError, { rule: 'adcp/envelope' })

/** Members that every request can have in addition to its arguments. */
const Request = (release: Release) =>
  Type.Object(
    {
      idempotency_key: Type.Optional(
        Type.String({ pattern: '^[A-Za-z0-9_.:-]{16,255}$', rule: 'adcp/idempotency-key' }),
      ),
      context: Type.Optional(Context),
      context_id: Type.Optional(text('adcp/envelope')),
      governance_context: Type.Optional(governance),
      push_notification_config: Type.Optional(PushNotificationConfig),
      ...versions(release),
    },
    { rule: 'adcp/request' },
  )

const titled = (release: Release): Readonly<Record<string, [string, TSchema]>> => ({
  'protocol-envelope': ['Protocol envelope, flat, as it stands at the root of an answer', ProtocolEnvelope(release)],
  'a2a-data': ['The DataPart of an A2A answer', A2aData(release)],
  'version-envelope': ['The release of a message', Type.Object(versions(release), { rule: 'adcp/version' })],
  context: ["The caller's own object", Context],
  'task-status': ['The state of a task', TaskStatusEnum],
  error: ['Error', AdcpError],
  errors: ['The errors of a body', Errors],
  'push-notification-config': ['Push-notification registration', PushNotificationConfig],
  request: ['Members that every request can have in addition to its arguments', Request(release)],
  ...documentSchemas(release),
})

/** Every published schema, by version and name. */
export const schemas: Record<string, Record<string, TSchema>> = Object.fromEntries(
  releases.map(release => [
    release.name,
    Object.fromEntries(
      Object.entries(titled(release)).map(([name, [title, schema]]) => [
        name,
        { $id: schemaId(release, name), title, ...schema } as TSchema,
      ]),
    ),
  ]),
)
