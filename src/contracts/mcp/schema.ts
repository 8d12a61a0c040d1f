/** Model Context Protocol, schema of each revision: the answers to tools/call, one small schema a shape. */
import Type, { type TSchema } from 'typebox'

/** `rule` names the rule that a node belongs to; it is not published. */
const text = (rule: string) => Type.String({ rule })
const object = (rule: string) => Type.Unsafe<Record<string, unknown>>({ type: 'object', rule })
const base64 = Type.String({
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  rule: 'mcp/base64',
})
const uri = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9+.-]*:', rule: 'mcp/uri' })

const meta = { _meta: Type.Optional(object('mcp/meta')) }
const annotated = {
  annotations: Type.Optional(
    Type.Object(
      {
        audience: Type.Optional(
          Type.Array(Type.Enum(['user', 'assistant'], { rule: 'mcp/annotations' }), { rule: 'mcp/annotations' }),
        ),
        priority: Type.Optional(Type.Number({ minimum: 0, maximum: 1, rule: 'mcp/annotations' })),
        lastModified: Type.Optional(text('mcp/annotations')),
      },
      { rule: 'mcp/annotations' },
    ),
  ),
  ...meta,
}

function block(type: string, members: Record<string, TSchema>): TSchema {
  const properties = { type: Type.Literal(type, { rule: 'mcp/block-type' }), ...members, ...annotated }
  return Type.Object(properties, { title: `${type} block`, rule: 'mcp/block' })
}

const media = { data: base64, mimeType: text('mcp/block') }
const contents = (members: Record<string, TSchema>) => ({
  resource: Type.Object(
    { uri, mimeType: Type.Optional(text('mcp/block')), ...members, ...meta },
    { rule: 'mcp/block' },
  ),
})

const blocks = {
  'text-block': block('text', { text: text('mcp/block') }),
  'image-block': block('image', media),
  'audio-block': block('audio', media),
  'resource-link-block': block('resource_link', {
    uri,
    name: text('mcp/block'),
    title: Type.Optional(text('mcp/block')),
    description: Type.Optional(text('mcp/block')),
    mimeType: Type.Optional(text('mcp/block')),
    size: Type.Optional(Type.Number({ rule: 'mcp/block' })),
  }),
  'text-resource-block': block('resource', contents({ text: text('mcp/block') })),
  'blob-resource-block': block('resource', contents({ blob: base64 })),
}

const resultMembers = {
  content: Type.Array(object('mcp/block'), { rule: 'mcp/content' }),
  isError: Type.Optional(Type.Boolean({ rule: 'mcp/is-error' })),
  ...meta,
}
const resultType = (type: string) => ({ resultType: Type.Literal(type, { rule: 'mcp/result-type' }) })

const legacyResult = Type.Object(
  { ...resultMembers, structuredContent: Type.Optional(object('mcp/structured-content')) },
  { title: 'tool result', rule: 'mcp/result' },
)
const modernResult = Type.Object(
  { ...resultType('complete'), ...resultMembers },
  { title: 'tool result', rule: 'mcp/result' },
)

const error = Type.Object(
  { code: Type.Integer({ rule: 'mcp/error' }), message: text('mcp/error') },
  { title: 'JSON-RPC error', rule: 'mcp/error' },
)
const urlElicitations = Type.Object(
  {
    elicitations: Type.Array(
      Type.Object(
        {
          mode: Type.Literal('url', { rule: 'mcp/error-data' }),
          elicitationId: text('mcp/error-data'),
          url: uri,
          message: text('mcp/error-data'),
        },
        { rule: 'mcp/error-data' },
      ),
      { rule: 'mcp/error-data' },
    ),
  },
  { title: 'data of error -32042', rule: 'mcp/error-data' },
)

const taskState = Type.Enum(['working', 'input_required', 'completed', 'failed', 'cancelled'], {
  rule: 'mcp/task-status',
})
const taskMembers = (ttl: string, interval: string) => ({
  taskId: text('mcp/task'),
  status: taskState,
  statusMessage: Type.Optional(text('mcp/task')),
  createdAt: text('mcp/task'),
  lastUpdatedAt: text('mcp/task'),
  [ttl]: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, rule: 'mcp/task' }),
  [interval]: Type.Optional(Type.Integer({ minimum: 0, rule: 'mcp/task' })),
})
const task = Type.Object(taskMembers('ttl', 'pollInterval'), { title: 'task', rule: 'mcp/task' })
const modernTask = taskMembers('ttlMs', 'pollIntervalMs')
const taskResult = Type.Object(
  { ...resultType('task'), ...modernTask, ...meta },
  { title: 'a task in place of a result', rule: 'mcp/task' },
)
const taskDetails = Type.Object(
  { ...resultType('complete'), ...modernTask, ...meta },
  { title: 'the state of a task', rule: 'mcp/task' },
)

