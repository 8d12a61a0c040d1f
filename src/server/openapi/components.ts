/** `components` of a document: each added when it is first needed, under a name of its own. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers'

const kinds: readonly Kind[] = ['headers', 'parameters', 'responses', 'schemas']

/** `litRetrieval` and `lit-retrieval` as `LitRetrieval`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

export class Components {
  readonly #named = new Map<Kind, Map<string, JsonObject>>(kinds.map(kind => [kind, new Map()]))
  readonly #names = new Map<string, string>()

  /** A reference to a component. It is made once a key; it may refer to itself. */
  add(kind: Kind, key: string, wanted: string, make: () => JsonObject): JsonObject {
    const known = this.#names.get(`${kind} ${key}`)
    if (known !== undefined) return reference(kind, known)
    const group = this.#group(kind)
    const name = uniqueName(wanted, group)
    this.#names.set(`${kind} ${key}`, name)
    group.set(name, {})
    group.set(name, make())
    return reference(kind, name)
  }

  /** What a reference means; the schema itself where it is none. */
  resolve(schema: JsonObject): JsonObject {
    const seen = new Set<string>()
    let at = schema
    while (typeof at.$ref === 'string' && !seen.has(at.$ref)) {
      seen.add(at.$ref)
      at = this.#group('schemas').get(at.$ref.slice('#/components/schemas/'.length)) ?? {}
    }
    return at
  }

  /** All of them, by name. */
  get document(): JsonObject {
    const groups = kinds.map((kind): [string, JsonObject] => {
      const entries = [...this.#group(kind)].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return [kind, Object.fromEntries(entries)]
    })
    return Object.fromEntries(groups.filter(([, group]) => isObject(group) && Object.keys(group).length > 0))
  }

  #group(kind: Kind): Map<string, JsonObject> {
    return this.#named.get(kind) as Map<string, JsonObject>
  }
}

function reference(kind: Kind, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/** A name that is not taken: the wanted one, or that with a number. */
export function uniqueName(wanted: string, taken: { has(name: string): boolean }): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`
    if (!taken.has(name)) return name
  }
}
