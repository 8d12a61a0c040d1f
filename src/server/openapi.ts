/** `/openapi.json`: what a site answers, for people, clients and linters. */
import type { JsonObject } from '../lib/json-value.ts'
import { documentOf } from './openapi/document.ts'
import { loadServings, servedBy } from './openapi/editions.ts'
import type { Site } from './site.ts'

const made = new WeakMap<Site, { editions: string; document: JsonObject }>()

/** The OpenAPI 3.1 document of a site. It is made once, and again when a migration takes its next step. */
export async function openapi(site: Site): Promise<JsonObject> {
  const editions = servedBy(site)
    .map(({ contract, edition }) => `${contract.id}@${edition.version}`)
    .join()
  const known = made.get(site)
  if (known?.editions === editions) return known.document
  const document = documentOf(site, await loadServings(site))
  made.set(site, { editions, document })
  return document
}
