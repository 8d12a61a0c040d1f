/** `/openapi.json`: what a site answers, for people, clients and linters. */
import type { JsonObject } from '../lib/json-value.ts'
import { documentOf } from './openapi/document.ts'
import { phaseOf } from './openapi/voices.ts'
import type { Site } from './site.ts'

const made = new WeakMap<Site, { phase: string; document: JsonObject }>()

/**
 * The OpenAPI 3.1 document of a site. It is made once, and again when jpcite's migration takes its next step.
 */
export function openapi(site: Site): JsonObject {
  const phase = phaseOf(site)
  const known = made.get(site)
  if (known?.phase === phase) return known.document
  const document = documentOf(site)
  made.set(site, { phase, document })
  return document
}
