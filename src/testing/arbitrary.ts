/** Outcomes, exchanges, calls and streams of every shape, for laws. Made from the tables of the hub. */
import fc, { type Arbitrary } from 'fast-check'
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import { type Fault, faultCategories } from '../outcome/fault.ts'
import type { Moment } from '../outcome/moment.ts'
import type { Extra, Outcome } from '../outcome/outcome.ts'
import type { AnyNode, AnyShape, NodeShape, NumberHint, TextHint, UnionShape, ValueHint } from '../outcome/shape.ts'
import { call, exchange, fault, moment, outcome } from '../outcome/tables.ts'

const word = fc.constantFrom('a', 'alpha', 'plan-7', 'Straße', '補助', '🜚', 'x y', '"quoted"\n', '', '0', 'half \ud83d')
const name = fc.constantFrom('a', 'alpha', 'plan-7', 'order', 'x1', 'request_id', 'status', 'trace', 'type', 'code')
const id = fc.stringMatching(/^[A-Za-z0-9_.:-]{1,36}$/)
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
/**
 * Any JSON value.
 *
 * @example
 * fc.assert(fc.property(json, value => JSON.stringify(value) !== undefined))
 */
export const json: Arbitrary<Json> = tree
/** A value in so many lists and objects, one in the other. */
const nested: Arbitrary<Json> = fc
  .array(fc.constantFrom('list', 'object'), { minLength: 35, maxLength: 70 })
  .map(shells => shells.reduce<Json>((inner, shell) => (shell === 'list' ? ['x', inner] : { a: inner, b: 1 }), 'core'))
/**
 * A JSON object, now and then with a member named `__proto__` or with one that no text can hold that has a frame too.
 *
 * @example
 * fc.assert(fc.property(jsonObject, value => isObject(value)))
 */
export const jsonObject: Arbitrary<JsonObject> = fc
  .tuple(fc.dictionary(name, json, { maxKeys: 3, noNullPrototype: true }), fc.nat(60))
  .chain(([value, n]) => {
    if (n === 0) return fc.constant({ ...value, ...(JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject) })
    return n === 1 ? nested.map(deep => ({ ...value, deep })) : fc.constant(value)
  })

/** What texts usually are, odd ones among them. A contract and an event are for `streams`. */
const texts: Readonly<Record<TextHint, Arbitrary<string>>> = {
  base64: fc.uint8Array({ maxLength: 12 }).map(bytes => Buffer.from(bytes).toString('base64')),
  code: fc.oneof(
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
  contract: word,
  emptyReason: fc.constantFrom('no_match', 'filters_too_narrow', 'other'),
  event: fc.constantFrom('tool-call', 'heartbeat', 'delta', 'progress', 'error', 'message', 'two words'),
  id,
  idempotencyKey: fc.stringMatching(/^[A-Za-z0-9_.:-]{16,40}$/),
  json: jsonObject.map(value => JSON.stringify(value)),
  key: fc.constantFrom('approval', 'spend', ''),
  keyword: fc.constantFrom('required', 'type', 'enum'),
  license: fc.constantFrom('pdl_v1.0', 'cc_by_4.0', 'proprietary', 'unknown'),
  mediaType: fc.constantFrom('text/plain', 'text/markdown', 'application/pdf', 'image/png'),
  mode: fc.constantFrom('DEMO', 'LIVE'),
  path: fc.constantFrom('', '/a', '/0', '/0/amount', '/rows/0/x', '/a~1b'),
  pointer: fc.constantFrom('', '/budget', '/packages/0/name', '/a.b', '/0', '/x~1y', 'ä b'),
  printable: fc.stringMatching(/^[\x20-\x7e]{1,40}$/),
  riskTier: fc.constantFrom('PHI', 'SENSITIVE', 'NON_SENSITIVE'),
  scheme: fc.constantFrom('Bearer', 'Basic', 'bad scheme\r\nx: y'),
  status: fc.constantFrom('unknown', 'paused-by-moon', 'completed', ''),
  time: fc
    .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true })
    .map(date => date.toISOString()),
  token,
  url: fc.constantFrom(
    'https://example.com/a',
    'https://example.com/b?c=d',
    '/operations/7/status',
    'urn:x:y',
    '/x\r\ny: z',
    '/plän 7',
    '',
  ),
  verification: fc.constantFrom('verified', 'inferred', 'stale', 'unknown'),
  // Now and then an id that no header can hold.
  wireId: fc.oneof({ arbitrary: id, weight: 9 }, { arbitrary: fc.constantFrom('補助', 'a b', 'x\r\ny: z'), weight: 1 }),
  word,
}

const numbers: Readonly<Record<NumberHint, Arbitrary<number>>> = {
  count: whole,
  duration,
  fraction: fc.nat(100).map(percent => percent / 100),
  wait: fc.oneof(
    duration,
    fc.nat(3600).map(seconds => seconds * 1000),
  ),
}

const values: Readonly<Record<ValueHint, Arbitrary<Json>>> = {
  any: json,
  push: fc.constantFrom<JsonObject[]>(
    { url: 'https://buyer.example/hook' },
    { url: 'https://buyer.example/hook', operation_id: 'op-1' },
  ),
  schema: fc.oneof(
    fc.constantFrom<JsonObject[]>(
      { type: 'string' },
      { type: 'integer' },
      { type: 'number' },
      { type: 'string', enum: ['a', 'b'] },
    ),
    jsonObject,
  ),
}

