/** A message as people keep it, before and after it is known whose contract it is. */
import { ReplywireError } from '../errors.ts'
import { a2aWire } from '../wire/a2a.ts'
import { Body } from '../wire/body.ts'
import { fileWire } from '../wire/file.ts'
import { httpWire } from '../wire/http.ts'
import { defaultJsonLimits } from '../wire/json.ts'
import { mcpWire } from '../wire/mcp.ts'
import type { Carrier, Wire } from '../wire/wire.ts'
import { latin1, readCurlOutput } from './curl-output.ts'
import { isHar, type RecordedEntry, readHar } from './har.ts'
import { nameOf } from './message-name.ts'
import type { WireFile } from './wire-file.ts'

/** Bytes that hold a message, or several. */
export interface MessageBytes {
  /** `-` is standard input. */
  readonly path: string
  /** One byte more than the limit when there is more. */
  readonly bytes: Uint8Array
}

/** What is known of a message apart from its bytes. */
export interface SourceHints {
  readonly face?: Carrier | undefined
  readonly type?: string | undefined
  readonly status?: number | undefined
  readonly message?: string | undefined
}

/** A message whose contract is not known yet. */
export interface Source {
  readonly path: string
  /** The carrier, when the file or a hint says it. */
  readonly face: Carrier | undefined
  readonly message: string
  /** What the file is: a body alone, a wire file, the output of `curl -i`, a HAR, or an OpenAPI document. */
  readonly form: 'body' | 'wire' | 'curl' | 'har' | 'openapi'
  /** Which response of a HAR it is. */
  readonly entry?: RecordedEntry
  /** Whether the file says more than the body. */
  readonly isWire: boolean
  /** Whether the file or a hint says what the message is. */
  readonly isNamed: boolean
  readonly body: Body
  wireOver(carrier: Carrier): Wire
}

/** A message of a recording that cannot be read. */
export interface UnreadSource {
  readonly path: string
  readonly entry: RecordedEntry
  readonly error: ReplywireError
}

/** In which order a carrier is looked for when nothing says it. */
export const faceOrder: readonly Carrier[] = ['http', 'file', 'mcp', 'a2a']

/** Whether there was more than is read. */
export function isCut({ bytes }: MessageBytes): boolean {
  return bytes.byteLength > defaultJsonLimits.maxBytes
}

/** The messages of a text that may be a body, the output of `curl -i` or a HAR. */
export function readMessages(input: MessageBytes, hints: SourceHints = {}): (Source | UnreadSource)[] {
  return readRecording(input, hints) ?? [sourceOf(input, { body: Body.ofBytes(input.bytes) }, hints, { form: 'body' })]
}

/** The messages in the output of `curl -i` or in a HAR; undefined when the bytes are neither. */
export function readRecording(input: MessageBytes, hints: SourceHints): (Source | UnreadSource)[] | undefined {
  const { path, bytes } = input
  const text = hasMark(bytes) ? bytes.subarray(3) : bytes
  if (startsAsHead(text)) {
    if (isCut(input)) throw tooLarge(path)
    return [sourceOf(input, readCurlOutput(text, path), hints, { form: 'curl' })]
  }
  if (!mayBeHar(bytes)) return undefined
  const reading = Body.ofBytes(bytes).json()
  if (!reading.ok || !isHar(reading.value)) return undefined
  return readHar(reading.value, path).map(({ entry, file }) =>
    'error' in file ? { path, entry, error: file.error } : sourceOf(input, file, hints, { form: 'har', entry }),
  )
}

/** The byte order mark of UTF-8, which some shells put before the output of a command. */
function hasMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/** `HTTP/`: no JSON text begins like this. */
function startsAsHead(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 5)) === 'HTTP/'
}

/** Whether the beginning of a text names the log of a recording, so that other texts are not parsed for it. */
function mayBeHar(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"log"\s*:/.test(latin1(bytes.subarray(0, 256)).replace(/^\xef\xbb\xbf/, ''))
}

/** A message that was read from bytes. */
export function sourceOf(
  input: MessageBytes,
  file: WireFile,
  hints: SourceHints,
  { form, entry }: Pick<Source, 'form' | 'entry'>,
): Source {
  const said = hints.message ?? file.message ?? (file.method === undefined ? undefined : 'request')
  const message = said ?? 'response'
  if (message === 'stream' && isCut(input)) throw tooLarge(input.path)
  const status = hints.status ?? file.status
  const headers = { ...file.headers, ...(hints.type === undefined ? undefined : { 'content-type': hints.type }) }
  const isHeadPartial = file.headers === undefined
  const isHttp = status !== undefined || hints.type !== undefined || (file.headers ?? file.method) !== undefined
  const { method, target, body } = file
  const name = file.name ?? (form !== 'body' || input.path === '-' ? undefined : lastPart(input.path))
  return {
    path: input.path,
    face: hints.face ?? file.face ?? (isHttp ? 'http' : undefined),
    message,
    form,
    ...(entry === undefined ? undefined : { entry }),
    isWire: form !== 'body' && form !== 'openapi',
    isNamed: said !== undefined,
    body,
    wireOver: carrier => {
      if (carrier === 'http') return httpWire({ status, method, target, headers, isHeadPartial, body })
      return carrier === 'file' ? fileWire(body, name) : carrier === 'mcp' ? mcpWire(body) : a2aWire(body)
    },
  }
}

/** The name of the file in a path. */
function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

export function tooLarge(path: string): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: it is larger than 32 MiB; send less at once.`)
}
