/** jpcite response envelope v2, "Wire shape", "MCP shape"; and the legacy shapes that it replaces. */
import Type, { type TSchema } from 'typebox'
import { emptyReasons, errorCodes, richFrom, statuses } from './status.ts'

/** `rule` names the rule that a node belongs to; it is not published. */
const text = (rule: string) => Type.String({ rule })
const filled = (rule: string) => Type.String({ minLength: 1, rule })
const count = (rule: string) => Type.Integer({ minimum: 0, rule })
const optional = Type.Optional
const open = (rule: string) => Type.Object({}, { rule })
const nullable = (type: string, rule: string) => Type.Unsafe<unknown>({ type: [type, 'null'], rule })
const rows = (bounds: { minItems?: number; maxItems?: number } = {}) =>
  Type.Array(Type.Unknown(), { ...bounds, rule: 'jpcite/rows' })

/** An object that must not have some members. */
function without(schema: TSchema, ...names: string[]): TSchema {
  const properties = (schema as TSchema & { properties: object }).properties
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(names.map(name => [name, false])) },
  } as TSchema
}

const QueryEcho = Type.Object(
  {
    normalized_input: open('jpcite/query-echo'),
    applied_filters: open('jpcite/query-echo'),
    unparsed_terms: Type.Array(Type.String(), { rule: 'jpcite/query-echo' }),
  },
  { rule: 'jpcite/query-echo' },
)

const citationTexts = [
  'source_id',
  'source_url',
  'publisher',
  'title',
  'fetched_at',
  'checksum',
  'license',
  'excerpt',
  'page_ref',
  'verification_status',
  'citation_text_ja',
  'citation_markdown',
]
const Citation = Type.Object(
  {
    ...Object.fromEntries(citationTexts.map(name => [name, optional(text('jpcite/citation'))])),
    field_paths: optional(Type.Array(Type.String(), { rule: 'jpcite/citation' })),
  },
  { rule: 'jpcite/citation' },
)

const SuggestedAction = Type.Object(
  {
    tool: optional(nullable('string', 'jpcite/action')),
    endpoint: optional(nullable('string', 'jpcite/action')),
    args: Type.Object({}, { rule: 'jpcite/action-args' }),
    reason: optional(nullable('string', 'jpcite/action')),
  },
  { rule: 'jpcite/action' },
)

const metaOf = (units: TSchema) =>
  Type.Object(
    {
      request_id: filled('jpcite/request-id'),
      api_version: Type.Literal('v2', { rule: 'jpcite/api-version' }),
      latency_ms: count('jpcite/meta'),
      billable_units: units,
      client_tag: optional(text('jpcite/meta')),
    },
    { rule: 'jpcite/meta' },
  )

const StandardError = Type.Object(
  {
    code: Type.Enum([...errorCodes], { rule: 'jpcite/error-code' }),
    user_message: filled('jpcite/error'),
    developer_message: optional(text('jpcite/error')),
    retryable: Type.Boolean({ rule: 'jpcite/error' }),
    retry_after: optional(count('jpcite/retry-after')),
    documentation: filled('jpcite/error'),
  },
  { rule: 'jpcite/error' },
)

const statusIs = (status: string) => Type.Literal(status, { rule: 'jpcite/status' })
const warnings = (bounds: object = {}) =>
  Type.Array(Type.String({ rule: 'jpcite/warnings' }), { rule: 'jpcite/warnings', ...bounds })
const actions = Type.Array(SuggestedAction, { rule: 'jpcite/action' })

const common = {
  query_echo: QueryEcho,
  citations: Type.Array(Citation, { rule: 'jpcite/citation' }),
  warnings: warnings(),
  suggested_actions: actions,
  meta: metaOf(count('jpcite/meta')),
  retry_with: optional(open('jpcite/retry-with')),
}
const reason = Type.Enum(Object.keys(emptyReasons), { rule: 'jpcite/empty-reason' })
const envelope = (properties: Record<string, TSchema>) => Type.Object(properties, { rule: 'jpcite/envelope' })
const success = (status: string, own: Record<string, TSchema>, ...forbidden: string[]) =>
  without(envelope({ status: statusIs(status), ...common, ...own }), 'error', ...forbidden)