/** Options of the generators. */
export interface ArbitraryOptions {
  /** Contract ids that may own `extra` members. */
  extraFrom?: readonly string[]
}

/** Makes values of the hub's shapes. An optional member is absent or there, never undefined. */
class Generator {
  readonly #extraFrom: readonly string[]
  readonly #extra: Arbitrary<Extra>
  readonly #known = new Map<AnyShape, Arbitrary<unknown>>()

  constructor({ extraFrom = ['elsewhere'] }: ArbitraryOptions) {
    this.#extraFrom = extraFrom
    this.#extra = fc
      .constantFrom(...extraFrom)
      .chain(contract => jsonObject.map(value => ({ [contract]: { x_member: value } })))
  }

  of<T>(shape: NodeShape<T> | UnionShape<T>): Arbitrary<T> {
    return this.#of(shape) as Arbitrary<T>
  }

  /** A node; the members in `demanded` are there always. */
  node<T>(shape: NodeShape<T>, demanded: readonly string[]): Arbitrary<T> {
    return this.#node(shape, demanded) as Arbitrary<T>
  }

  #of(shape: AnyShape): Arbitrary<unknown> {
    let made = this.#known.get(shape)
    if (made === undefined) {
      made = this.#make(shape)
      this.#known.set(shape, made)
    }
    return made
  }

  #make(shape: AnyShape): Arbitrary<unknown> {
    switch (shape.is) {
      case 'text':
        return shape.hint === 'contract' ? fc.constantFrom(...this.#extraFrom) : texts[shape.hint]
      case 'number':
        return numbers[shape.hint]
      case 'flag':
        return fc.boolean()
      // Objects are what most contracts carry best: more of them than chance would make.
      case 'value':
        return shape.hint === 'any' ? fc.oneof(jsonObject, json) : values[shape.hint]
      case 'object':
        return shape.hint === 'any' ? jsonObject : values[shape.hint]
      case 'extra':
        return this.#extra
      case 'oneOf':
        return fc.constantFrom(...shape.values)
      case 'list':
        return this.#list(shape.item, shape.least)
      case 'node':
        return shape === fault ? usualFault(this.#node(shape)) : this.#node(shape)
      case 'union':
        return fc.oneof(...Object.values(shape.variants).map(variant => this.#of(variant)))
    }
  }

  /** Rows: up to seven, since a contract grades an answer by their number. */
  #list(item: AnyShape, least: number): Arbitrary<unknown> {
    return fc.array(this.#of(item), { minLength: least, maxLength: item.is === 'value' ? 7 : 2 + least })
  }

  #node({ members }: AnyNode, demanded: readonly string[] = []): Arbitrary<unknown> {
    const entries = Object.entries(members).filter(([, { isInternal }]) => !isInternal)
    const requiredKeys = entries.filter(([name, { isRequired }]) => isRequired || demanded.includes(name))
    return fc.record(Object.fromEntries(entries.map(([name, { shape }]) => [name, this.#of(shape)])), {
      requiredKeys: requiredKeys.map(([name]) => name),
      noNullPrototype: true,
    })
  }
}

/** Every second fault has the code of its category, every second one its recovery. */
function usualFault(faults: Arbitrary<unknown>): Arbitrary<Fault> {
  return fc.tuple(faults as Arbitrary<Fault>, fc.boolean(), fc.boolean()).map(([made, isCode, isRecovery]) => {
    const { code, recovery } = faultCategories[made.category]
    return { ...made, ...(isCode ? { code } : undefined), ...(isRecovery ? { recovery } : undefined) }
  })
}

/**
 * Outcomes of every kind.
 *
 * @example
 * fc.assert(fc.property(outcomes({ extraFrom: ['mine'] }), outcome => isOutcome(outcome)))
 */
export function outcomes(options: ArbitraryOptions = {}): Arbitrary<Outcome> {
  return new Generator(options).of(outcome)
}

const sealed = ['requestId', 'correlationId', 'at']

/**
 * Exchanges that are ready to be written.
 *
 * @example
 * fc.assert(fc.property(exchanges(), exchange => exchange.requestId !== ''))
 */
export function exchanges(options: ArbitraryOptions = {}): Arbitrary<SealedExchange> {
  return new Generator(options).node(exchange, sealed) as Arbitrary<SealedExchange>
}

/**
 * Calls of every shape.
 *
 * @example
 * fc.assert(fc.property(calls(), call => call.exchange.requestId !== ''))
 */
export function calls(options: ArbitraryOptions = {}): Arbitrary<Call> {
  return fc.tuple(new Generator(options).of(call), exchanges(options)).map(([made, sealedExchange]) => {
    return { ...made, exchange: sealedExchange }
  })
}

/**
 * Streams: some moments, then the outcome.
 *
 * @example
 * fc.assert(fc.property(streams(), moments => moments.at(-1)?.kind === 'outcome'))
 */
export function streams(options: ArbitraryOptions = {}): Arbitrary<Moment[]> {
  const generator = new Generator(options)
  const { outcome: last, ...interim } = moment.variants
  const moments: Arbitrary<Moment>[] = Object.values(interim).map(variant => generator.of<Moment>(variant))
  return fc
    .tuple(fc.array(fc.oneof(...moments), { maxLength: 4 }), generator.of(last))
    .map(([made, end]) => [...made, end])
}
