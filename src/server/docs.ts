/** `/docs`: Swagger UI around `/openapi.json`, served from this machine alone. */
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
