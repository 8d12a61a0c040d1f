/** What a file holds, before and after it is known whose contract it is. */
import { basename } from 'node:path'
import { ReplywireError } from '../errors.ts'
import { a2aWire } from '../wire/a2a.ts'
import { Body } from '../wire/body.ts'
import { fileWire } from '../wire/file.ts'
import { httpWire } from '../wire/http.ts'
import { mcpWire } from '../wire/mcp.ts'
import type { Carrier, Wire } from '../wire/wire.ts'
import { type Input, isCut, nameOf } from './input.ts'
import type { Entry } from './recorded/har.ts'
import { usageError } from './usage.ts'
import { readWireFile, type WireFile } from './wire-file.ts'

/** How the command line says a file is to be understood. */
export interface SourceOptions {
  readonly face?: Carrier | undefined
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly wire?: boolean | undefined
  readonly message?: string | undefined
}

/** A message whose contract is not known yet. */
export interface Source {
  readonly path: string
  /** The carrier, when the file or the command line says it. */
  readonly face: Carrier | undefined
  readonly message: string
  /** What the file is: a body alone, a wire file, the output of `curl -i`, a HAR, or an OpenAPI document. */
  readonly form: 'body' | 'wire' | 'curl' | 'har' | 'openapi'
  /** Which response of a HAR it is. */
  readonly entry?: Entry
  /** Whether the file says more than the body. */
  readonly isWire: boolean
  /** Whether the file or the command line says what the message is. */
  readonly isNamed: boolean
  readonly body: Body
  wireOver(carrier: Carrier): Wire
}

/** In which order a carrier is looked for when nothing says it. */
export const faceOrder: readonly Carrier[] = ['http', 'file', 'mcp', 'a2a']

/** The one message of a file. */
export async function readSource(input: Input, options: SourceOptions): Promise<Source> {
  const [only, ...more] = await readSources(input, options)
  if (only !== undefined && more.length === 0) {
    if ('error' in only) throw only.error
    return only
  }
  const what = 'this HAR has several responses, and one message is needed. Save one response in a file of its own'
  throw new ReplywireError('ERR_UNREADABLE', `${nameOf(input.path)}: ${what}.`)
}

/** A message of a recording that cannot be read. */
export interface UnreadSource {
  readonly path: string
  readonly entry: Entry
  readonly error: ReplywireError
}

/** The messages of a file: one, but for a HAR, which has one per response. */
export async function readSources(input: Input, options: SourceOptions): Promise<(Source | UnreadSource)[]> {
  if (startsAsHead(input.bytes)) {
    if (isCut(input)) throw tooLarge(input.path)
    const { readCurlOutput } = await import('./recorded/curl.ts')
    return [sourceOf(input, readCurlOutput(input.bytes, input.path), options, { form: 'curl' })]
  }
  if (options.wire && isCut(input)) throw tooLarge(input.path)
  const body = Body.ofBytes(input.bytes)
  if (mayBeHar(input.bytes)) {
    const reading = body.json()
    const { isHar, readHar } = await import('./recorded/har.ts')
    if (reading.ok && isHar(reading.value)) {
      return readHar(reading.value, input.path).map(({ entry, file }) =>
        'error' in file
          ? { path: input.path, entry, error: file.error }
          : sourceOf(input, file, options, { form: 'har', entry }),
      )
    }
  }
  if (!options.wire && mayBeOpenapi(input.bytes)) {
    const { readOpenapi } = await import('./recorded/openapi.ts')
    const document = isCut(input) ? undefined : await readOpenapi(input)
    if (document !== undefined) return [sourceOf(input, { body: document }, options, { form: 'openapi' })]
  }
  const file: WireFile = options.wire ? readWireFile(input.bytes, input.path) : { body }
  return [sourceOf(input, file, options, { form: options.wire ? 'wire' : 'body' })]
}

/** `HTTP/`: no JSON text begins like this. */
function startsAsHead(bytes: Uint8Array): boolean {
  return bytes[0] === 0x48 && bytes[1] === 0x54 && bytes[2] === 0x54 && bytes[3] === 0x50 && bytes[4] === 0x2f
}

/** Whether the beginning of a text names the log of a recording, so that other texts are not parsed for it. */
function mayBeHar(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"log"\s*:/.test(
    Buffer.from(bytes.subarray(0, 256))
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  )
}

/** Whether a line at the beginning of a text states the version of OpenAPI, in YAML or JSON. */
function mayBeOpenapi(bytes: Uint8Array): boolean {
  return /(?:^|[\n{,])[ \t]*["']?openapi["']?\s*:\s*["']?3\./.test(
    Buffer.from(bytes.subarray(0, 65_536)).toString('latin1'),
  )
}

function sourceOf(
  input: Input,
  file: WireFile,
  options: SourceOptions,
  { form, entry }: Pick<Source, 'form' | 'entry'>,
): Source {
  const said = options.message ?? file.message ?? (file.method === undefined ? undefined : 'request')
  const message = said ?? 'response'
  if (message === 'stream' && isCut(input)) throw tooLarge(input.path)
  const status = statusOf(options.status) ?? file.status
  const headers = { ...file.headers, ...(options.type === undefined ? undefined : { 'content-type': options.type }) }
  const isHeadPartial = file.headers === undefined
  const isHttp = status !== undefined || options.type !== undefined || (file.headers ?? file.method) !== undefined
  const { method, target, body } = file
  const name = file.name ?? (form !== 'body' || input.path === '-' ? undefined : basename(input.path))
  return {
    path: input.path,
    face: options.face ?? file.face ?? (isHttp ? 'http' : undefined),
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

/** The number that `--status` gives. */
export function statusOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-5]\d\d$/.test(text)) throw usageError('--status takes a number from 100 to 599.')
  return Number(text)
}

function tooLarge(path: string): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: it is larger than 32 MiB; send less at once.`)
}
