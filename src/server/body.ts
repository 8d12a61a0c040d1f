/** Reading a request's body: bounded, typed, and refused in the caller's contract. */
import { tellIssues } from '../agent/tell-issues.ts'
import type { Json } from '../lib/json-value.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { Body } from '../wire/body.ts'
import { mediaTypeOf } from '../wire/http.ts'

export type ReadBody =
  | { ok: true; body: Body; value: Json | undefined }
  | { ok: false; fault: Fault; headers: Record<string, string>; body?: Body }

const refuse = (cause: Fault, headers: Record<string, string> = {}, body?: Body): ReadBody => ({
  ok: false,
  fault: { ...cause, began: false },
  headers,
  ...(body === undefined ? undefined : { body }),
})

/** The bytes of a body, at most so many; undefined when there are more. */
async function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    await request.body?.cancel().catch(() => {})
    return undefined
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

function unsupported(message: string): Fault {
  return fault('invalid', message, { code: 'UNSUPPORTED_MEDIA_TYPE' })
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1]
}

const readings = new WeakMap<Request, Promise<ReadBody>>()

/** The JSON of a request's body; an absent one is undefined. Whoever asks again gets the same. */
export function readRequestBody(request: Request, maxBytes: number): Promise<ReadBody> {
  const reading = readings.get(request) ?? readOnce(request, maxBytes)
  readings.set(request, reading)
  return reading
}

async function readOnce(request: Request, maxBytes: number): Promise<ReadBody> {
  const bytes = await bytesOf(request, maxBytes)
  if (bytes === undefined) {
    const message = `The body is larger than ${maxBytes} bytes.`
    return refuse(fault('invalid', message, { code: 'PAYLOAD_TOO_LARGE' }))
  }
  const body = Body.ofBytes(bytes)
  if (bytes.byteLength === 0) return { ok: true, body, value: undefined }
  // RFC 9110 §12.5.3: Accept-Encoding in the answer says that the coding was the fault, and which is welcome.
  if (!/^(?:identity)?$/i.test(request.headers.get('content-encoding')?.trim() ?? '')) {
    return refuse(unsupported('The body must not be compressed.'), { 'accept-encoding': 'identity' })
  }
  const contentType = request.headers.get('content-type') ?? undefined
  const type = mediaTypeOf(contentType)
  if (type !== undefined && type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    return refuse(unsupported('The body must be application/json.'))
  }
  if (!/^utf-?8$/i.test(charsetOf(contentType ?? '') ?? 'utf-8')) return refuse(unsupported('The body must be UTF-8.'))
  const reading = body.json()
  if (!reading.ok) {
    const issues = [{ pointer: '', message: reading.problem.message, location: 'body' as const }]
    return refuse(fault('invalid', 'The body is not readable JSON.', { issues }))
  }
  const twice = reading.notes.filter(({ code }) => code === 'duplicate-key')
  if (twice.length > 0) {
    const issues = tellIssues(twice, ({ pointer }) => ({ pointer, message: 'Is given twice.', location: 'body' }))
    return refuse(fault('invalid', 'The body gives a member twice.', { issues }), {}, body)
  }
  return { ok: true, body, value: reading.value }
}
