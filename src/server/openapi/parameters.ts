/** What an operation takes from path, query, headers and body. */
import { defined } from '../../lib/defined.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { marked } from '../../lib/openapi-marks.ts'
import type { Location } from '../../outcome/need.ts'
import type { RouteDescription } from '../built-in-routes.ts'
import { headerName } from '../http/gather-input.ts'
import type { Components } from './components.ts'
import { widenSchema, without } from './reshape.ts'
import { formsOf, membersOf } from './shape.ts'

export interface RequestDescription {
  parameters: JsonObject[]
  requestBody?: JsonObject
}

export interface DescribedInput {
  /** The operation in a name. */
  readonly name: string
  readonly method: string
  /** The parameters of the path, and what each is called in the document. */
  readonly path: ReadonlyMap<string, string>
  readonly route: RouteDescription
  /** The input schema as it is in the document. */
  readonly schema: JsonObject
  /** Envelopes whose members may be in the body. */
  readonly envelopes: readonly EnvelopeMembers[]
}

/** What an envelope adds to the body of a request. */
export interface EnvelopeMembers {
  readonly names: readonly string[]
  /** A reference to the schema that names them. */
  readonly schema: JsonObject
  /** Sentences on what the request needs of them. */
  readonly needs: readonly string[]
}

/** Query parameters that are the server's own. */
const reserved = new Set(['envelope'])

export function describeRequest(input: DescribedInput, components: Components): RequestDescription {
  const { method, route, path, schema } = input
  const usual: Location = method === 'GET' || method === 'DELETE' ? 'query' : 'body'
  const locationOf = (name: string): Location => (path.has(name) ? 'path' : (route.locations[name] ?? usual))
  const members = membersOf(schema, components)
  for (const name of [...path.keys(), ...Object.keys(route.locations)]) {
    if (!members.has(name)) members.set(name, { schema: { type: 'string' }, required: false })
  }
  const located = [...members].map(([name, member]) => ({ name, ...member, location: locationOf(name) }))
  const order: readonly Location[] = ['path', 'query', 'header']
  const parameters = order.flatMap(location =>
    located
      .filter(member => member.location === location && !(location === 'query' && reserved.has(member.name)))
      .map(member => parameterOf(member, path)),
  )
  const elsewhere = new Set(located.filter(({ location }) => location !== 'body').map(({ name }) => name))
  const hasBody = usual === 'body' || (method !== 'GET' && located.some(({ location }) => location === 'body'))
  const requestBody = hasBody ? bodyOf(input, elsewhere, components) : undefined
  return { parameters, ...(requestBody === undefined ? undefined : { requestBody }) }
}

interface LocatedMember {
  name: string
  schema: JsonObject
  required: boolean
  location: Location
}

function parameterOf(
  { name, schema, required, location }: LocatedMember,
  path: ReadonlyMap<string, string>,
): JsonObject {
  const { description, deprecated } = schema
  return defined<JsonObject>({
    name: location === 'header' ? headerName(name) : (path.get(name) ?? name),
    in: location,
    required: location === 'path' || required ? true : undefined,
    description: typeof description === 'string' ? description : undefined,
    deprecated: deprecated === true ? true : undefined,
    schema,
  } as JsonObject)
}

function bodyOf(
  { name, schema, envelopes }: DescribedInput,
  elsewhere: ReadonlySet<string>,
  components: Components,
): JsonObject | undefined {
  const body = without(schema, elsewhere, components)
  const members = membersOf(body, components)
  const objectOnly = [...formsOf(body, components)].join() === 'object'
  if (objectOnly && members.size === 0 && elsewhere.size > 0) return undefined
  const required = !objectOnly || [...members.values()].some(member => member.required)
  const ref = elsewhere.size === 0 ? body : components.add('schemas', `body ${name}`, `${name}Body`, () => body)
  if (!objectOnly || envelopes.length === 0) return { required, content: { 'application/json': { schema: ref } } }
  const needs = envelopes.flatMap(one => one.needs).join(' ')
  return {
    ...(needs === '' ? undefined : { description: needs }),
    required,
    content: { 'application/json': { schema: withEnvelopes(name, ref, envelopes, components) } },
  }
}

function withEnvelopes(
  name: string,
  body: JsonObject,
  envelopes: readonly EnvelopeMembers[],
  components: Components,
): JsonObject {
  const names = envelopes.flatMap(one => one.names)
  return components.add('schemas', `request ${name}`, `${name}Request`, () => ({
    allOf: [widenSchema(body, names, components), ...envelopes.map(one => one.schema)],
  }))
}

/** The headers that every call may have; `contractHeaders` are those of the contracts. */
export function commonHeaders(
  components: Components,
  contractHeaders: Readonly<Record<string, string>> = {},
  more: readonly (keyof typeof headers)[] = [],
): JsonObject[] {
  const all: Readonly<Record<string, string>> = { ...headers, ...contractHeaders }
  const names = ['X-Request-ID', 'X-Correlation-ID', ...Object.keys(contractHeaders), ...more]
  return names.map(name =>
    components.add('parameters', name, name, () => ({
      name,
      in: 'header',
      ...marked('protocol'),
      description: all[name] ?? '',
      schema: { type: 'string', pattern: patterns[name] ?? '^[\\x21-\\x7e]{1,128}$' },
    })),
  )
}

const headers = {
  'X-Request-ID': 'Names this one request; minted when it is absent or malformed.',
  'X-Correlation-ID': 'Follows a call through every service; minted when it is absent or malformed.',
  Prefer: 'RFC 7240: `respond-async` makes a task of the call at once, `wait=SECONDS` after so long.',
  'Idempotency-Key': 'The call is done once for each key; its repeat is given the same answer.',
  'X-Approval-Token': 'The token of an approval, given with the repeated call.',
}

/** Of those that are no ids. */
const patterns: Readonly<Record<string, string>> = {
  Prefer: '^[\\x20-\\x7e]{1,1024}$',
  'Idempotency-Key': '^[\\x21-\\x7e]{1,255}$',
  // One token, or several: each may carry what the run gets back.
  'X-Approval-Token': '^[\\x20-\\x7e]{1,8192}$',
}

/** `?envelope=`, which asks for a contract. */
export function envelopeParameter(values: readonly string[], mount: string, components: Components): JsonObject {
  return components.add('parameters', 'envelope', 'Envelope', () => ({
    name: 'envelope',
    in: 'query',
    ...marked('protocol'),
    description: `The contract to answer in. It goes before Accept; without both the answer is in ${mount}.`,
    schema: { type: 'string', enum: [...values] },
  }))
}

/** `?format=`, which asks for another form of a completed answer. */
export function formatParameter({ exports }: RouteDescription): JsonObject[] {
  const formats = Object.keys(exports)
  if (formats.length === 0) return []
  const types = Object.entries(exports).map(([name, { mediaType }]) => `${name}: ${mediaType}`)
  return [
    {
      name: 'format',
      in: 'query',
      description: `Another form of a completed answer, in no contract's envelope (${types.join('; ')}).`,
      schema: { type: 'string', enum: formats },
    },
  ]
}
