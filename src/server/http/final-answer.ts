/** What all answers over HTTP have in common, whatever they answer. */
import { abandonBody, type HttpAnswer, type HttpRequest } from '../../carriers/http/message.ts'
import { classNameOf } from '../../lib/class-name.ts'
import type { ServerContext } from '../server-context.ts'
import type { HttpCall } from './http-call.ts'
import { mergeVary } from './vary.ts'

/** The headers of every answer, whatever it answers: refusals of Node's parser and the admin listener too. */
export const commonHeaders: Readonly<Record<string, string>> = { 'x-content-type-options': 'nosniff' }

/** What every answer to a request has. */
export function withCommonHead(http: HttpRequest, answer: HttpAnswer): HttpAnswer {
  const { status, headers, body } = answer
  for (const name in commonHeaders) headers[name] = commonHeaders[name] as string
  if (typeof body === 'string') headers['content-length'] ??= String(Buffer.byteLength(body))
  else if (body instanceof Uint8Array) headers['content-length'] ??= String(body.byteLength)
  if (http.method !== 'HEAD') return answer
  abandonBody(body)
  return { status, headers, cookies: answer.cookies }
}

/** Answers in place of what the carrier cannot send, such as a status that HTTP does not have. */
export function unsendable({ log }: ServerContext, error: unknown): HttpAnswer {
  log.warn({ error: classNameOf(error) }, 'an answer cannot be sent')
  return { status: 500, headers: { 'content-length': '0', ...commonHeaders } }
}

/** The last change to an answer. A page is no call: it is the same for everyone, and says itself how long it may be kept. */
export function finalAnswer(server: ServerContext, http: HttpRequest, answer: HttpAnswer, call?: HttpCall): HttpAnswer {
  const { headers } = answer
  if (call !== undefined) {
    setCacheControl(headers, call)
    // Credentials that were looked at decide what is answered, be they good, wrong or missing.
    if (call.identity !== undefined) mergeVary(headers, server.credentialHeaders)
  }
  server.cors?.allow(headers, http)
  return withCommonHead(http, answer)
}

/**
 * Nobody keeps what a server says of tasks and approvals. What an identified caller is answered is theirs alone, and is
 * asked for again, unless the operation says otherwise. Streams say for themselves that they are not kept.
 */
function setCacheControl(headers: Record<string, string>, { target, principal }: HttpCall): void {
  if (headers['content-type'] === 'text/event-stream') return
  if (target?.isBuiltIn === true) headers['cache-control'] = 'no-store'
  else if (principal !== undefined) headers['cache-control'] ??= 'private, no-cache'
}
