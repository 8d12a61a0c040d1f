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
  /** `check` finds nothing in what the schema refuses. Must not happen. */
  readonly missed: { body: Json; reason: string }[]
  /** `check` refuses what the schema accepts: by a rule that the text states and the schema does not. */
  readonly stricter: Map<string, { count: number; body: Json; pointer: string }>
}

/** What a schema says of a document: undefined, or why it is not valid. */
export type Verdict = (comparable: Comparable, body: JsonObject) => string | undefined

export function compare(version: string, verdict: Verdict, perDocument: number, seed = 1): Comparison[] {
  const next = numbersFrom(seed)
  return comparables.map(comparable => {
    const { message, bodies, opaque } = comparable
    const row: Comparison = {
      message,
      documents: perDocument,
      bothValid: 0,
      bothInvalid: 0,
      missed: [],
      stricter: new Map(),
    }
    for (let index = 0; index < perDocument; index++) {
      const body = mutated(bodies[index % bodies.length] as JsonObject, opaque, next)
      count(row, findingsOf(version, message, body), verdict(comparable, body), body)
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
  reason: string | undefined,
  body: Json,
): void {
  const [first] = findings
  if (first === undefined && reason === undefined) row.bothValid++
  else if (first !== undefined && reason !== undefined) row.bothInvalid++
  else if (reason !== undefined) row.missed.push({ body, reason })
  else if (first !== undefined) {
    const known = row.stricter.get(first.rule)
    if (known === undefined) row.stricter.set(first.rule, { count: 1, body, pointer: first.pointer })
    else known.count++
  }
}
