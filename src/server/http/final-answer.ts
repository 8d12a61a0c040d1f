/** What all answers over HTTP have in common, whatever they answer. */
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import type { Site } from '../site.ts'

/** Answers in place of what the carrier cannot send, such as a status that HTTP does not have. */
export function unsendable({ log }: Site, error: unknown): HttpAnswer {
  log.warn({ error: error instanceof Error ? error.constructor.name : typeof error }, 'an answer cannot be sent')
  return { status: 500, headers: { 'content-length': '0', 'x-content-type-options': 'nosniff' } }
}

/** The last change to an answer. */
export function finalAnswer(http: HttpRequest, answer: HttpAnswer): HttpAnswer {
  answer.headers['x-content-type-options'] = 'nosniff'
  return http.method === 'HEAD' ? { status: answer.status, headers: answer.headers } : answer
}
