/** The JSON Schemas of arguments: those that upstreams publish, made safe, and those that a configuration has. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { compile } from '../../agent/schema.ts'
import type { OfferedOperation } from '../../client/connection.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'

const mostSchema = 64 * 1024

/** An input that is no object, or one that is too large to be shown, is not described. */
export function objectSchema(schema: JsonObject | undefined): JsonObject | undefined {
  if (schema === undefined) return undefined
  const text = JSON.stringify(schema)
  if (text.length > mostSchema) return undefined
  return schema.type === undefined || schema.type === 'object'
    ? { type: 'object', ...withoutPatterns(text) }
    : undefined
}

/** Some patterns take minutes for a short text, and all callers would wait: the upstream checks its patterns itself. */
function withoutPatterns(schema: string): JsonObject {
  return JSON.parse(schema, (name, value: Json) =>
    (name === 'pattern' && typeof value === 'string') || name === 'patternProperties' ? undefined : value,
  )
}

/**
 * Whether arguments can be checked against a schema: it names no type or reference that does not exist. That takes
 * milliseconds: ask for one schema after the other, so that calls have their turn in between.
 */
export async function isUsable(schema: JsonObject): Promise<boolean> {
  await nextTurn()
  try {
    await compile(schema).validate({})
    return true
  } catch {
    return false
  }
}

/**
 * What is published of operations. Of those whose arguments cannot be checked, the schema is left out. A document may
 * have hundreds: only those that are wanted are compiled.
 */
export async function usable(
  offered: readonly OfferedOperation[],
  onUnusable: (name: string) => void,
  isWanted: (one: OfferedOperation) => boolean = () => true,
): Promise<OfferedOperation[]> {
  const found: OfferedOperation[] = []
  for (const one of offered) {
    const { input: published, ...rest } = one
    const input = objectSchema(published)
    const isChecked = input !== undefined && isWanted(one)
    const isLeftOut = isChecked && !(await isUsable(input))
    if (isLeftOut) onUnusable(one.name)
    found.push(isLeftOut || input === undefined ? rest : { ...rest, input })
  }
  return found
}
