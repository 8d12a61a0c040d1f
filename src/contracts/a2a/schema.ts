/** Agent2Agent protocol, 0.3 (types.ts) and 1.0 (a2a.proto as ProtoJSON): tasks, messages, updates, errors. */
import Type, { type TSchema } from 'typebox'

type Members = Record<string, TSchema>

/** `rule` names the rule that a node belongs to; it is not published. */
const text = (rule: string) => Type.String({ rule })
const filled = (rule: string) => Type.String({ minLength: 1, rule })
const list = (rule: string, items: TSchema, least = 0) =>
  Type.Array(items, { rule, ...(least === 0 ? undefined : { minItems: least }) })
const object = (rule: string) => Type.Unsafe<Record<string, unknown>>({ type: 'object', rule })
const base64 = Type.String({
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  rule: 'a2a/base64',
})
const metadata = { metadata: Type.Optional(object('a2a/metadata')) }
const extensions = (rule: string) => ({ extensions: Type.Optional(list(rule, text(rule))) })

const states = [
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'rejected',
  'input-required',
  'auth-required',
]
const spelt = (state: string) => `TASK_STATE_${state.toUpperCase().replace('-', '_')}`
const utc = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?Z$',
  rule: 'a2a/timestamp',
})

/** What the two versions spell apart. */
interface Spelling {
  kind: (kind: string) => Members
  states: string[]
  roles: string[]
  timestamp: TSchema
  contextId: TSchema
  /** The fewest parts of a message or artifact. */
  parts: number
  update: Members
}

const v03: Spelling = {
  kind: kind => ({ kind: Type.Literal(kind, { rule: 'a2a/kind' }) }),
  states: [...states, 'unknown'],
  roles: ['agent', 'user'],
  timestamp: text('a2a/timestamp'),
  contextId: text('a2a/task'),
  parts: 0,
  update: { final: Type.Boolean({ rule: 'a2a/update' }) },
}

const v10: Spelling = {
  kind: () => ({ kind: Type.Optional(Type.Unsafe({ not: {}, rule: 'a2a/spelling' })) }),
  states: [...states, 'unspecified'].map(spelt),
  roles: ['ROLE_AGENT', 'ROLE_USER'],
  timestamp: utc,
  contextId: Type.Optional(text('a2a/task')),
  parts: 1,
  update: {},
}

const answer = (title: string, rule: string, members: Members) => Type.Object(members, { title, rule })

function frames({ kind, states: known, roles, timestamp, contextId, parts, update }: Spelling): Members {
  const status = Type.Object(
    {
      state: Type.Enum(known, { rule: 'a2a/state' }),
      message: Type.Optional(object('a2a/message')),
      timestamp: Type.Optional(timestamp),
    },
    { rule: 'a2a/status' },
  )
  const event = { taskId: filled('a2a/update'), contextId: filled('a2a/update'), ...metadata }
  return {
    task: answer('task', 'a2a/task', {
      ...kind('task'),
      id: filled('a2a/task'),
      contextId,
      status,
      artifacts: Type.Optional(list('a2a/task', object('a2a/artifact'))),
      history: Type.Optional(list('a2a/task', object('a2a/message'))),
      ...metadata,
    }),
    message: answer('message', 'a2a/message', {
      ...kind('message'),
      messageId: filled('a2a/message'),
      role: Type.Enum(roles, { rule: 'a2a/role' }),
      parts: list('a2a/parts', object('a2a/part'), parts),
      contextId: Type.Optional(text('a2a/message')),
      taskId: Type.Optional(text('a2a/message')),
      referenceTaskIds: Type.Optional(list('a2a/message', text('a2a/message'))),
      ...extensions('a2a/message'),
      ...metadata,
    }),
    artifact: answer('artifact', 'a2a/artifact', {
      artifactId: filled('a2a/artifact'),
      name: Type.Optional(text('a2a/artifact')),
      description: Type.Optional(text('a2a/artifact')),
      parts: list('a2a/parts', object('a2a/part'), parts),
      ...extensions('a2a/artifact'),
      ...metadata,
    }),
    'status-update': answer('status update', 'a2a/update', { ...kind('status-update'), ...event, status, ...update }),
    'artifact-update': answer('artifact update', 'a2a/update', {
      ...kind('artifact-update'),
      ...event,
      artifact: object('a2a/artifact'),
      append: Type.Optional(Type.Boolean({ rule: 'a2a/update' })),
      lastChunk: Type.Optional(Type.Boolean({ rule: 'a2a/update' })),
    }),
  }
}

const part = (title: string, members: Members) => Type.Object({ ...members, ...metadata }, { title, rule: 'a2a/part' })

const parts10: Members = {
  part: part('part', {
    text: Type.Optional(text('a2a/part')),
    raw: Type.Optional(base64),
    url: Type.Optional(text('a2a/part')),
    mediaType: Type.Optional(text('a2a/part')),
    filename: Type.Optional(text('a2a/part')),
  }),
}
const file = (members: Members) => ({
  kind: Type.Literal('file', { rule: 'a2a/kind' }),
  file: Type.Object(
    { ...members, name: Type.Optional(text('a2a/part')), mimeType: Type.Optional(text('a2a/part')) },
    { rule: 'a2a/part' },
  ),
})
const parts03: Members = {
  'text-part': part('text part', { kind: Type.Literal('text', { rule: 'a2a/kind' }), text: text('a2a/part') }),
  'data-part': part('data part', { kind: Type.Literal('data', { rule: 'a2a/kind' }), data: object('a2a/part') }),
  'bytes-part': part('file part with bytes', file({ bytes: base64 })),
  'uri-part': part('file part with a uri', file({ uri: text('a2a/part') })),
}

const errors: Members = {
  error: answer('JSON-RPC error', 'a2a/error', {
    code: Type.Integer({ rule: 'a2a/error' }),
    message: text('a2a/error'),
  }),
  'http-error': answer('error over HTTP (AIP-193)', 'a2a/error', {
    code: Type.Integer({ minimum: 400, maximum: 599, rule: 'a2a/error' }),
    status: text('a2a/error'),
    message: text('a2a/error'),
    details: Type.Optional(list('a2a/error', object('a2a/error'))),
  }),
}

/** Every published schema, by version and name. */
export const schemas: Record<string, Record<string, TSchema>> = {
  '0.3': { ...frames(v03), ...parts03, ...errors },
  '1.0': { ...frames(v10), ...parts10, ...errors },
}
