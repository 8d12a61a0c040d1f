/** The messages of a file, as the options of a command say that it is to be understood. */
import { ReplywireError } from '../errors.ts'
import {
  isCut,
  readRecording,
  type Source,
  type SourceHints,
  sourceOf,
  tooLarge,
  type UnreadSource,
} from '../inspect/source.ts'
import { readWireFile, type WireFile } from '../inspect/wire-file.ts'
import { Body } from '../wire/body.ts'
import type { Carrier } from '../wire/wire.ts'
import { nameOf, type ReadInput } from './input.ts'
import { usageError } from './usage.ts'

/** How the command line says a file is to be understood. */
export interface SourceOptions {
  readonly face?: Carrier | undefined
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly wire?: boolean | undefined
  readonly message?: string | undefined
}

/** The one message of a file. */
export async function readSource(input: ReadInput, options: SourceOptions): Promise<Source> {
  const [only, ...more] = await readSources(input, options)
  if (only !== undefined && more.length === 0) {
    if ('error' in only) throw only.error
    return only
  }
  const what = 'this HAR has several responses, and one message is needed. Save one response in a file of its own'
  throw new ReplywireError('ERR_UNREADABLE', `${nameOf(input.path)}: ${what}.`)
}

/** The messages of a file: one, but for a HAR, which has one per response. */
export async function readSources(input: ReadInput, options: SourceOptions): Promise<(Source | UnreadSource)[]> {
  const { face, type, message } = options
  const hints: SourceHints = { face, type, message, status: statusOf(options.status) }
  const recorded = readRecording(input, hints)
  if (recorded !== undefined) return recorded
  if (options.wire && isCut(input)) throw tooLarge(input.path)
  if (!options.wire && mayBeOpenapi(input.bytes)) {
    const { readOpenapi } = await import('./recorded/openapi.ts')
    const document = isCut(input) ? undefined : await readOpenapi(input)
    if (document !== undefined) return [sourceOf(input, { body: document }, hints, { form: 'openapi' })]
  }
  const file: WireFile = options.wire ? readWireFile(input.bytes, input.path) : { body: Body.ofBytes(input.bytes) }
  return [sourceOf(input, file, hints, { form: options.wire ? 'wire' : 'body' })]
}

/** Whether a line at the beginning of a text states the version of OpenAPI, in YAML or JSON. */
function mayBeOpenapi(bytes: Uint8Array): boolean {
  return /(?:^|[\n{,])[ \t]*["']?openapi["']?\s*:\s*["']?3\./.test(
    Buffer.from(bytes.subarray(0, 65_536)).toString('latin1'),
  )
}

/** The number that `--status` gives. */
export function statusOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-5]\d\d$/.test(text)) throw usageError('--status takes a number from 100 to 599.')
  return Number(text)
}
