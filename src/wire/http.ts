/** An HTTP message: a response when it has a status, a request when it has a method. */
import type { Json } from '../lib/json-value.ts'
import { PlainRecord } from '../lib/plain-record.ts'
import { Body } from './body.ts'

/** Header names are lower case; the object has no prototype. */
export interface HttpHeaders {
  readonly [name: string]: string
}

/** An HTTP request or response. */
export interface HttpWire {
  readonly carrier: 'http'
  /** Absent when only a body is known. */
  readonly status?: number
  readonly method?: string
  /** Path and query of a request. */
  readonly target?: string
  readonly headers: HttpHeaders
  /** Only some of the headers are known: one that is not among them may have been sent. */
  readonly isHeadPartial?: true
  readonly body: Body
}

/** What `httpWire` makes a wire of. */
export interface HttpWireInit {
  status?: number | undefined
  method?: string | undefined
  target?: string | undefined
  headers?: Record<string, string | undefined>
  isHeadPartial?: boolean | undefined
  /** A `Body`, or a JSON value to be written. */
  body: Body | Json
}

/**
 * Makes an HTTP wire: header names are lowered, absent headers dropped.
 *
 * @example
 * const wire = httpWire({ status: 200, headers: { 'Content-Type': 'application/json' }, body: { text: 'Hello' } })
 */
export function httpWire({ headers: given, body, isHeadPartial, status, method, target }: HttpWireInit): HttpWire {
  const headers = new PlainRecord<string>()
  for (const name in given) {
    const value = given[name]
    if (value !== undefined) headers[name.toLowerCase()] = value
  }
  return {
    carrier: 'http',
    headers,
    body: body instanceof Body ? body : Body.ofJson(body),
    ...(isHeadPartial ? { isHeadPartial } : undefined),
    ...(status === undefined ? undefined : { status }),
    ...(method === undefined ? undefined : { method }),
    ...(target === undefined ? undefined : { target }),
  }
}

/**
 * Whether a header was not sent. Of a head that is known in part that is not known.
 *
 * @example
 * lacksHeader({ headers: {} }, 'retry-after') // true
 */
export function lacksHeader(
  { headers, isHeadPartial }: Pick<HttpWire, 'headers' | 'isHeadPartial'>,
  name: string,
): boolean {
  return headers[name] === undefined && isHeadPartial !== true
}

/** Whether an answer is server-sent events: its media type says so, or without one the field that its text begins with. */
export function isEventStream({ headers, body }: HttpWire): boolean {
  const mediaType = mediaTypeOf(headers['content-type'])
  return mediaType === undefined
    ? !body.json().ok && /^\ufeff?[\r\n]*(?:event|data|id|retry)?:/.test(body.text())
    : mediaType === 'text/event-stream'
}

/**
 * A media type without its parameters, in lower case.
 *
 * @example
 * mediaTypeOf('Application/JSON; charset=utf-8') // 'application/json'
 */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined) return undefined
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
