/** Headers of an author's making: what HTTP cannot send is left out, so that no answer fails because of it. */
import type { Logger } from '../agent/context.ts'

/** Headers that are about the connection and the length of the body: the carrier's own. */
const carrierHeaders: ReadonlySet<string> = new Set(
  'connection content-length keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
)
/** RFC 9110 §5.6.2 and §5.5. */
const token = /^[\w!#$%&'*+.^`|~-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** The headers that can be sent, by names in lower case. The log names those that cannot, never what they hold. */
export function sendableHeaders(
  call: { readonly log: Logger },
  given: Readonly<Record<string, string | number | undefined>> | undefined,
): Record<string, string> {
  const sendable: Record<string, string> = {}
  for (const name in given) {
    const value = given[name]
    if (value === undefined) continue
    const text = typeof value === 'number' ? String(value) : value
    const key = name.toLowerCase()
    if (typeof text === 'string' && token.test(key) && fieldValue.test(text) && !carrierHeaders.has(key)) {
      sendable[key] = text
    } else call.log.warn({ header: name.slice(0, 64) }, 'a header cannot be sent')
  }
  return sendable
}
