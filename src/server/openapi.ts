/** `/openapi.json`: what the server answers, for people, clients and linters. */
import type { JsonObject } from '../lib/json-value.ts'
import { documentOf } from './openapi/document.ts'
import { loadServings, servedBy } from './openapi/editions.ts'
import type { ServerContext } from './server-context.ts'

const made = new WeakMap<ServerContext, { editions: string; document: JsonObject }>()

/** The OpenAPI 3.1 document of a server. It is made once, and again when a migration takes its next step. */
export async function openapi(server: ServerContext): Promise<JsonObject> {
  const editions = servedBy(server)
    .map(({ contract, edition }) => `${contract.id}@${edition.version}`)
    .join()
  const known = made.get(server)
  if (known?.editions === editions) return known.document
  const document = documentOf(server, await loadServings(server))
  made.set(server, { editions, document })
  return document
}
