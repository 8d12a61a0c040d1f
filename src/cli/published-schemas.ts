/** The published schemas of an edition, as files of the package. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { NamedSchema } from '../inspect/nearest.ts'
import { isObject, type Json } from '../lib/json-value.ts'
import { packageRoot } from './package-root.ts'

/** The objects that the published schemas of an edition describe. */
export function schemasOf(id: string, version: string): NamedSchema[] {
  const folder = new URL(`schemas/${id}/${version}/`, packageRoot)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .toSorted()
    .flatMap(file => {
      const schema = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Json
      if (!isObject(schema) || !isObject(schema.properties)) return []
      const required = Array.isArray(schema.required) ? schema.required.filter(name => typeof name === 'string') : []
      return [{ name: file.slice(0, -'.json'.length), properties: schema.properties, required }]
    })
}
