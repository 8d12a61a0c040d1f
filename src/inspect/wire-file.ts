/** A wire file: one message with what its carrier said about it, `{status, headers, body}` in JSON. */
import { ReplywireError } from '../errors.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { Body } from '../wire/body.ts'
import { defaultJsonLimits } from '../wire/json.ts'
import { type Carrier, carriers, type Wire } from '../wire/wire.ts'
import { nameOf } from './message-name.ts'

export interface WireFile {
  readonly face?: Carrier | undefined
  readonly message?: string | undefined
  readonly status?: number | undefined
  readonly method?: string | undefined
  readonly target?: string | undefined
  readonly headers?: Record<string, string> | undefined
  /** The name of the file that carried the message, where one did. */
  readonly name?: string | undefined
  /** The source text of `body`, or what `text` holds. */
  readonly body: Body
}

/** A body one level deeper than a message may be: the file is a level of its own. */
const limits = { maxBytes: defaultJsonLimits.maxBytes, maxDepth: defaultJsonLimits.maxDepth + 1 }

/** Reads a wire file. Its body keeps its spelling, so that repeated keys and odd numbers are validated as they are. */
export function readWireFile(bytes: Uint8Array, path: string): WireFile {
  const file = Body.ofBytes(bytes, limits)
  const reading = file.json()
  if (!reading.ok) throw refuse(path, `${reading.problem.message} A body that is not JSON is written as a "text".`)
  const { value, notes } = reading
  if (!isObject(value)) throw refuse(path, `It is no object. ${leaveOut}`)
  const twice = notes.find(note => note.code === 'duplicate-key' && /^\/[^/]*$/.test(note.pointer))
  if (twice !== undefined) throw refuse(path, 'A member is given twice. Remove one of the two.')
  if (!['status', 'headers', 'body', 'text'].some(member => Object.hasOwn(value, member))) {
    throw refuse(path, `It has none of status, headers, body and text. ${leaveOut}`)
  }
  const text = member(value, 'text', isText, path, 'a string')
  return {
    face: member(value, 'face', isCarrier, path, `one of ${carriers.join(', ')}`),
    message: member(value, 'message', isText, path, 'a string'),
    status: member(value, 'status', isStatus, path, `a number from 100 to 599. ${leaveOut}`),
    method: member(value, 'method', isText, path, 'a string'),
    target: member(value, 'target', isText, path, 'a string'),
    headers: headersOf(value, path),
    name: member(value, 'name', isText, path, 'a string'),
    body: Body.ofText(text ?? file.source('/body') ?? ''),
  }
}

const leaveOut = 'Leave --wire out when the file holds a body alone.'

function refuse(path: string, what: string): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: not a wire file. ${what}`)
}

function member<T extends Json>(
  file: JsonObject,
  name: string,
  is: (value: Json) => value is T,
  path: string,
  expected: string,
): T | undefined {
  const value = Object.hasOwn(file, name) ? file[name] : undefined
  if (value === undefined) return undefined
  if (is(value)) return value
  throw refuse(path, `Its "${name}" should be ${expected.replace(/\.$/, '')}.`)
}

const isText = (value: Json): value is string => typeof value === 'string'
const isCarrier = (value: Json): value is Carrier => (carriers as readonly Json[]).includes(value)
const isStatus = (value: Json): value is number => {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
}

/** A header that was sent more than once is an array; its values are one list, as HTTP has it. */
function headersOf(file: JsonObject, path: string): Record<string, string> | undefined {
  const headers = member(file, 'headers', isObject, path, 'an object')
  if (headers === undefined) return undefined
  const entries = Object.entries(headers).map(([name, value]) => {
    const values = [value].flat()
    if (!values.every(isText)) throw refuse(path, 'Each of its headers should be a string, or an array of strings.')
    return [name, values.join(', ')] as const
  })
  return Object.fromEntries(entries)
}

/** A wire as a wire file; a body that is JSON keeps its exact text. `more` are members that are before its own. */
export function writeWireFile(wire: Wire, more: JsonObject = {}): string {
  const members = Object.entries({ ...more, ...headOf(wire) }).map(([name, value]) => [name, indented(value)] as const)
  const text = wire.body.text()
  const body = wire.body.json().ok ? (['body', text.trim()] as const) : (['text', JSON.stringify(text)] as const)
  const all = [...members, body].map(([name, source]) => `  ${JSON.stringify(name)}: ${source}`)
  return `{\n${all.join(',\n')}\n}\n`
}

/** What a carrier adds to the body of a message. */
export function headOf(wire: Wire): JsonObject {
  if (wire.carrier === 'file') return { face: 'file', ...(wire.name === undefined ? undefined : { name: wire.name }) }
  if (wire.carrier !== 'http') return { face: wire.carrier }
  const { status, method, target, headers } = wire
  return {
    face: 'http',
    ...(status === undefined ? undefined : { status }),
    ...(method === undefined ? undefined : { method }),
    ...(target === undefined ? undefined : { target }),
    headers: { ...headers },
  }
}

function indented(value: Json): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
}
