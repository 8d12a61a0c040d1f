/** `ext.replywire`: what the hub knows and the AdCP envelope has no place for, in the hub's own words. */
import Type, { type TSchema } from 'typebox'

const rule = 'adcp/ext-replywire'
const text = Type.String({ rule })
const number = Type.Number({ rule })
const flag = Type.Boolean({ rule })
const anything = Type.Unsafe<unknown>({ rule })
const object = Type.Unsafe<object>({ type: 'object', rule })
const extra = Type.Unsafe<object>({ type: 'object', additionalProperties: { type: 'object', rule }, rule })

const optional = (members: Record<string, TSchema>): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]))

/** A closed node: what it must have, then what it may. */
const node = (required: Record<string, TSchema>, more: Record<string, TSchema> = {}) =>
  Type.Object({ ...required, ...optional(more) }, { additionalProperties: false, rule, closed: rule })

const list = (item: TSchema) => Type.Array(item, { rule })
const kind = (value: string) => Type.Literal(value, { rule })
const location = Type.Enum(['body', 'query', 'path', 'header'], { rule })
const either = (...schemas: TSchema[]) => Type.Union(schemas, { rule })

const partMembers = { name: text, mediaType: text, extra }
const Part = either(
  node({ type: kind('text'), text }, partMembers),
  node({ type: kind('data'), data: anything }, partMembers),
  node({ type: kind('bytes'), base64: text }, partMembers),
  node({ type: kind('link'), url: text }, partMembers),
)

const Artifact = node({ id: text }, { name: text, description: text, parts: list(Part), extra })

const Citation = node(
  {},
  {
    id: text,
    url: text,
    publisher: text,
    title: text,
    fetchedAt: text,
    checksum: text,
    license: text,
    paths: list(text),
    excerpt: text,
    pageRef: text,
    verification: text,
    text,
    markdown: text,
    extra,
  },
)

const Action = node({}, { tool: text, endpoint: text, args: object, reason: text, extra })

const Need = either(
  node({ kind: kind('input'), name: text, location, schema: object, required: flag, question: text }, { extra }),
  node({ kind: kind('reply'), question: text }, { extra }),
  node({ kind: kind('approval'), key: text, action: text }, { token: text, expiresAt: text, extra }),
  node({ kind: kind('credentials') }, { url: text, scheme: text, extra }),
)

const Issue = node({ pointer: text, message: text }, { keyword: text, location, extra })

const category = Type.Enum(
  [
    'invalid',
    'unauthenticated',
    'forbidden',
    'license-blocked',
    'not-found',
    'conflict',
    'rate-limited',
    'quota-exceeded',
    'dependency',
    'timeout',
    'integrity',
    'unavailable',
    'internal',
  ],
  { rule },
)

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], rule })
const objectOrNull = Type.Unsafe<object | null>({ type: ['object', 'null'], rule })

/** What the error on the wire says otherwise, or not at all; null: the fault has no such member. */
const Fault = node(
  {},
  {
    category,
    code: text,
    message: text,
    detail: text,
    began: flag,
    resourceId: textOrNull,
    details: objectOrNull,
    issues: list(Issue),
  },
)

const Exchange = node(
  {},
  {
    operation: text,
    query: node({}, { input: object, filters: object, unparsed: list(text), extra }),
    billing: node({}, { units: number, tag: text }),
  },
)

export const ExtReplywire = node(
  {},
  {
    body: object,
    content: list(Part),
    artifacts: list(Artifact),
    citations: list(Citation),
    sources: list(object),
    spanRefs: list(object),
    actions: list(Action),
    usage: object,
    provenance: object,
    task: node({}, { statusUrl: text, pollAfterMs: number }),
    partial: flag,
    created: node({}, { location: text }),
    emptyReason: text,
    retryWith: object,
    grade: Type.Enum(['rich', 'sparse'], { rule }),
    progress: node({}, { fraction: number, message: text, step: number, total: number }),
    needs: Type.Array(Need, { minItems: 1, rule }),
    status: text,
    fault: Fault,
    exchange: Exchange,
  },
)
