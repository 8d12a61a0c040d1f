/** What an answer has no place for travels beside it as the hub has it, and is read back from there. */

import { equalJson, isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { tokensOf } from '../lib/pointer.ts'
import type { Exchange } from '../outcome/exchange.ts'
import { exchangeMembers, isMember, outcomeMembers, wrongPlaces } from '../outcome/guard.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import type { Need } from '../outcome/need.ts'
import type { Extra, Outcome } from '../outcome/outcome.ts'
import type { Losses } from './loss.ts'
import { type Finding, finding, type Rule } from './rule.ts'

/** What is told by an answer. */
export interface Told {
  outcome: Outcome
  exchange: Exchange
}

type Node = { extra?: Extra }

function isBare({ extra }: Node): boolean {
  return extra === undefined
}

/** The lists of an outcome whose items may have members of some contract's own. */
const lists = ['content', 'artifacts', 'notices', 'citations', 'actions', 'needs']

/** The same without the members that only other contracts know; each of those is a named loss. */
export function ownMembers({ outcome, exchange }: Told, contract: string, losses: Losses): Told {
  const bare = <T extends Node>(node: T, at: string): T => {
    if (node.extra === undefined) return node
    const { extra: _, ...rest } = node
    const mine = losses.extraOf(node, at)
    return (mine === undefined ? rest : { ...rest, extra: { [contract]: mine } }) as T
  }
  const within = (node: object, name: string, at: string): object => {
    const items = (node as Record<string, unknown>)[name]
    if (!Array.isArray(items) || (name !== 'artifacts' && items.every(isBare))) return node
    const copies = items.map((item, index) => {
      const place = `${at}/${name}/${index}`
      const copy = bare(item as Node, place)
      return name === 'artifacts' ? within(copy, 'parts', place) : copy
    })
    return { ...node, [name]: copies }
  }
  const told = lists.reduce<object>((node, name) => within(node, name, '/outcome'), bare(outcome, '/outcome'))
  const at = '/outcome/fault'
  const fault = outcome.kind === 'failed' ? { fault: within(bare(outcome.fault, at), 'issues', at) } : {}
  const query = exchange.query === undefined ? {} : { query: bare(exchange.query, '/exchange/query') }
  return {
    outcome: { ...told, ...fault } as Outcome,
    exchange: { ...bare(exchange, '/exchange'), ...query },
  }
}

/** The members that would be read otherwise than they were sent; null where none was sent. */
export function beside(sent: object, read: object): JsonObject | undefined {
  const before = sent as Record<string, Json | undefined>
  const after = read as Record<string, Json | undefined>
  const members: [string, Json][] = []
  for (const name in before) {
    if (!equalJson(before[name], after[name])) members.push([name, before[name] ?? null])
  }
  for (const name in after) if (before[name] === undefined && !(name in before)) members.push([name, null])
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** What travelled beside an answer, and where it stands in the body. */
export interface Carried {
  value: Json | undefined
  at: string
}

/** What was read, with what travelled beside it; what does not fit is found against the rule and kept unread. */
export function overlay(read: Told, outcome: Carried, exchange: Carried, rule: Rule, findings: Finding[]): Told {
  const fitting = ({ value, at }: Carried, members: Parameters<typeof wrongPlaces>[1]): Fitting => {
    if (value === undefined) return { fit: nothing }
    const places = wrongPlaces(value, members, at)
    if (places.length === 0) return { fit: value as JsonObject }
    for (const place of places) findings.push(finding(rule, place))
    if (!isObject(value)) return { fit: nothing, odd: value }
    const wrong = new Set(places.map(place => tokensOf(place.slice(at.length))[0]))
    const only = (isWrong: boolean): JsonObject =>
      Object.fromEntries(Object.entries(value).filter(([name]) => wrong.has(name) === isWrong))
    return { fit: only(false), odd: only(true) }
  }
  const contract = rule.id.slice(0, rule.id.indexOf('/'))
  const { fit, odd } = fitting(outcome, outcomeMembers)
  const merged = over(read.outcome, fit)
  const whole = merged === read.outcome || isOutcome(merged)
  if (!whole) findings.push(finding(rule, `${outcome.at}/kind`))
  const about = fitting(exchange, exchangeMembers)
  return {
    outcome: whole
      ? keeping(merged, odd, outcome.at, contract)
      : keeping(read.outcome, outcome.value, outcome.at, contract),
    exchange: keeping(over(read.exchange, about.fit), about.odd, exchange.at, contract),
  }
}

/** What travelled beside, parted: what the hub's members can be, and what they cannot. */
interface Fitting {
  fit: JsonObject
  odd?: Json
}

/** A node with what could not be read, under the key where it stood. */
function keeping<T extends Node>(node: T, odd: Json | undefined, at: string, contract: string): T {
  if (odd === undefined) return node
  const own = { ...node.extra?.[contract], [tokensOf(at).at(-1) ?? '']: odd }
  return { ...node, extra: { ...node.extra, [contract]: own } }
}

const nothing: JsonObject = Object.freeze({})

function over<T extends object>(read: T, carried: JsonObject): T {
  if (carried === nothing) return read
  // Both have only the hub's own names. Members are left out rather than deleted, which would make a slow object.
  const members: Record<string, unknown> = {}
  for (const name in read) if (carried[name] === undefined) members[name] = read[name]
  for (const name in carried) if (carried[name] !== null) members[name] = carried[name]
  return members as T
}

/** Needs in the hub's own words, or undefined when the value is none. */
export function readNeeds(value: Json | undefined): [Need, ...Need[]] | undefined {
  return isMember('needs', value) ? (value as unknown as [Need, ...Need[]]) : undefined
}
