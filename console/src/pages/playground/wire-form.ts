/** `{status, headers, body}` in JSON, as `replywire translate --wire` prints it: recognised by its members. */
import { looksLikeWire } from '../../../../src/inspect/recognise.ts'
import { type Source, sourceOf } from '../../../../src/inspect/source.ts'
import { readWireFile } from '../../../../src/inspect/wire-file.ts'
import { Body } from '../../../../src/wire/body.ts'

const members = new Set(['face', 'message', 'status', 'method', 'target', 'headers', 'name', 'body', 'text'])

/** The message of a wire file; undefined when the bytes are none. */
export function wireForm(bytes: Uint8Array): Source[] | undefined {
  const input = { path: '-', bytes }
  const body = Body.ofBytes(bytes)
  const plain = sourceOf(input, { body }, {}, { form: 'body' })
  const reading = body.json()
  if (!looksLikeWire(plain) || !reading.ok) return undefined
  if (!Object.keys(reading.value as object).every(name => members.has(name))) return undefined
  try {
    return [sourceOf(input, readWireFile(bytes, '-'), {}, { form: 'wire' })]
  } catch {
    return undefined
  }
}