const v2 = {
  envelope: envelope({
    status: Type.Enum([...statuses], { rule: 'jpcite/status' }),
    results: rows(),
    ...common,
    empty_reason: optional(reason),
    error: optional(StandardError),
  }),
  // A health report of one row is rich too, so that five is no bound here.
  rich: success('rich', { results: rows({ minItems: 1 }) }, 'empty_reason'),
  sparse: success('sparse', { results: rows({ minItems: 1, maxItems: richFrom - 1 }) }, 'empty_reason'),
  empty: success('empty', { results: rows({ maxItems: 0 }), empty_reason: reason }),
  partial: success(
    'partial',
    { results: rows(), warnings: warnings({ minItems: 1, rule: 'jpcite/partial-warnings' }) },
    'empty_reason',
  ),
  error: without(
    envelope({
      status: statusIs('error'),
      ...common,
      results: rows({ maxItems: 0 }),
      // The printed error has no list of actions.
      suggested_actions: optional(actions),
      meta: metaOf(Type.Literal(0, { rule: 'jpcite/billing-on-error' })),
      error: StandardError,
    }),
    'empty_reason',
  ),
  'standard-error': StandardError,
  'call-tool-result': Type.Object(
    {
      structuredContent: open('jpcite/structured-content'),
      content: Type.Array(Type.Object({ type: text('jpcite/tool-result') }, { rule: 'jpcite/tool-result' }), {
        minItems: 1,
        rule: 'jpcite/tool-result',
      }),
      isError: optional(Type.Boolean({ rule: 'jpcite/is-error' })),
    },
    { rule: 'jpcite/tool-result' },
  ),
}

const Tally = Type.Object(
  {
    total: count('jpcite/legacy-houjin'),
    recent: Type.Array(Type.Unknown(), { maxItems: 5, rule: 'jpcite/legacy-houjin' }),
  },
  { rule: 'jpcite/legacy-houjin' },
)

const legacy = {
  page: Type.Object(
    {
      total: count('jpcite/legacy-page'),
      limit: count('jpcite/legacy-page'),
      offset: count('jpcite/legacy-page'),
      results: Type.Array(Type.Unknown(), { rule: 'jpcite/legacy-page' }),
      next_cursor: optional(nullable('string', 'jpcite/legacy-page')),
    },
    { rule: 'jpcite/legacy-page' },
  ),
  explained: Type.Object(
    {
      status: filled('jpcite/legacy-explained'),
      explanation: text('jpcite/legacy-explained'),
      meta: open('jpcite/legacy-explained'),
    },
    { rule: 'jpcite/legacy-explained' },
  ),
  health: Type.Object(
    {
      status: Type.Enum(['ok', 'degraded', 'unhealthy'], { rule: 'jpcite/legacy-health' }),
      version: text('jpcite/legacy-health'),
      checks: Type.Record(
        Type.String(),
        Type.Object({ status: Type.Enum(['ok', 'warn', 'fail'], { rule: 'jpcite/legacy-health' }) }),
        { rule: 'jpcite/legacy-health' },
      ),
      timestamp_utc: filled('jpcite/legacy-health'),
    },
    { rule: 'jpcite/legacy-health' },
  ),
  houjin: Type.Object(
    {
      basic: Type.Object(
        { houjin_bangou: Type.String({ pattern: '^[0-9]{13}$', rule: 'jpcite/legacy-houjin' }) },
        { rule: 'jpcite/legacy-houjin' },
      ),
      corp_facts: open('jpcite/legacy-houjin'),
      fact_count: count('jpcite/legacy-houjin'),
      invoice_registration: optional(nullable('object', 'jpcite/legacy-houjin')),
      adoptions: Tally,
      enforcement: Tally,
    },
    { rule: 'jpcite/legacy-houjin' },
  ),
  error: Type.Object(
    {
      detail: optional(Type.Unsafe<unknown>({ type: ['string', 'array', 'object'], rule: 'jpcite/legacy-error' })),
      error: optional(
        Type.Unsafe<unknown>({
          type: ['object', 'string'],
          properties: {
            code: { type: 'string', rule: 'jpcite/legacy-error' },
            user_message: { type: 'string', rule: 'jpcite/legacy-error' },
            message: { type: 'string', rule: 'jpcite/legacy-error' },
            request_id: { type: 'string', rule: 'jpcite/legacy-error' },
            retry_after: { type: 'number', minimum: 0, rule: 'jpcite/legacy-error' },
          },
          rule: 'jpcite/legacy-error',
        }),
      ),
      code: optional(text('jpcite/legacy-error')),
      retry_after: optional(Type.Number({ minimum: 0, rule: 'jpcite/legacy-error' })),
      request_id: optional(text('jpcite/legacy-error')),
    },
    { rule: 'jpcite/legacy-error' },
  ),
}

function published(version: string, named: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [
      name,
      { $id: `urn:replywire:schema:jpcite:${version}:${name}`, title: name, ...schema } as TSchema,
    ]),
  )
}

/** Every published schema, by version and name. */
export const schemas: Record<string, Record<string, TSchema>> = {
  v2: published('v2', v2),
  legacy: published('legacy', legacy),
}
