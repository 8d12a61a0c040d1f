/** Parts of the schemas of options. Names are those of the original gateway; durations also have units (`300s`). */
import Type, { type TProperties, type TSchema } from 'typebox'
import { ReplywireError } from '../../errors.ts'
import { durationMs } from '../../lib/duration.ts'

/** An object without other members. */
export function closed<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** A schema with a text for the reference. */
function described<S extends TSchema>(description: string, schema: S): S {
  const text = { description: { value: description, enumerable: true } }
  return Object.create(Object.getPrototypeOf(schema), { ...Object.getOwnPropertyDescriptors(schema), ...text })
}

/** An option that may be absent, with what the reference says of it. */
export function optional<S extends TSchema>(description: string, schema: S) {
  return Type.Optional(described(description, schema))
}

/** Seconds, or a text with a unit. */
export const duration = Type.Union(
  [Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,12}(ms|s|m|h|d)$' })],
  { expected: 'seconds, or a text such as 500ms, 300s, 5m, 1h or 1d' },
)

export type Duration = number | string

/** A duration in milliseconds. A number without a unit is in seconds, or in the unit that its option is named for. */
export function millisecondsOf(value: Duration | undefined, fallbackMs: number, unitMs = 1000): number {
  if (value === undefined) return fallbackMs
  if (typeof value === 'number') return value * unitMs
  return durationMs(value) ?? Number.NaN
}

/** A list, or one text. */
export const texts = Type.Union([Type.Array(Type.String({ minLength: 1 })), Type.String({ minLength: 1 })])

export function listOf(value: readonly string[] | string | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value
}

export const headerName = Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$" })

/** An option that cannot be right. The loader adds where it is. */
export function wrongOption(message: string): never {
  throw new ReplywireError('ERR_USAGE', message)
}

/** An address that a plugin calls: the operator's own choice, and so not guarded against private networks. */
export function operatorUrl(option: string, text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return wrongOption(`${option} is not an http address.`)
  if (url.username !== '' || url.password !== '') return wrongOption(`${option} must not hold credentials.`)
  return url
}
