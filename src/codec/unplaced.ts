/**
 * Members of the hub that an answer has no place for. They travel with it as the hub has them, under a key of ours, and
 * are read back from there; the contract only says where that key is.
 *
 * What the answer itself says of such a member, as far as its words go, is remembered as a fingerprint in `visible`: when
 * somebody changes that later, the change counts, and the member under our key is reported as out of date.
 */
import { fingerprint } from '../lib/fingerprint.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { pointer, tokensOf } from '../lib/pointer.ts'
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
import { staysWithServer } from './unchanged.ts'

/** What an answer says. */
export interface AnswerContent {
  outcome: Outcome
  exchange: Exchange
}

type Extensible = { extra?: Extra }

/** The answer without what only other contracts know and what stays with the server; each of those is a named loss. */
export function withoutForeignExtra(
  { outcome, exchange }: AnswerContent,
  contract: string,
  losses: Losses,
): AnswerContent {
  return {
    outcome: stripOutcome(outcome, '/outcome', contract, losses) as Outcome,
    exchange: stripExchange(exchange, '/exchange', contract, losses) as Exchange,
  }
}

/** Gives a value without such members: the same value where it has none. */
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
    const strip = member.isInternal ? leaveOut : stripOf(member.shape)
    return strip === undefined ? [] : [[name, strip] as const]
  })
  const isExtensible = Object.hasOwn(shape.members, 'extra')
  return inner.length === 0 && !isExtensible ? undefined : stripNode(inner)
}

function leaveOut(_: unknown, at: string, __: string, losses: Losses): undefined {
  losses.add(at, staysWithServer)
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
    let node = source.extra === undefined ? source : withExtraOf(source, at, contract, losses)
    for (const [name, strip] of inner) {
      const member = source[name]
      if (member === undefined) continue
      const copy = strip(member, `${at}/${name}`, contract, losses)
      if (copy === member) continue
      const { [name]: _, ...others } = node
      node = copy === undefined ? others : { ...node, [name]: copy }
    }
    return node
  }
}

function withExtraOf<T extends Extensible>(node: T, at: string, contract: string, losses: Losses): T {
  const { extra: _, ...rest } = node
  const members = losses.extraOf(node, at)
  return (members === undefined ? rest : { ...rest, extra: { [contract]: members } }) as T
}

const stripOutcome = stripOf(outcomeTable) as Strip
const stripExchange = stripOf(exchangeTable) as Strip

/**
 * The members that would be read otherwise than they were sent; null where none was sent. `shown` is what the body alone
 * says, where a head says more.
 */
export function unplacedMembers(sent: object, read: object, shown?: () => object): JsonObject | undefined {
  const before = sent as Record<string, Json | undefined>
  const after = read as Record<string, Json | undefined>
  let members: JsonObject | undefined
  for (const name in before) {
    if (equalJson(before[name], after[name])) continue
    members ??= {}
    members[name] = before[name] ?? null
  }
  for (const name in after) {
    if (before[name] !== undefined || name in before) continue
    members ??= {}
    members[name] = null
  }
  if (members === undefined) return undefined
  const visible = fingerprints(members, (shown?.() ?? read) as Shown)
  const tagged = writeTags(members)
  if (visible !== undefined) tagged[visibleKey] = visible
  return tagged
}

/** What an answer itself says of members that are under our key. */
export type Shown = Readonly<Record<string, Json | undefined>>

/** Fingerprints of what an answer itself says of these members; undefined when it says nothing of them. */
export function fingerprints(members: JsonObject, shown: Shown): JsonObject | undefined {
  let visible: JsonObject | undefined
  for (const name in members) {
    const value = shown[name]
    if (value === undefined) continue
    visible ??= {}
    visible[name] = fingerprint(value)
  }
  return visible
}

/** Fingerprints of what the answer itself says of its unplaced members. No node of the hub has a member of this name. */
const visibleKey = 'visible'

/** Unplaced members as they came, and where they are in the body. */
export interface Unplaced {
  value: Json | undefined
  at: string
}