const inputRequired = Type.Object(
  {
    ...resultType('input_required'),
    inputRequests: Type.Optional(object('mcp/input-required')),
    requestState: Type.Optional(text('mcp/input-required')),
    ...meta,
  },
  { title: 'input is required', rule: 'mcp/input-required' },
)
const inputRequest = Type.Object(
  {
    method: Type.Enum(['elicitation/create', 'sampling/createMessage', 'roots/list'], { rule: 'mcp/input-request' }),
    params: Type.Optional(object('mcp/input-request')),
  },
  { title: 'input request', rule: 'mcp/input-request' },
)
const form = Type.Object(
  {
    mode: Type.Optional(Type.Literal('form', { rule: 'mcp/elicitation' })),
    message: text('mcp/elicitation'),
    requestedSchema: Type.Object(
      {
        type: Type.Literal('object', { rule: 'mcp/elicitation' }),
        properties: object('mcp/elicitation'),
        required: Type.Optional(Type.Array(text('mcp/elicitation'), { rule: 'mcp/elicitation' })),
      },
      { rule: 'mcp/elicitation' },
    ),
  },
  { title: 'a form for the user', rule: 'mcp/elicitation' },
)
const urlMode = Type.Object(
  { mode: Type.Literal('url', { rule: 'mcp/elicitation' }), message: text('mcp/elicitation'), url: uri },
  { title: 'a page for the user', rule: 'mcp/elicitation' },
)

/** What a form may ask for: one flat value a field. */
const flat = 'mcp/flat-form'
const field = (type: TSchema, members: Record<string, TSchema>) =>
  Type.Object(
    { type, title: Type.Optional(text(flat)), description: Type.Optional(text(flat)), ...members },
    { title: 'form field', rule: flat },
  )
const count = Type.Optional(Type.Integer({ minimum: 0, rule: flat }))
const choice = Type.Array(Type.Object({ const: text(flat), title: text(flat) }, { rule: flat }), { rule: flat })
const fields = {
  'string-field': field(Type.Literal('string', { rule: flat }), {
    minLength: count,
    maxLength: count,
    format: Type.Optional(Type.Enum(['email', 'uri', 'date', 'date-time'], { rule: flat })),
    enum: Type.Optional(Type.Array(text(flat), { rule: flat })),
    enumNames: Type.Optional(Type.Array(text(flat), { rule: flat })),
    oneOf: Type.Optional(choice),
    default: Type.Optional(text(flat)),
  }),
  'number-field': field(Type.Enum(['number', 'integer'], { rule: flat }), {
    minimum: Type.Optional(Type.Number({ rule: flat })),
    maximum: Type.Optional(Type.Number({ rule: flat })),
    default: Type.Optional(Type.Number({ rule: flat })),
  }),
  'boolean-field': field(Type.Literal('boolean', { rule: flat }), {
    default: Type.Optional(Type.Boolean({ rule: flat })),
  }),
  'choices-field': field(Type.Literal('array', { rule: flat }), {
    minItems: count,
    maxItems: count,
    items: Type.Object(
      { enum: Type.Optional(Type.Array(text(flat), { rule: flat })), anyOf: Type.Optional(choice) },
      { rule: flat },
    ),
    default: Type.Optional(Type.Array(text(flat), { rule: flat })),
  }),
}

const everywhere = { ...blocks, error }

/** Every published schema, by revision and name. */
export const schemas: Record<string, Record<string, TSchema>> = {
  '2025-06-18': { result: legacyResult, ...everywhere },
  '2025-11-25': { result: legacyResult, task, 'url-elicitations': urlElicitations, ...everywhere },
  '2026-07-28': {
    result: modernResult,
    'input-required': inputRequired,
    'input-request': inputRequest,
    form,
    'url-mode': urlMode,
    ...fields,
    'task-result': taskResult,
    'task-details': taskDetails,
    'missing-capability': Type.Object(
      { requiredCapabilities: object('mcp/error-data') },
      { title: 'data of error -32021', rule: 'mcp/error-data' },
    ),
    'unsupported-version': Type.Object(
      { supported: Type.Array(text('mcp/error-data'), { rule: 'mcp/error-data' }), requested: text('mcp/error-data') },
      { title: 'data of error -32022', rule: 'mcp/error-data' },
    ),
    ...everywhere,
  },
}
