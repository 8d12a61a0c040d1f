/** Whether `check` and a JSON Schema agree on mutated documents, and by which rules they do not. */
import { check } from '../../../src/codec/check.ts'
import { adcp } from '../../../src/contracts/adcp/index.ts'
import type { Json, JsonObject } from '../../../src/lib/json-value.ts'
import { httpWire } from '../../../src/wire/http.ts'
import { type Comparable, comparables } from './documents.ts'
import { mutated, numbersFrom } from './mutate.ts'

export interface Comparison {
  readonly message: string
  readonly documents: number
  /** Both find the document valid, or both invalid. */
  bothValid: number
  bothInvalid: number
  /** Refused by the schema of one task or of one domain alone, which `check` does not have. */
  leftToTask: number
  /** `check` finds nothing in what the schema refuses. Must not happen. */
  readonly missed: { body: Json; reason: string }[]
  /** `check` refuses what the schema accepts: by a rule that the text states and the schema does not. */
  readonly stricter: Map<string, { count: number; body: Json; pointer: string }>
}

/** What a schema says of a document. */
export interface Verdict {
  /** Why it is not valid. */
  reason?: string | undefined
  /** Why its task or domain refuses it, where nothing else does. */
  ofTask?: string | undefined
}

export type Schema = (comparable: Comparable, body: JsonObject) => Verdict

export function compare(version: string, schema: Schema, perDocument: number, seed = 1): Comparison[] {
  const next = numbersFrom(seed)
  return comparables.map(comparable => {
    const { message, bodies, opaque } = comparable
    const row: Comparison = {
      message,
      documents: perDocument,
      bothValid: 0,
      bothInvalid: 0,
      leftToTask: 0,
      missed: [],
      stricter: new Map(),
    }
    for (let index = 0; index < perDocument; index++) {
      const body = mutated(bodies[index % bodies.length] as JsonObject, opaque, next)
      count(row, findingsOf(version, message, body), schema(comparable, body), body)
    }
    return row
  })
}

function findingsOf(version: string, message: string, body: JsonObject) {
  const wire = httpWire({ headers: { 'content-type': 'application/json' }, body })
  return check(adcp, wire, { version, message }).filter(({ level }) => level === 'must')
}

function count(
  row: Comparison,
  findings: readonly { rule: string; pointer: string }[],
  { reason, ofTask }: Verdict,
  body: Json,
): void {
  const [first] = findings
  if (first === undefined && reason === undefined) row[ofTask === undefined ? 'bothValid' : 'leftToTask']++
  else if (first !== undefined && (reason ?? ofTask) !== undefined) row.bothInvalid++
  else if (reason !== undefined) row.missed.push({ body, reason })
  else if (first !== undefined) {
    const known = row.stricter.get(first.rule)
    if (known === undefined) row.stricter.set(first.rule, { count: 1, body, pointer: first.pointer })
    else known.count++
  }
}