/**
 * What was read, with its unplaced members; what does not fit is found against the rule and kept unread. `shown` is what
 * the body alone says, where a head says more.
 */
export function withUnplaced(
  read: AnswerContent,
  outcome: Unplaced,
  exchange: Unplaced,
  rule: Rule,
  findings: Finding[],
  shown: () => AnswerContent = () => read,
): AnswerContent {
  const fitting = (
    { value: came, at }: Unplaced,
    members: Parameters<typeof wrongPlaces>[1],
    name: keyof AnswerContent,
  ): Fitting => {
    if (came === undefined) return { fit: nothing }
    const { value, stale } = isObject(came)
      ? withoutVisible(readTags(came), () => shown()[name], at)
      : { value: came, stale: none }
    const places = wrongPlaces(value, members, at)
    for (const place of places) findings.push(finding(rule, placeInTags(place, at, came)))
    for (const place of stale) findings.push(finding(rule, place, outOfDate))
    if (places.length === 0 && stale.length === 0) return { fit: value as JsonObject }
    if (!isObject(value)) return { fit: nothing, odd: value }
    const wrong = new Set(
      [...places, ...stale].map(place =>
        tokensOf(place.slice(at.length)).at(place.startsWith(`${at}/${visibleKey}/`) ? 1 : 0),
      ),
    )
    const only = (isWrong: boolean): JsonObject =>
      Object.fromEntries(Object.entries(value).filter(([name]) => wrong.has(name) === isWrong))
    return { fit: only(false), odd: only(true) }
  }
  const contract = rule.id.slice(0, rule.id.indexOf('/'))
  const { fit, odd } = fitting(outcome, outcomeMembers, 'outcome')
  const merged = over(read.outcome, fit)
  const whole = merged === read.outcome || isOutcome(merged)
  if (!whole) findings.push(finding(rule, `${outcome.at}/kind`))
  const about = fitting(exchange, exchangeMembers, 'exchange')
  return {
    outcome: whole
      ? keeping(merged, odd, outcome.at, contract)
      : keeping(read.outcome, outcome.value, outcome.at, contract),
    exchange: keeping(over(read.exchange, about.fit), about.odd, exchange.at, contract),
  }
}

const outOfDate = 'The answer itself says something else now, which counts: this is out of date.'

/** Unplaced members without their fingerprints; `stale`: those of which the answer says something else by now. */
function withoutVisible(
  members: JsonObject,
  shown: () => object,
  at: string,
): { value: JsonObject; stale: readonly string[] } {
  // What are no fingerprints stays among the members, and is found there.
  if (!isObject(members[visibleKey])) return { value: members, stale: none }
  const { [visibleKey]: visible, ...value } = members as { [visibleKey]: JsonObject } & JsonObject
  const stale = staleMembers(visible, shown() as Shown)
  return { value, stale: stale.length === 0 ? none : stale.map(name => `${at}/${visibleKey}${pointer(name)}`) }
}

/** The members of which the answer says something else than when their fingerprints were taken. */
export function staleMembers(visible: JsonObject, shown: Shown): readonly string[] {
  let stale: string[] | undefined
  for (const name in visible) {
    const value = Object.hasOwn(shown, name) ? shown[name] : undefined
    if (value !== undefined && visible[name] === fingerprint(value)) continue
    stale ??= []
    stale.push(name)
  }
  return stale ?? none
}

const none: readonly string[] = []

/** Unplaced members, parted: what the hub's members can be, and what they cannot. */
interface Fitting {
  fit: JsonObject
  odd?: Json
}

/** A node with what could not be read, under the key where it was. */
function keeping<T extends Extensible>(node: T, odd: Json | undefined, at: string, contract: string): T {
  if (odd === undefined) return node
  const members = { ...node.extra?.[contract], [tokensOf(at).at(-1) ?? '']: odd }
  return { ...node, extra: { ...node.extra, [contract]: members } }
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
