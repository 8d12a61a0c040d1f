/** A fault as an object `{code, message, category, recovery, …}` and back: as the hub has it. */

import { defined } from '../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { type Fault, type FaultCategory, fault, type Issue } from '../outcome/fault.ts'
import { memberGuards } from '../outcome/guard.ts'
import type { Extra } from '../outcome/outcome.ts'
import type { AnyNode } from '../outcome/shape.ts'
import { fault as faultTable, issue as issueTable } from '../outcome/tables.ts'
import { object, text } from './read.ts'

type Fits = (value: Json) => boolean

function membersOf(shape: AnyNode, others: Readonly<Record<string, Fits>> = {}): ReadonlyMap<string, Fits> {
  const { extra: _, ...guards } = memberGuards(shape)
  return new Map([
    ...Object.entries(guards).map(([name, { fits }]) => [name, fits] as const),
    ...Object.entries(others),
  ])
}

/** Of an issue that lacks something the rest is read. */
const faultMembers = membersOf(faultTable, {
  retryAfterMs: value => typeof value === 'number' && value >= 0,
  issues: value => Array.isArray(value) && value.every(isObject),
})

const issueMembers = membersOf(issueTable)

/** The members of the hub's that have its types, and the others. */
function sorted(
  node: JsonObject,
  members: ReadonlyMap<string, Fits>,
  contract: string,
): { fitting: JsonObject; extra?: Extra } {
  const fits = ([name, value]: [string, Json]): boolean => members.get(name)?.(value) === true
  const entries = Object.entries(node)
  const fitting = Object.fromEntries(entries.filter(fits))
  const rest = entries.filter(entry => !fits(entry))
  return rest.length === 0
    ? { fitting: fitting }
    : { fitting: fitting, extra: { [contract]: Object.fromEntries(rest) } }
}

export function writeFault({ issues, extra, ...members }: Fault, contract: string): JsonObject {
  const written = issues.map(({ extra: more, ...issue }) => ({ ...more?.[contract], ...issue }))
  return {
    ...extra?.[contract],
    ...defined<JsonObject>(members as JsonObject),
    ...(issues.length === 0 ? undefined : { issues: written }),
  } as JsonObject
}

/** Whether a value says what went wrong, in these words or nearly. */
export function isFault(value: Json | undefined): value is JsonObject {
  return isObject(value) && (typeof value.message === 'string' || typeof value.code === 'string')
}

export function readFault(error: JsonObject, contract: string): Fault {
  const { fitting, extra } = sorted(error, faultMembers, contract)
  const category = (text(fitting.category) ?? 'internal') as FaultCategory
  const { issues, ...members } = fitting
  const read = Array.isArray(issues) ? issues.map(issue => readIssue(object(issue) ?? {}, contract)) : []
  return { ...fault(category, '', { ...members, issues: read }), ...(extra === undefined ? undefined : { extra }) }
}

function readIssue(item: JsonObject, contract: string): Issue {
  const { fitting: members, extra } = sorted(item, issueMembers, contract)
  return { pointer: '', message: '', ...members, ...(extra === undefined ? undefined : { extra }) }
}
