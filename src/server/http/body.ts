/** Reading a request's body: bounded, typed, and refused in the caller's contract. */
import { boundIssues } from '../../agent/bound-issues.ts'
import type { HttpRequest } from '../../carriers/http/message.ts'
import type { Json } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { Body } from '../../wire/body.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import type { MayRepeat } from '../repeated-keys.ts'

export type ReadBody =
  | { ok: true; body: Body; value: Json | undefined }
  | { ok: false; fault: Fault; headers: Record<string, string>; body?: Body }

const unreadBody = (cause: Fault, headers: Record<string, string> = {}, body?: Body): ReadBody => ({
  ok: false,
  fault: { ...cause, began: false },
  headers,
  ...(body === undefined ? undefined : { body }),
})

function unsupported(message: string): Fault {
  return fault('invalid', message, { code: 'UNSUPPORTED_MEDIA_TYPE' })
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1]
}

/** Where a body is read from. */
export type BodySource = Pick<HttpRequest, 'read' | 'header'>

/** The JSON of a request's body; an absent one is undefined. Keys may be there twice: see `refuseRepeats`. */
export async function readBody(request: BodySource, maxBytes: number): Promise<ReadBody> {
  const bytes = await request.read(maxBytes)
  if (bytes === undefined) {
    const message = `The body is larger than ${maxBytes} bytes.`
    return unreadBody(fault('invalid', message, { code: 'PAYLOAD_TOO_LARGE' }))
  }
  const body = Body.ofBytes(bytes)
  if (bytes.byteLength === 0) return { ok: true, body, value: undefined }
  // RFC 9110 §12.5.3: Accept-Encoding in the answer says that the coding was the fault, and which is welcome.
  if (!/^(?:identity)?$/i.test(request.header('content-encoding')?.trim() ?? '')) {
    return unreadBody(unsupported('The body must not be compressed.'), { 'accept-encoding': 'identity' })
  }
  const contentType = request.header('content-type')
  const type = mediaTypeOf(contentType)
  if (type !== undefined && type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    return unreadBody(unsupported('The body must be application/json.'))
  }
  if (!/^utf-?8$/i.test(charsetOf(contentType ?? '') ?? 'utf-8'))
    return unreadBody(unsupported('The body must be UTF-8.'))
  const reading = body.json()
  if (!reading.ok) {
    const issues = [{ pointer: '', message: reading.problem.message, location: 'body' as const }]
    return unreadBody(fault('invalid', 'The body is not readable JSON.', { issues }))
  }
  return { ok: true, body, value: reading.value }
}

/** Whether a body gives any key twice. */
export function givesTwice(read: ReadBody): boolean {
  const reading = read.body?.json()
  return reading?.ok === true && reading.notes.some(({ code }) => code === 'duplicate-key')
}

/** A body that gives a key twice is refused, except where that is allowed. */
export function refuseRepeats(read: ReadBody, mayRepeat: MayRepeat): ReadBody {
  const reading = read.ok && read.value !== undefined ? read.body.json() : undefined
  if (!reading?.ok || reading.notes.length === 0) return read
  const twice = reading.notes.filter(({ code, pointer }) => code === 'duplicate-key' && !mayRepeat(pointer))
  if (twice.length === 0) return read
  const issues = boundIssues(twice, ({ pointer }) => ({ pointer, message: 'Is given twice.', location: 'body' }))
  return unreadBody(fault('invalid', 'The body gives a member twice.', { issues }), {}, read.body)
}
