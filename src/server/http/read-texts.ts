/** Texts under a schema that has no JSON Schema (plain valibot, say): each is read as what the schema takes. */
import type { CompiledSchema } from '../../agent/schema.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { tokensOf } from '../../lib/pointer.ts'
import { scalarOf } from './coerce.ts'
import type { GatheredInput } from './gather-input.ts'

/** A library that names one issue at a time is asked a few times, not for ever. */
const maxRounds = 12

/** The input with the first reading of every text that the schema lets pass; a text that has none stays as it came. */
export async function readTexts({ input, texts }: GatheredInput, schema: CompiledSchema): Promise<Json> {
  if (texts.size === 0 || !isObject(input)) return input
  const chosen = [...texts].map(([name, values]) => ({ name, readings: readingsOf(values), at: 0, open: true }))
  const read = (): Json => ({
    ...input,
    ...Object.fromEntries(chosen.map(({ name, readings, at }) => [name, readings[at] as Json])),
  })
  for (let round = 0; round < maxRounds; round++) {
    const validated = await schema.validate(read())
    if (validated.ok) break
    const refused = new Set(validated.issues.map(issue => tokensOf(issue.pointer)[0]))
    const wrong = chosen.filter(({ name, open }) => open && refused.has(name))
    if (wrong.length === 0) break
    for (const text of wrong) {
      text.open = text.at + 1 < text.readings.length
      text.at = text.open ? text.at + 1 : 0
    }
  }
  return read()
}

/** One text: itself, the number or boolean that it spells, a list of either. Several: a list of either. */
function readingsOf(values: readonly string[]): Json[] {
  const scalars = values.map(value => scalarOf(value))
  const differ = scalars.some(scalar => typeof scalar !== 'string')
  const lists: Json[] = [[...values], ...(differ ? [scalars] : [])]
  const [value, ...more] = values
  if (value === undefined || more.length > 0) return lists
  return [value, ...(differ ? scalars : []), ...lists]
}
