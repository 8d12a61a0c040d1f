/**
 * Members of the hub that an answer has no place for. They travel with it as the hub has them, under a key of ours, and
 * are read back from there; the contract only says where that key stands.
 */
import { equalJson, isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { tokensOf } from '../lib/pointer.ts'
import type { Exchange } from '../outcome/exchange.ts'
import { exchangeMembers, isMember, outcomeMembers, wrongPlaces } from '../outcome/guard.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import type { Need } from '../outcome/need.ts'
import type { Extra, Outcome } from '../outcome/outcome.ts'
import type { AnyShape } from '../outcome/shape.ts'
import { exchange as exchangeTable, outcome as outcomeTable } from '../outcome/tables.ts'
import { placeInTags, readTags, writeTags } from '../outcome/tags.ts'
import type { Losses } from './loss.ts'
import { type Finding, finding, type Rule } from './rule.ts'

/** What an answer says. */
export interface Answer {
  outcome: Outcome
  exchange: Exchange
}

type Extensible = { extra?: Extra }

/** The answer without the members that only other contracts know; each of those is a named loss. */
export function withoutForeignExtra({ outcome, exchange }: Answer, contract: string, losses: Losses): Answer {
  return {
    outcome: stripOutcome(outcome, '/outcome', contract, losses) as Outcome,
    exchange: stripExchange(exchange, '/exchange', contract, losses) as Exchange,
  }
}

/** Gives a value without foreign members: the same value where it has none. */
type Strip = (value: unknown, at: string, contract: string, losses: Losses) => unknown

/** The strip of a shape; undefined where nothing in it can have such members. */
function stripOf(shape: AnyShape): Strip | undefined {
  if (shape.is === 'list') return stripList(stripOf(shape.item))
  if (shape.is === 'union') {
    const strips = new Map(Object.entries(shape.variants).map(([name, variant]) => [name, stripOf(variant)]))
    return (value, at, contract, losses) => {
      const strip = strips.get((value as Record<string, string>)[shape.tag] ?? '')
      return strip === undefined ? value : strip(value, at, contract, losses)
    }
  }
  if (shape.is !== 'node') return undefined
  const inner = Object.entries(shape.members).flatMap(([name, member]) => {
    const strip = stripOf(member.shape)
    return strip === undefined ? [] : [[name, strip] as const]
  })
  const isExtensible = Object.hasOwn(shape.members, 'extra')
  return inner.length === 0 && !isExtensible ? undefined : stripNode(inner)
}

function stripList(item: Strip | undefined): Strip | undefined {
  if (item === undefined) return undefined
  return (value, at, contract, losses) => {
    if (!Array.isArray(value)) return value
    let copy: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const each = item(value[index], `${at}/${index}`, contract, losses)
      if (each === value[index]) continue
      copy ??= [...value]
      copy[index] = each
    }
    return copy ?? value
  }
}

function stripNode(inner: readonly (readonly [string, Strip])[]): Strip {
  return (value, at, contract, losses) => {
    const source = value as Record<string, unknown> & Extensible
    let node = source.extra === undefined ? source : withOwnExtra(source, at, contract, losses)
    for (const [name, strip] of inner) {
      const member = source[name]
      if (member === undefined) continue
      const copy = strip(member, `${at}/${name}`, contract, losses)
      if (copy !== member) node = { ...node, [name]: copy }
    }
    return node
  }
}

function withOwnExtra<T extends Extensible>(node: T, at: string, contract: string, losses: Losses): T {
  const { extra: _, ...rest } = node
  const own = losses.extraOf(node, at)
  return (own === undefined ? rest : { ...rest, extra: { [contract]: own } }) as T
}

const stripOutcome = stripOf(outcomeTable) as Strip
const stripExchange = stripOf(exchangeTable) as Strip

/** The members that would be read otherwise than they were sent; null where none was sent. */
export function unplacedMembers(sent: object, read: object): JsonObject | undefined {
  const before = sent as Record<string, Json | undefined>
  const after = read as Record<string, Json | undefined>
  const members: [string, Json][] = []
  for (const name in before) {
    if (!equalJson(before[name], after[name])) members.push([name, before[name] ?? null])
  }
  for (const name in after) if (before[name] === undefined && !(name in before)) members.push([name, null])
  return members.length === 0 ? undefined : writeTags(Object.fromEntries(members))
}

/** Unplaced members as they came, and where they stand in the body. */
export interface Unplaced {
  value: Json | undefined
  at: string
}

/** What was read, with its unplaced members; what does not fit is found against the rule and kept unread. */
export function withUnplaced(
  read: Answer,
  outcome: Unplaced,
  exchange: Unplaced,
  rule: Rule,
  findings: Finding[],
): Answer {
  const fitting = ({ value: came, at }: Unplaced, members: Parameters<typeof wrongPlaces>[1]): Fitting => {
    if (came === undefined) return { fit: nothing }
    const value = isObject(came) ? readTags(came) : came
    const places = wrongPlaces(value, members, at)
    if (places.length === 0) return { fit: value as JsonObject }
    for (const place of places) findings.push(finding(rule, placeInTags(place, at, came)))
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

/** Unplaced members, parted: what the hub's members can be, and what they cannot. */
interface Fitting {
  fit: JsonObject
  odd?: Json
}

/** A node with what could not be read, under the key where it stood. */
function keeping<T extends Extensible>(node: T, odd: Json | undefined, at: string, contract: string): T {
  if (odd === undefined) return node
  const own = { ...node.extra?.[contract], [tokensOf(at).at(-1) ?? '']: odd }
  return { ...node, extra: { ...node.extra, [contract]: own } }
}

const nothing: JsonObject = Object.freeze({})

function over<T extends object>(read: T, fit: JsonObject): T {
  if (fit === nothing) return read
  // Both have only the hub's own names. Members are left out rather than deleted, which would make a slow object.
  const members: Record<string, unknown> = {}
  for (const name in read) if (fit[name] === undefined) members[name] = read[name]
  for (const name in fit) if (fit[name] !== null) members[name] = fit[name]
  return members as T
}

/** Needs as the hub has them, or undefined when the value is none. */
export function readNeeds(value: Json | undefined): [Need, ...Need[]] | undefined {
  return isMember('needs', value) ? (value as unknown as [Need, ...Need[]]) : undefined
}
