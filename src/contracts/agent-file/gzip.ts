/** Agent Response Format Specification, "Size handling": a large response, compressed and encoded as a string. */
import { ReplywireError } from '../../errors.ts'
import { isObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'

/** What `metadata.content_encoding` says of a response that is the base64 text of gzip data. */
export const gzipBase64 = 'gzip+base64'

/** How much a compressed response may expand to, unless another bound is given. */
export const defaultMaxExpandedBytes = 64 * 1024 * 1024

export type Expansion = { ok: true; text: string } | { ok: false; why: 'absent' | 'broken' | 'too-large' }

/** Where there is Node there is zlib; a browser has none that answers at once. */
function builtins() {
  const load = typeof process === 'undefined' ? undefined : process.getBuiltinModule
  const zlib = load?.('node:zlib')
  const buffer = load?.('node:buffer')
  return zlib === undefined || buffer === undefined ? undefined : { zlib, Buffer: buffer.Buffer }
}

/** Expands a response; never more than `maxBytes`. */
export function expand(response: string, maxBytes: number): Expansion {
  const found = builtins()
  if (found === undefined) return { ok: false, why: 'absent' }
  try {
    const bytes = found.zlib.gunzipSync(found.Buffer.from(response, 'base64'), { maxOutputLength: maxBytes })
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { ok: false, why: tooLarge ? 'too-large' : 'broken' }
  }
}

/**
 * A response file with its `response` compressed, when that makes it smaller; any other file comes back as it is.
 * A writer never does this by itself. Throws where node:zlib is missing.
 *
 * @example
 * const encoded = agentFile.editions['1.0']?.file?.encode(outcome, exchange)
 * const smaller = encoded && compress(encoded.wire)
 */
export function compress(wire: FileWire): FileWire {
  const reading = wire.body.json()
  if (!reading.ok || !isObject(reading.value)) return wire
  const { response, metadata } = reading.value
  if (typeof response !== 'string' || !isObject(metadata) || metadata.content_encoding !== undefined) return wire
  const found = builtins()
  if (found === undefined) throw new ReplywireError('ERR_MISUSE', 'A response cannot be compressed without node:zlib.')
  const packed = found.zlib.gzipSync(found.Buffer.from(response, 'utf8')).toString('base64')
  if (packed.length >= response.length) return wire
  const envelope = {
    ...reading.value,
    response: packed,
    metadata: { ...metadata, content_encoding: gzipBase64 },
  }
  return fileWire(Body.ofText(JSON.stringify(envelope, null, 2)), wire.name)
}
