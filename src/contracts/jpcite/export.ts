/** jpcite response envelope v2, "Use legacy when": what `?format=` produces is a file, which no envelope touches. */
import type { Outcome } from '../../outcome/outcome.ts'
import { completed } from '../../outcome/outcome.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'

/** The types of the formats that the service names. */
const types: ReadonlySet<string> = new Set([
  'text/csv',
  'text/calendar',
  'text/markdown',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])

/** What an export brings; undefined when an answer is none. A download of any type but JSON is one. */
export function readExport({ status, headers, body }: HttpWire): Outcome | undefined {
  const type = mediaTypeOf(headers['content-type'])
  if (status === undefined || status < 200 || status > 299 || type === undefined) return undefined
  const isDownload = /^\s*attachment\b/i.test(headers['content-disposition'] ?? '')
  if (!types.has(type) && (!isDownload || /^application\/(?:.+\+)?json$/.test(type))) return undefined
  const mediaType = headers['content-type'] ?? type
  const payload = type.startsWith('text/')
    ? ({ kind: 'text', text: body.text(), mediaType } as const)
    : ({ kind: 'bytes', base64: base64Of(body.bytes), mediaType } as const)
  return { ...completed(), payload }
}

function base64Of(bytes: Uint8Array): string {
  const chunk = 0x8000
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += chunk) pieces.push(String.fromCharCode(...bytes.subarray(at, at + chunk)))
  return btoa(pieces.join(''))
}
