/** Small changes to a document, the same ones for the same seed: members removed, replaced and added. */
import type { Json, JsonObject } from '../../../src/lib/json-value.ts'
import { isObject } from '../../../src/lib/json-value.ts'

/** Whole numbers below a bound, from a seed (a linear congruential generator). */
export function numbersFrom(seed: number): (bound: number) => number {
  let state = seed >>> 0
  return bound => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** What stands in the place of a member: of every type, at the edges of ranges, and from each vocabulary. */
const values: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  50,
  99,
  100,
  101,
  3600,
  3601,
  '',
  'x',
  'a b',
  'é',
  'sixteen-chars-ok',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(4097),
  '2026-01-31T23:59:59.5Z',
  '2026-01-31T23:59:59+02:00',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-31T23:59:59',
  '2026-01-31',
  'yesterday',
  'https://buyer.example/hook',
  'buyer.example/hook',
  'completed',
  'submitted',
  'failed',
  'rejected',
  'unknown',
  'active',
  'pending',
  'media-buy',
  'signals',
  'creative',
  'governance',
  'brand',
  'property',
  'create_media_buy',
  'get_products',
  'buy_products',
  'update_rights',
  'get_media_buys',
  'request',
  'asc',
  'created_at',
  'domain',
  'sdk',
  'terminal',
  'Bearer',
  'ed25519',
  'either',
  '3.1',
  '3.1-beta.3',
  '3.2-beta.5',
  '3.1.0',
  '03.1',
  '3.2-beta.',
  'v3.1',
  [],
  [null],
  ['x'],
  ['completed'],
  ['media-buy', 'creative'],
  ['Bearer', 'HMAC-SHA256'],
  ['HMAC-SHA256'],
  Array.from({ length: 101 }, () => 'id'),
  {},
  { x: 1 },
  { account_id: 'acc_1' },
  { brand: { domain: 'acme.example' }, operator: 'acme.example' },
  { code: 'RATE_LIMITED', message: 'Wait.', recovery: 'transient' },
]

/** Names that are added: members of other documents, forbidden ones, and ones that nobody knows. */
const names: readonly string[] = [
  'task_status',
  'response_status',
  'adcp_version',
  'adcp_major_version',
  'status',
  'context',
  'context_id',
  'ext',
  'account',
  'timestamp',
  'message',
  'domain',
  'protocol',
  'replayed',
  'governance_context',
  'task_id',
  'task_type',
  'completed_at',
  'has_webhook',
  'pagination',
  'cursor',
  'total_count',
  'retry_after',
  'recovery',
  'token',
  'operation_id',
  'unheard_of',
]

/** Where a document may be changed: every member of an object and every item of a list, less what is below `opaque`. */
function places(node: Json, opaque: ReadonlySet<string>, at: readonly string[] = []): (readonly string[])[] {
  const inner = Array.isArray(node) ? node.entries() : isObject(node) ? Object.entries(node) : []
  return [...inner].flatMap(([name, value]) => {
    const place = [...at, String(name)]
    return opaque.has(place.join('/')) ? [place] : [place, ...places(value, opaque, place)]
  })
}

function parentOf(document: Json, place: readonly string[]): Json {
  return place.slice(0, -1).reduce<Json>((node, token) => (node as JsonObject)[token] as Json, document)
}

/** A copy of a document with one or two changes. */
export function mutated(
  document: JsonObject,
  opaque: ReadonlySet<string>,
  next: (bound: number) => number,
): JsonObject {
  const copy = structuredClone(document)
  for (let changes = 1 + next(2); changes > 0; changes--) change(copy, opaque, next)
  return copy
}

function change(document: JsonObject, opaque: ReadonlySet<string>, next: (bound: number) => number): void {
  const all = places(document, opaque)
  const place = all[next(all.length)]
  const value = structuredClone(values[next(values.length)]) as Json
  const how = place === undefined ? 2 : next(4)
  if (how === 2 || place === undefined) {
    const objects = [document, ...all.filter(each => !opaque.has(each.join('/'))).map(each => valueAt(document, each))]
    const holders = objects.filter(isObject)
    const holder = holders[next(holders.length)] ?? document
    holder[names[next(names.length)] as string] = value
    return
  }
  const parent = parentOf(document, place)
  const last = place.at(-1) as string
  if (Array.isArray(parent)) {
    if (how === 0) parent.splice(Number(last), 1)
    else parent[Number(last)] = value
  } else if (isObject(parent)) {
    if (how === 0) delete parent[last]
    else parent[last] = value
  }
}

function valueAt(document: Json, place: readonly string[]): Json {
  return place.reduce<Json>((node, token) => (node as JsonObject)[token] as Json, document)
}
