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
  /** Whether it came from a wire file. */
  readonly isWire: boolean
  /** Whether the file or the command line says what the message is. */
  readonly isNamed: boolean
  readonly body: Body
  wireOver(carrier: Carrier): Wire
}

/** In which order a carrier is looked for when nothing says it. */
export const faceOrder: readonly Carrier[] = ['http', 'file', 'mcp', 'a2a']

export function readSource(input: Input, options: SourceOptions): Source {
  if (options.wire && isCut(input)) throw tooLarge(input.path)
  const file: WireFile = options.wire ? readWireFile(input.bytes, input.path) : { body: Body.ofBytes(input.bytes) }
  const said = options.message ?? file.message ?? (file.method === undefined ? undefined : 'request')
  const message = said ?? 'response'
  if (message === 'stream' && isCut(input)) throw tooLarge(input.path)
  const status = statusOf(options.status) ?? file.status
  const headers = { ...file.headers, ...(options.type === undefined ? undefined : { 'content-type': options.type }) }
  const isHeadPartial = file.headers === undefined
  const isHttp = status !== undefined || options.type !== undefined || (file.headers ?? file.method) !== undefined
  const { method, target, body } = file
  const name = file.name ?? (options.wire || input.path === '-' ? undefined : basename(input.path))
  return {
    path: input.path,
    face: options.face ?? file.face ?? (isHttp ? 'http' : undefined),
    message,
    isWire: options.wire === true,
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
