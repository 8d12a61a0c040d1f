/** `/docs` leads to the operations in the console, where each can be tried; the document itself is `/openapi.json`. */
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import { parseAccept } from './accept.ts'
import type { ServerPage } from './http/handle.ts'
import type { ServerContext } from './server-context.ts'

const operations = 'console/#/try-it'

/** The pages by path, before the server's prefix. They lead on relatively, wherever the server is mounted. */
export const docsPages: readonly [string, ServerPage][] = [
  ['/docs', () => leadTo(operations)],
  ['/docs/', () => leadTo(`../${operations}`)],
]

function leadTo(location: string): HttpAnswer {
  return { status: 302, headers: { location, 'cache-control': 'no-cache' } }
}

/** A browser is redirected to the documentation; other clients get 404. */
export function leadToDocs({ prefix }: ServerContext, http: HttpRequest): HttpAnswer | undefined {
  if (http.method !== 'GET' && http.method !== 'HEAD') return undefined
  if (!parseAccept(http.header('accept')).some(({ mediaType, q }) => mediaType === 'text/html' && q > 0))
    return undefined
  return { status: 302, headers: { location: `${http.base}${prefix}/docs`, vary: 'Accept' } }
}
