/** A body of each schema of the YAAgents profile, and ways to break it. */
import { isObject, type Json, type JsonObject } from '../../../src/lib/json-value.ts'

const trace = { correlationId: 'corr-1', requestId: 'req-1' }
const input = {
  name: 'metric',
  location: 'body',
  type: 'string',
  required: true,
  question: 'Which?',
  allowedValues: ['ctr', 'cpl'],
}

/** Each with the media type that it comes with. */
export const seeds: Readonly<Record<string, { mediaType: string; body: JsonObject }>> = {
  'operation-accepted': {
    mediaType: 'application/vnd.yaagents.operation+json',
    body: {
      type: 'operation_accepted',
      code: 'OPERATION_ACCEPTED',
      message: 'Queued.',
      operationId: 'op-1',
      statusUrl: '/operations/op-1',
      trace,
    },
  },
  'clarification-required': {
    mediaType: 'application/vnd.yaagents.clarification+json',
    body: {
      type: 'clarification_required',
      code: 'CLARIFICATION_REQUIRED',
      message: 'More, please.',
      requiredInputs: [input, { ...input, name: 'dates', location: 'query', type: 'array' }],
      trace,
    },
  },
  'validation-failed': {
    mediaType: 'application/vnd.yaagents.validation-error+json',
    body: {
      type: 'validation_failed',
      code: 'VALIDATION_FAILED',
      message: 'Wrong.',
      errors: [{ field: 'budget', message: 'Must be positive.' }],
      trace,
    },
  },
  'approval-required': {
    mediaType: 'application/vnd.yaagents.approval-required+json',
    body: { type: 'approval_required', code: 'APPROVAL_REQUIRED', message: 'Spend.', approvalToken: 'apr-1', trace },
  },
  conflict: {
    mediaType: 'application/vnd.yaagents.conflict+json',
    body: { type: 'conflict', code: 'BUSY', message: 'It is taken.', conflictingResourceId: 'c-1', trace },
  },
  'agentic-error': {
    mediaType: 'application/vnd.yaagents.error+json',
    body: { type: 'error', code: 'BROKEN', message: 'It broke.', retryAfter: 5, trace },
  },
}

/** What stands in for a value: every JSON type, and values that schemas treat specially. */
const values: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e21,
  '',
  ' ',
  'x',
  '\u{1f600}',
  'error',
  'forbidden',
  'conflict',
  'body',
  'cookie',
  'number',
  'integer',
  'OPERATION_ACCEPTED',
  [],
  [[]],
  [null],
  ['a', 'b'],
  [1],
  {},
  { a: 1 },
  { correlationId: 'c', requestId: 'r' },
  { field: 'f', message: 'm' },
]

const names = ['extra', 'errors', 'retryAfter', 'conflictingResourceId', 'code', 'trace', 'allowedValues', '', 'a/b~c']

/** Numbers from a seed, the same in every run. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The text of a body with one to three changes anywhere in it. */
export function mutate(body: Json, below: (limit: number) => number): string {
  const root = { body: structuredClone(body) } as JsonObject
  const changes = 1 + below(3)
  for (let change = 0; change < changes; change++) changeOne(root, below)
  // A member of this name is data.
  return JSON.stringify(root.body).replace('"a/b~c"', below(2) === 0 ? '"__proto__"' : '"a/b~c"')
}

function changeOne(root: JsonObject, below: (limit: number) => number): void {
  const places = [...placesIn(root)]
  const [holder, key] = places[below(places.length)] as [JsonObject | Json[], string]
  const value = structuredClone(values[below(values.length)] as Json)
  const at = Array.isArray(holder) ? Number(key) : key
  const target = (holder as JsonObject)[key] as Json
  switch (below(5)) {
    case 0:
      if (holder === root) (holder as JsonObject)[key] = value
      else if (Array.isArray(holder)) holder.splice(Number(at), 1)
      else delete holder[key]
      return
    case 1:
      if (isObject(target)) target[names[below(names.length)] as string] = value
      else if (Array.isArray(target)) target.push(value)
      else (holder as JsonObject)[key] = value
      return
    case 2:
      // A value from somewhere else in the body.
      {
        const [other, name] = places[below(places.length)] as [JsonObject, string]
        ;(holder as JsonObject)[key] = structuredClone(other[name] as Json)
      }
      return
    default:
      ;(holder as JsonObject)[key] = value
  }
}

/** Every value, as its holder and its name there. */
function* placesIn(holder: JsonObject | Json[]): Iterable<[JsonObject | Json[], string]> {
  for (const key of Object.keys(holder)) {
    yield [holder, key]
    const value = (holder as JsonObject)[key] as Json
    if (isObject(value) || Array.isArray(value)) yield* placesIn(value)
  }
}
