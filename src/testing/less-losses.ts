/** "Equal less the named losses": what a round trip must bring back. */

import type { Loss } from '../codec/loss.ts'
import { equalJson, isObject } from '../lib/json-value.ts'
import { pointer, tokensOf } from '../lib/pointer.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Outcome } from '../outcome/outcome.ts'

interface Answer {
  outcome: Outcome
  exchange: Exchange
}

/** Members that belong to one kind of outcome and go with it. */
const kindMembers = new Set([
  'kind',
  'partial',
  'created',
  'emptyReason',
  'retryWith',
  'grade',
  'phase',
  'progress',
  'needs',
  'fault',
  'status',
])

/**
 * Undefined when all came back; else the pointer of what was lost silently.
 *
 * @example
 * const sent = { outcome: completed('Hello'), exchange: goldenExchange }
 * const received = { outcome: completed(), exchange: goldenExchange }
 * silentLoss(sent, received, []) // '/outcome/payload'
 */
export function silentLoss(sent: Answer, received: Answer, losses: readonly Loss[]): string | undefined {
  const a = copyOf(sent) as Answer
  const b = copyOf(received) as Answer
  const dropped = losses.map(loss => tokensOf(loss.pointer)).filter(tokens => isItem(sent, tokens))
  const changed = losses.map(loss => tokensOf(loss.pointer)).filter(tokens => !isItem(sent, tokens))
  for (const tokens of changed) {
    remove(a, tokens)
    remove(b, shifted(tokens, dropped))
  }
  // The last items first, so that the places of the others hold.
  for (const tokens of dropped.toSorted((x, y) => Number(y.at(-1)) - Number(x.at(-1)))) remove(a, tokens)
  const kindLost = losses.some(({ pointer }) => pointer === '/outcome/kind')
  for (const room of ['outcome', 'exchange'] as const) {
    const left = prune(a[room]) as Record<string, unknown>
    const right = prune(b[room]) as Record<string, unknown>
    for (const member of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (room === 'outcome' && kindLost && (kindMembers.has(member) || left[member] === undefined)) continue
      const at = difference(left[member], right[member])
      if (at !== undefined) return `/${room}${pointer(member)}${at}`
    }
  }
  return undefined
}

/** A copy of plain JSON. The laws make millions of them, and `structuredClone` takes several times as long. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member)]))
}

/** Where two values differ first, as far as both are objects; undefined when they are equal. */
function difference(a: unknown, b: unknown): string | undefined {
  if (equalJson(a, b)) return undefined
  if (!isObject(a) || !isObject(b)) return ''
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const at = difference(child(a, name), child(b, name))
    if (at !== undefined) return pointer(name) + at
  }
  return ''
}

function isItem(root: unknown, tokens: readonly string[]): boolean {
  const parent = tokens.slice(0, -1).reduce<unknown>((node, token) => child(node, token), root)
  return Array.isArray(parent)
}

function child(node: unknown, token: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[token] : undefined
}

/** Where a place is once earlier items of its list are gone. */
function shifted(tokens: readonly string[], dropped: readonly (readonly string[])[]): string[] {
  return tokens.map((token, index) => {
    const before = dropped.filter(
      item =>
        item.length === index + 1 &&
        item.slice(0, -1).every((part, place) => part === tokens[place]) &&
        Number(item.at(-1)) < Number(token),
    )
    return before.length === 0 ? token : String(Number(token) - before.length)
  })
}

function remove(root: unknown, tokens: readonly string[]): void {
  const parent = tokens.slice(0, -1).reduce<unknown>((node, token) => child(node, token), root)
  const last = tokens.at(-1)
  if (last === undefined || typeof parent !== 'object' || parent === null) return
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete (parent as Record<string, unknown>)[last]
}

/** `extra` that is left empty once its contracts are gone counts as absent. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, prune(member)] as const)
      .filter(([key, member]) => member !== undefined && !(key === 'extra' && isEmpty(member))),
  )
}

/** No contract, or contracts without a member. */
function isEmpty(extra: unknown): boolean {
  const members = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value).length : 1)
  return typeof extra === 'object' && extra !== null && Object.values(extra).every(value => members(value) === 0)
}
