/** What was sent and what came back, for a report. Credentials and free text are left out. */

import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { isSecretName } from '../lib/secret-name.ts'
import type { Body } from '../wire/body.ts'

/** One side of an exchange, redacted. */
export interface EvidenceMessage {
  /** `POST /campaigns`, `HTTP 400`, `tools/call get_products`. */
  readonly line: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body with texts replaced by their length; of a body that is not JSON only its size. */
  readonly body?: Json
}

/** An exchange, redacted. */
export interface Evidence {
  readonly request: EvidenceMessage
  readonly response: EvidenceMessage
}

const redacted = '(redacted)'
/** Whether a header, parameter or member of this name holds a credential: in a report, a key without more is one. */
export const isCredentialName = (name: string): boolean => isSecretName(name) || /^key$/i.test(name)

/** Codes, ids, numbers as text, media types, paths: what a reader of the report needs. Anything longer is content. */
const isPlainWord = (text: string): boolean => /^[\w.:/+@;=,*~-]{0,64}$/.test(text) && !isAddressOfPerson(text)
const isAddressOfPerson = (text: string): boolean => /[^@/]@[^@/]+\.[^@/]+/.test(text)
const withoutText = (text: string): string => (isPlainWord(text) ? text : `(text, ${text.length} characters)`)

/** Headers of HTTP whose values say nothing about people, and are no single word. */
const plainHeaders = new Set([
  'accept',
  'allow',
  'cache-control',
  'connection',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'retry-after',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
])

/** Headers, without the values that are credentials, that the user gave, or that are free text. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  isPrivate: (name: string) => boolean = () => false,
): Record<string, string> {
  const shown = (name: string, value: string): string => {
    if (isCredentialName(name) || isPrivate(name)) return redacted
    return plainHeaders.has(name) ? value.slice(0, 200) : withoutText(redactTarget(value))
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shown(name, value)]))
}

/** A path with its query, without the values of parameters that are credentials or free text. */
export function redactTarget(target: string): string {
  return target.replaceAll(/([?&])([^=&#]*)=([^&#]*)/g, (_, sign: string, name: string, value: string) => {
    if (isCredentialName(name)) return `${sign}${name}=${redacted}`
    return `${sign}${name}=${isPlainWord(decoded(value)) ? value : '(text)'}`
  })
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}

/** How deep and how wide a body is shown. */
const bounds = { depth: 6, members: 24, items: 3 }

/** A JSON value with its shape, its codes and its ids; free text is replaced, in names too. */
export function redactJson(value: Json, depth = 0): Json {
  if (typeof value === 'string') return withoutText(value)
  if (Array.isArray(value)) {
    if (depth >= bounds.depth) return `(list of ${value.length})`
    const shown = value.slice(0, bounds.items).map(item => redactJson(item, depth + 1))
    return value.length > bounds.items ? [...shown, `(${value.length - bounds.items} more)`] : shown
  }
  if (!isObject(value)) return value
  const members = Object.entries(value)
  if (depth >= bounds.depth) return `(object of ${members.length})`
  const shown = members
    .slice(0, bounds.members)
    .map(([name, member]): [string, Json] => [
      withoutText(name),
      isCredentialName(name) ? redacted : redactJson(member, depth + 1),
    ])
  const rest = members.length - shown.length
  return Object.fromEntries(rest > 0 ? [...shown, ['…', `(${rest} more)`]] : shown) as JsonObject
}

/** A body for a report; undefined when it is empty. */
export function redactBody(body: Body): Json | undefined {
  const { byteLength } = body.bytes
  if (byteLength === 0) return undefined
  const reading = body.json()
  return reading.ok ? redactJson(reading.value) : `(not JSON, ${byteLength} bytes)`
}
