/** A fault as an object `{code, message, category, recovery, …}` and back: the hub's own words, readable as they stand. */

import { defined } from '../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { type Fault, type FaultCategory, fault, faultCategories, type Issue } from '../outcome/fault.ts'
import type { Location } from '../outcome/need.ts'
import type { Extra } from '../outcome/outcome.ts'
import { object, text } from './read.ts'

type Fits = (value: Json) => boolean

const isText: Fits = value => typeof value === 'string'

const faultMembers: Readonly<Record<string, Fits>> = {
  category: value => typeof value === 'string' && Object.hasOwn(faultCategories, value),
  code: isText,
  message: isText,
  detail: isText,
  recovery: value => value === 'retry' || value === 'correct' || value === 'stop',
  retryAfterMs: value => typeof value === 'number' && value >= 0,
  began: value => typeof value === 'boolean',
  issues: value => Array.isArray(value) && value.every(isObject),
  resourceId: isText,
  details: isObject,
}

const issueMembers: Readonly<Record<string, Fits>> = {
  pointer: isText,
  message: isText,
  keyword: isText,
  location: value => value === 'body' || value === 'query' || value === 'path' || value === 'header',
}

/** The members of the hub's that have its types, and the others. */
function sorted(
  node: JsonObject,
  members: Readonly<Record<string, Fits>>,
  contract: string,
): { own: JsonObject; extra?: Extra } {
  const fits = ([name, value]: [string, Json]): boolean =>
    Object.hasOwn(members, name) && members[name]?.(value) === true
  const entries = Object.entries(node)
  const own = Object.fromEntries(entries.filter(fits))
  const rest = entries.filter(entry => !fits(entry))
  return rest.length === 0 ? { own } : { own, extra: { [contract]: Object.fromEntries(rest) } }
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
  const { own, extra } = sorted(error, faultMembers, contract)
  const category = (text(own.category) ?? 'internal') as FaultCategory
  const { issues, ...members } = own
  const read = Array.isArray(issues) ? issues.map(issue => readIssue(object(issue) ?? {}, contract)) : []
  return { ...fault(category, '', { ...members, issues: read }), ...(extra === undefined ? undefined : { extra }) }
}

function readIssue(item: JsonObject, contract: string): Issue {
  const { own, extra } = sorted(item, issueMembers, contract)
  return {
    pointer: text(own.pointer) ?? '',
    message: text(own.message) ?? '',
    ...defined<Partial<Issue>>({ keyword: text(own.keyword), location: text(own.location) as Location | undefined }),
    ...(extra === undefined ? undefined : { extra }),
  }
}
