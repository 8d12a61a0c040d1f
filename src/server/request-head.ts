/** The heads of web requests, as negotiation looks at them. */
import type { RequestHead } from '../codec/serving.ts'

/** The head of a request that is at hand as web objects. */
export function webHead(headers: Headers, query?: URLSearchParams): RequestHead {
  return {
    header: name => headers.get(name) ?? undefined,
    query: name => query?.get(name) ?? undefined,
  }
}
