/** Outcomes, exchanges and calls of every shape, for laws. */
import fc, { type Arbitrary } from 'fast-check'
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import { type Fault, faultCategories } from '../outcome/fault.ts'
import type { Moment } from '../outcome/moment.ts'
import type { Need } from '../outcome/need.ts'
import type { Action, Artifact, Citation, Common, Extra, Notice, Outcome, Part, Payload } from '../outcome/outcome.ts'

/** An object of required and optional members; an optional one is absent or there, never undefined. */
function members<T extends object>(
  required: { [K in keyof T]?: Arbitrary<T[K]> },
  optional: { [K in keyof T]?: Arbitrary<T[K]> } = {},
): Arbitrary<T> {
  return fc.record(
    { ...required, ...optional },
    {
      requiredKeys: Object.keys(required) as never[],
      noNullPrototype: true,
    },
  ) as Arbitrary<T>
}

const word = fc.constantFrom('a', 'alpha', 'plan-7', 'Straße', '補助', '🜚', 'x y', '"quoted"\n', '', '0', 'half \ud83d')
const name = fc.constantFrom('a', 'alpha', 'plan-7', 'order', 'x1', 'request_id', 'status', 'trace', 'type', 'code')
const id = fc.stringMatching(/^[A-Za-z0-9_.:-]{1,36}$/)
/** Now and then an id that no header can hold. */
const anyId = fc.oneof(
  { arbitrary: id, weight: 9 },
  { arbitrary: fc.constantFrom('補助', 'a b', 'x\r\ny: z'), weight: 1 },
)
const token = fc.stringMatching(/^[A-Z][A-Z0-9_]{1,24}$/)
const whole = fc.nat(1_000_000)
/** A time to wait or a time that passed; now and then one that nobody can mean. */
const duration = fc.oneof({ arbitrary: whole, weight: 9 }, { arbitrary: fc.constantFrom(-1, 0.5, 1e15), weight: 1 })
const number = fc.oneof(whole, fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }))
const scalar = fc.oneof<Arbitrary<Json>[]>(
  word,
  number.map(value => (value === 0 ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec<{ tree: Json }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    scalar,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(name, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
/** Any JSON value. */
export const json: Arbitrary<Json> = tree
/** A value in so many lists and objects, one in the other. */
const nested: Arbitrary<Json> = fc
  .array(fc.constantFrom('list', 'object'), { minLength: 35, maxLength: 70 })
  .map(shells => shells.reduce<Json>((inner, shell) => (shell === 'list' ? ['x', inner] : { a: inner, b: 1 }), 'core'))
/** A JSON object, now and then with a member named `__proto__` or with one that no text can hold that has a frame too. */
export const jsonObject: Arbitrary<JsonObject> = fc
  .tuple(fc.dictionary(name, json, { maxKeys: 3, noNullPrototype: true }), fc.nat(60))
  .chain(([value, n]) => {
    if (n === 0) return fc.constant({ ...value, ...(JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject) })
    return n === 1 ? nested.map(deep => ({ ...value, deep })) : fc.constant(value)
  })
const url = fc.constantFrom(
  'https://example.com/a',
  'https://example.com/b?c=d',
  '/operations/7/status',
  'urn:x:y',
  '/x\r\ny: z',
  '/plän 7',
  '',
)
const base64 = fc.uint8Array({ maxLength: 12 }).map(bytes => Buffer.from(bytes).toString('base64'))
const mediaType = fc.constantFrom('text/plain', 'text/markdown', 'application/pdf', 'image/png')
const at = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString())

/** Members that only some contract knows: now a stranger's, now none. */
function extras(contracts: readonly string[]): Arbitrary<Extra> {
  return fc.constantFrom(...contracts).chain(contract => jsonObject.map(value => ({ [contract]: { x_member: value } })))
}

export interface ArbitraryOptions {
  /** Contract ids that may own `extra` members. */
  extraFrom?: readonly string[]
}

function nodes({ extraFrom = ['elsewhere'] }: ArbitraryOptions) {
  const extra = extras(extraFrom)
  const payload: Arbitrary<Payload> = fc.oneof(
    members<Payload & { form: 'value' }>({ form: fc.constant('value'), value: fc.oneof(jsonObject, json) }),
    members<Payload & { form: 'rows' }>(
      { form: fc.constant('rows'), rows: fc.array(json, { maxLength: 7 }) },
      { page: members({}, { total: whole, limit: whole, offset: whole, next: id }) },
    ),
    members<Payload & { form: 'text' }>({ form: fc.constant('text'), text: word }, { mediaType }),
    members<Payload & { form: 'bytes' }>({ form: fc.constant('bytes'), base64, mediaType }),
  )
  const more = { name: word, mediaType, extra }
  const part: Arbitrary<Part> = fc.oneof(
    members<Part & { type: 'text' }>({ type: fc.constant('text'), text: word }, more),
    members<Part & { type: 'data' }>({ type: fc.constant('data'), data: json }, more),
    members<Part & { type: 'bytes' }>({ type: fc.constant('bytes'), base64 }, more),
    members<Part & { type: 'link' }>({ type: fc.constant('link'), url }, more),
  )
  const artifact = members<Artifact>(
    { id },
    { name: word, description: word, parts: fc.array(part, { maxLength: 2 }), extra },
  )
  const notice = members<Notice>(
    { severity: fc.constantFrom('info', 'warning', 'error'), message: word },
    { code: token, pointer: fc.constantFrom('', '/a', '/rows/0/x'), extra },
  )
  const citation = members<Citation>(
    {},
    {
      id,
      url,
      publisher: word,
      title: word,
      fetchedAt: at,
      checksum: id,
      license: fc.constantFrom('pdl_v1.0', 'cc_by_4.0', 'proprietary', 'unknown'),
      paths: fc.array(fc.constantFrom('/0/amount', '/0', '', '/a~1b'), { maxLength: 2 }),
      excerpt: word,
      pageRef: word,
      verification: fc.constantFrom('verified', 'inferred', 'stale', 'unknown'),
      text: word,
      markdown: word,
      extra,
    },
  )
  const action = members<Action>({}, { tool: id, endpoint: url, args: jsonObject, reason: word, extra })
  const common: { [K in keyof Common]?: Arbitrary<NonNullable<Common[K]>> } = {
    message: word,
    payload,
    content: fc.array(part, { maxLength: 2 }),
    artifacts: fc.array(artifact, { maxLength: 2 }),
    notices: fc.array(notice, { maxLength: 2 }),
    citations: fc.array(citation, { maxLength: 2 }),
    sources: fc.array(jsonObject, { maxLength: 2 }),
    spanRefs: fc.array(jsonObject, { maxLength: 2 }),
    actions: fc.array(action, { maxLength: 2 }),
    task: members<NonNullable<Common['task']>>({ id: anyId }, { statusUrl: url, pollAfterMs: duration }),
    usage: jsonObject,
    provenance: jsonObject,
    extra,
  }
  const schema = fc.oneof(
    fc.constantFrom<JsonObject[]>(
      { type: 'string' },
      { type: 'integer' },
      { type: 'number' },
      { type: 'string', enum: ['a', 'b'] },
    ),
    jsonObject,
  )
  const need: Arbitrary<Need> = fc.oneof(
    members<Need & { kind: 'input' }>(
      {
        kind: fc.constant('input'),
        name: word,
        location: fc.constantFrom('body', 'query', 'path', 'header'),
        schema,
        required: fc.boolean(),
        question: word,
      },
      { extra },
    ),
    members<Need & { kind: 'reply' }>({ kind: fc.constant('reply'), question: word }, { extra }),
    members<Need & { kind: 'approval' }>(
      { kind: fc.constant('approval'), key: fc.constantFrom('approval', 'spend', ''), action: word },
      { token: id, expiresAt: at, extra },
    ),
    members<Need & { kind: 'credentials' }>(
      { kind: fc.constant('credentials') },
      { url, scheme: fc.constantFrom('Bearer', 'Basic', 'bad scheme\r\nx: y'), extra },
    ),
  )
  const issue = members<Fault['issues'][number]>(
    { pointer: fc.constantFrom('', '/budget', '/packages/0/name', '/a.b', '/0', '/x~1y', 'ä b'), message: word },
    {
      keyword: fc.constantFrom('required', 'type', 'enum'),
      location: fc.constantFrom('body', 'query', 'path', 'header'),
      extra,
    },
  )
  const category = fc.constantFrom(...(Object.keys(faultCategories) as Fault['category'][]))
  const fault = category.chain(chosen =>
    members<Fault>(
      {
        category: fc.constant(chosen),
        code: fc.oneof(
          fc.constant(faultCategories[chosen].code),
          token,
          fc.constantFrom(
            'LIMIT_EXCEEDED',
            'EXECUTION_TIMEOUT',
            'CANCELED',
            'TASK_FAILED',
            'APPROVAL_REQUIRED',
            'METHOD_NOT_ALLOWED',
            'IDEMPOTENCY_CONFLICT',
            'VERSION_UNSUPPORTED',
            'GOVERNANCE_UNAVAILABLE',
            'CREDENTIAL_IN_ARGS',
            '',
          ),
        ),
        message: word,
        recovery: fc.oneof(
          fc.constant(faultCategories[chosen].recovery),
          fc.constantFrom<Fault['recovery'][]>('retry', 'correct', 'stop'),
        ),
        issues: fc.array(issue, { maxLength: 2 }),
      },
      {
        detail: word,
        retryAfterMs: fc.oneof(
          duration,
          fc.nat(3600).map(seconds => seconds * 1000),
        ),
        began: fc.boolean(),
        resourceId: id,
        details: jsonObject,
        extra,
      },
    ),
  )
  return { payload, part, common, need, fault, extra }
}

const progress = {
  fraction: fc.nat(100).map(percent => percent / 100),
  message: word,
  step: whole,
  total: whole,
}

/** Outcomes of every kind. */
export function outcomes(options: ArbitraryOptions = {}): Arbitrary<Outcome> {
  const { common, need, fault } = nodes(options)
  return fc.oneof(
    members<Outcome & { kind: 'completed' }>(
      { kind: fc.constant('completed') },
      {
        ...common,
        partial: fc.boolean(),
        created: members({}, { location: url }),
        emptyReason: fc.constantFrom('no_match', 'filters_too_narrow', 'other'),
        retryWith: jsonObject,
        grade: fc.constantFrom('rich', 'sparse'),
      },
    ),
    members<Outcome & { kind: 'pending' }>(
      { kind: fc.constant('pending'), phase: fc.constantFrom('queued', 'working') },
      { ...common, progress: members({}, progress) },
    ),
    members<Outcome & { kind: 'paused' }>(
      {
        kind: fc.constant('paused'),
        needs: fc.array(need, { minLength: 1, maxLength: 3 }) as Arbitrary<[Need, ...Need[]]>,
      },
      common,
    ),
    members<Outcome & { kind: 'failed' }>({ kind: fc.constant('failed'), fault }, common),
    members<Outcome & { kind: 'canceled' }>({ kind: fc.constant('canceled') }, common),
    members<Outcome & { kind: 'unknown' }>(
      { kind: fc.constant('unknown'), status: fc.constantFrom('unknown', 'paused-by-moon', 'completed', '') },
      common,
    ),
  )
}

/** Exchanges that are ready to be written. */
export function exchanges(options: ArbitraryOptions = {}): Arbitrary<SealedExchange> {
  const extra = extras(options.extraFrom ?? ['elsewhere'])
  return members<SealedExchange>(
    { requestId: anyId, correlationId: anyId, at },
    {
      durationMs: duration,
      conversationId: id,
      operation: id,
      context: jsonObject.map(value => JSON.stringify(value)),
      governance: fc.stringMatching(/^[\x20-\x7e]{1,40}$/),
      replayed: fc.boolean(),
      query: members({}, { input: jsonObject, filters: jsonObject, unparsed: fc.array(word, { maxLength: 2 }), extra }),
      billing: members({}, { units: whole, tag: word }),
      push: fc.constantFrom<JsonObject[]>(
        { url: 'https://buyer.example/hook' },
        { url: 'https://buyer.example/hook', operation_id: 'op-1' },
      ),
      extra,
    },
  )
}

/** Calls of every shape. */
export function calls(options: ArbitraryOptions = {}): Arbitrary<Call> {
  const extra = extras(options.extraFrom ?? ['elsewhere'])
  return members<Call>(
    { operation: id, input: fc.oneof(jsonObject, json), exchange: exchanges(options) },
    {
      idempotencyKey: fc.stringMatching(/^[A-Za-z0-9_.:-]{16,40}$/),
      approvalTokens: fc.array(id, { minLength: 1, maxLength: 2 }),
      prefer: members({}, { async: fc.boolean(), waitMs: whole, stream: fc.boolean(), contract: id, language: id }),
      push: fc.constantFrom<JsonObject[]>({ url: 'https://buyer.example/hook' }),
      deadlineMs: whole,
      workflowId: id,
      stageId: id,
      userId: id,
      mode: fc.constantFrom('DEMO', 'LIVE'),
      riskTier: fc.constantFrom('PHI', 'SENSITIVE', 'NON_SENSITIVE'),
      domainId: id,
      budgets: jsonObject,
      extra,
    },
  )
}

/** Streams: some moments, then the outcome. */
export function streams(options: ArbitraryOptions = {}): Arbitrary<Moment[]> {
  const { part, extra } = nodes(options)
  const moment: Arbitrary<Moment> = fc.oneof(
    members<Moment & { kind: 'progress' }>({ kind: fc.constant('progress') }, { ...progress, extra }),
    members<Moment & { kind: 'delta' }>(
      { kind: fc.constant('delta'), mode: fc.constantFrom('append', 'replace'), part },
      { artifact: id, extra },
    ),
    members<Moment & { kind: 'opaque' }>(
      {
        kind: fc.constant('opaque'),
        contract: fc.constantFrom(...(options.extraFrom ?? ['elsewhere'])),
        event: fc.constantFrom('tool-call', 'heartbeat', 'delta', 'progress', 'error', 'message', 'two words'),
        data: fc.oneof(json, jsonObject),
      },
      { id },
    ),
  )
  return fc
    .tuple(fc.array(moment, { maxLength: 4 }), outcomes(options))
    .map(([moments, outcome]) => [...moments, { kind: 'outcome', outcome }])
}
