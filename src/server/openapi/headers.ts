/** The headers of answers, by their names in lower case. */
import type { JsonObject } from '../../lib/json-value.ts'
import type { Components } from './components.ts'

interface Header {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

const text: JsonObject = { type: 'string' }
const id: JsonObject = { type: 'string', minLength: 1 }

const table: Readonly<Record<string, Header>> = {
  'x-request-id': { name: 'X-Request-ID', description: 'Names this one request.', schema: id },
  'x-correlation-id': {
    name: 'X-Correlation-ID',
    description: 'Follows a call through every service that takes part.',
    schema: id,
  },
  'x-yaagents-profile': {
    name: 'X-YAAgents-Profile',
    description: 'The version of the YAAgents profile that the answer follows, where it follows it.',
    schema: { type: 'string', pattern: '^v\\d+\\.\\d+$' },
  },
  'x-envelope-version': {
    name: 'X-Envelope-Version',
    description: 'The jpcite shape that was served, where one was.',
    schema: { type: 'string', enum: ['v1', 'v2'] },
  },
  'x-adcp-status': {
    name: 'X-AdCP-Status',
    description: 'The state of the task, where AdCP was served.',
    schema: text,
  },
  'server-timing': { name: 'Server-Timing', description: 'How long the run took.', schema: text },
  vary: { name: 'Vary', description: 'The request headers that decided the form of the answer.', schema: text },
  location: {
    name: 'Location',
    description: 'Where the created resource, or the status of the operation, is.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'retry-after': {
    name: 'Retry-After',
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'preference-applied': { name: 'Preference-Applied', description: 'That the call became a task.', schema: text },
  'idempotency-replayed': {
    name: 'Idempotency-Replayed',
    description:
      'That the answer is that of an earlier call with the same key, where the contract says so in a header.',
    schema: { type: 'string', const: 'true' },
  },
  'www-authenticate': { name: 'WWW-Authenticate', description: 'The credentials that are asked for.', schema: text },
  allow: { name: 'Allow', description: 'The methods that the path answers.', schema: text },
  'accept-encoding': {
    name: 'Accept-Encoding',
    description: 'The codings that a body may have, where that of the request was refused.',
    schema: text,
  },
  deprecation: { name: 'Deprecation', description: 'Since when the legacy shape is deprecated.', schema: text },
  sunset: { name: 'Sunset', description: 'When the legacy shape ends.', schema: text },
  link: { name: 'Link', description: 'Where to read more about the answer.', schema: text },
  'content-disposition': {
    name: 'Content-Disposition',
    description: 'The file name of an exported answer.',
    schema: text,
  },
}

/** Headers that the server sets beside the contract's own, by status. */
export const serverHeaders: Readonly<Record<number, readonly string[]>> = {
  200: ['idempotency-replayed'],
  201: ['idempotency-replayed'],
  202: ['preference-applied', 'idempotency-replayed'],
  401: ['www-authenticate'],
  405: ['allow'],
  412: ['link'],
  415: ['accept-encoding'],
}

/** The `headers` of a response. */
export function headersOf(names: Iterable<string>, components: Components): JsonObject {
  const known = new Set(names)
  const ordered = [
    ...Object.keys(table).filter(name => known.has(name)),
    ...[...known].filter(name => !Object.hasOwn(table, name)).toSorted(),
  ]
  return Object.fromEntries(
    ordered.map(key => {
      const { name, ...header } = table[key] ?? unknown(key)
      return [name, components.add('headers', key, name, () => ({ ...header }))]
    }),
  )
}

function unknown(key: string): Header {
  const name = key.replaceAll(/(^|-)[a-z]/g, letter => letter.toUpperCase())
  return { name, description: `The header ${name} of the contract.`, schema: text }
}
