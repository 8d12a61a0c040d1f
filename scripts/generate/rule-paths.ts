/** Which rule an error of a schema breaks. A schema names, node by node, the rule that each part belongs to. */
import { escapeToken } from '../../src/lib/pointer.ts'

type RuleFinder = (path: string, keyword: string, missing: string) => string | undefined

/** Finds the nearest annotation: of the missing member, of the closed object, or of the node and its ancestors. */
export function ruleFinder(schema: unknown): RuleFinder {
  const rules = rulePaths(schema)
  return (place, keyword, missing) => {
    let path = place.slice(0, place.lastIndexOf('/'))
    if (keyword === 'required') path += `/properties/${token(missing)}`
    const closed = keyword === 'additionalProperties' ? rules.get(`${path}/additionalProperties`) : undefined
    if (closed !== undefined) return closed
    while (!rules.has(path) && path !== '#') path = path.slice(0, path.lastIndexOf('/'))
    return rules.get(path)
  }
}

/** The rule of each annotated node, by the path that Ajv reports. */
function rulePaths(schema: unknown, path = '#', found = new Map<string, string>()): Map<string, string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'rule' && typeof value === 'string') found.set(path, value)
    else if (key === 'closed' && typeof value === 'string') found.set(`${path}/additionalProperties`, value)
    else rulePaths(value, `${path}/${token(key)}`, found)
  }
  return found
}

function token(key: string): string {
  return encodeURIComponent(escapeToken(key))
}
