/** `/docs`: Swagger UI around `/openapi.json`, served from this machine alone. */
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import { parseAccept } from './accept.ts'
import { assetPage } from './docs/assets.ts'
import { docsPage } from './docs/page.ts'
import type { Page } from './http/handle.ts'
import type { Site } from './site.ts'

/** The pages by path, before the site's prefix. Everything in them is linked relatively, wherever the site is mounted. */
export function docsPages(site: Site): [string, Page][] {
  return [
    ['/docs', () => docsPage(site)],
    ['/docs/', () => ({ status: 308, headers: { location: '../docs' } })],
    ['/docs/assets/{file}', assetPage],
  ]
}

/** A browser is led to the documentation; others ask for something that there is not. */
export function leadToDocs({ prefix }: Site, http: HttpRequest): HttpAnswer | undefined {
  if (http.method !== 'GET' && http.method !== 'HEAD') return undefined
  if (!parseAccept(http.header('accept')).some(({ mediaType, q }) => mediaType === 'text/html' && q > 0))
    return undefined
  return { status: 302, headers: { location: `${http.base}${prefix}/docs`, vary: 'Accept' } }
}
