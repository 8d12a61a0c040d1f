/** The headers of answers, by their names in lower case. */
import type { HeaderDescription } from '../../codec/serving-openapi.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Components } from './components.ts'

/** Descriptions by names in lower case. */
export type HeaderTable = Readonly<Record<string, HeaderDescription>>

const text: JsonObject = { type: 'string' }
const id: JsonObject = { type: 'string', minLength: 1 }

/** Those of the server; contracts describe their own. */
const table: HeaderTable = {
  'x-request-id': { name: 'X-Request-ID', description: 'Names this one request.', schema: id },
  'x-correlation-id': {
    name: 'X-Correlation-ID',
    description: 'Follows a call through every service that takes part.',
    schema: id,
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
  link: { name: 'Link', description: 'Where to read more about the answer.', schema: text },
  'content-location': {
    name: 'Content-Location',
    description:
      'Of a stream of a task, or of a call that may become one: where its events can be read again, after any of them.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'content-disposition': {
    name: 'Content-Disposition',
    description: 'The file name of an exported answer.',
    schema: text,
  },
}

/** Headers that the server sets in addition to the contract's own, by status. */
export const serverHeaders: Readonly<Record<number, readonly string[]>> = {
  200: ['idempotency-replayed'],
  201: ['idempotency-replayed'],
  202: ['preference-applied', 'idempotency-replayed'],
  401: ['www-authenticate'],
  405: ['allow'],
  412: ['link'],
  415: ['accept-encoding'],
}

/** The `headers` of a response; `own` are those of the contracts. */
export function headersOf(names: Iterable<string>, added: HeaderTable, components: Components): JsonObject {
  const known = new Set(names)
  const all: HeaderTable = { ...table, ...added }
  const ordered = [
    ...Object.keys(all).filter(name => known.has(name)),
    ...[...known].filter(name => !Object.hasOwn(all, name)).toSorted(),
  ]
  return Object.fromEntries(
    ordered.map(key => {
      const { name, ...header } = all[key] ?? unknown(key)
      return [name, components.add('headers', key, name, () => ({ ...header }))]
    }),
  )
}

function unknown(key: string): HeaderDescription {
  const name = key.replaceAll(/(^|-)[a-z]/g, letter => letter.toUpperCase())
  return { name, description: `The header ${name} of the contract.`, schema: text }
}
