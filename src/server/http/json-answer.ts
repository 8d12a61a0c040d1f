/** A page of JSON that no contract wraps. */
import type { HttpAnswer } from '../../carriers/http/message.ts'

export function jsonAnswer(body: object, status = 200, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
