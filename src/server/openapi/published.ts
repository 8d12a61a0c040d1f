/** The published schemas of the contracts, read from the package's own folder when a document first needs them. */
import { readdirSync, readFileSync } from 'node:fs'
import type { JsonObject } from '../../lib/json-value.ts'

const read = new Map<string, Readonly<Record<string, JsonObject>>>()

/** The schemas of one edition by name; none for a contract that ships elsewhere. */
export function publishedSchemas(contract: string, version: string): Readonly<Record<string, JsonObject>> {
  const path = `${encodeURIComponent(contract)}/${encodeURIComponent(version)}/`
  const known = read.get(path) ?? readSchemas(path)
  read.set(path, known)
  return known
}

/** A bundle has no folder next to it, and no schemas. */
function readSchemas(path: string): Record<string, JsonObject> {
  try {
    // The same distance from `src` and from `dist`.
    const at = new URL(`../../../schemas/${path}`, import.meta.url)
    const files = readdirSync(at).filter(file => file.endsWith('.json'))
    return Object.fromEntries(
      files
        .toSorted()
        .map(file => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(file, at), 'utf8'))]),
    )
  } catch {
    return {}
  }
}
