/** `/docs`: Swagger UI around `/openapi.json`, served from this machine alone. */
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import { parseAccept } from './accept.ts'
import { assetPage } from './docs/assets.ts'
import { docsPage } from './docs/page.ts'
import type { Page } from './http/handle.ts'
import type { ServerContext } from './server-context.ts'

/** The pages by path, before the server's prefix. Everything in them is linked relatively, wherever the server is mounted. */
export function docsPages(server: ServerContext): [string, Page][] {
  return [
    ['/docs', () => docsPage(server)],
    ['/docs/', () => ({ status: 308, headers: { location: '../docs' } })],
    ['/docs/assets/{file}', assetPage],
  ]
}

/** A browser is redirected to the documentation; other clients get 404. */
export function leadToDocs({ prefix }: ServerContext, http: HttpRequest): HttpAnswer | undefined {
  if (http.method !== 'GET' && http.method !== 'HEAD') return undefined
  if (!parseAccept(http.header('accept')).some(({ mediaType, q }) => mediaType === 'text/html' && q > 0))
    return undefined
  return { status: 302, headers: { location: `${http.base}${prefix}/docs`, vary: 'Accept' } }
}
