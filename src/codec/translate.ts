/** From one contract to another: decode, then encode, and nothing else. A hub, never pairs. */
import { type Exchange, type SealSource, seal } from '../outcome/exchange.ts'
import type { Wire } from '../wire/wire.ts'
import { editionOf, faceOf } from './check.ts'
import type { Contract, Decoded } from './contract.ts'
import type { Loss } from './loss.ts'
import { unread } from './unread.ts'

/** From which contract to which, and how the result is written. */
export interface TranslateOptions {
  from: Contract
  fromVersion?: string | undefined
  to: Contract
  toVersion?: string | undefined
  /** The carrier to write for; the source's own, or the first that the target speaks. */
  carrier?: Wire['carrier'] | undefined
  dialect?: string | undefined
  seal?: SealSource | undefined
}

/** The translated message, with what was read, what was found and what was lost. */
export interface Translation extends Decoded {
  wire: Wire
  losses: Loss[]
}

/** Which carrier a translation writes for. */
export function targetCarrier(to: Contract, version: string | undefined, wanted: Wire['carrier']): Wire['carrier'] {
  const edition = editionOf(to, version)
  if (edition[wanted] !== undefined) return wanted
  return (['http', 'file', 'mcp', 'a2a'] as const).find(carrier => edition[carrier] !== undefined) ?? wanted
}

/**
 * Translates an answer. What the target cannot carry is named; the same contract passes the bytes through.
 *
 * @example
 * const { wire: translated, losses } = translate(wire, { from: contract('yaagents'), to: contract('problem') })
 * for (const { pointer, reason } of losses) console.warn(pointer, reason)
 */
export function translate(wire: Wire, options: TranslateOptions): Translation {
  const { from, to, dialect } = options
  const source = editionOf(from, options.fromVersion)
  const target = editionOf(to, options.toVersion)
  const decoded = faceOf<Wire>(from, source, wire.carrier).decode(wire)
  const carrier = options.carrier ?? targetCarrier(to, options.toVersion, wire.carrier)
  if (source === target && carrier === wire.carrier && dialect === undefined) return { ...decoded, wire, losses: [] }
  const sealed = seal(decoded.exchange, options.seal ?? minting(to))
  const encoded = faceOf<Wire>(to, target, carrier).encode(decoded.outcome, sealed, dialect)
  return {
    ...decoded,
    wire: encoded.wire,
    losses: [...unread(wire, decoded), ...encoded.losses.filter(loss => !isMinted(loss, decoded, sealed))],
  }
}

const exchangeAt = '/exchange/'

/** What the seal added was never there to be lost; what the target made up is named. */
export function isMinted({ pointer }: Loss, { exchange }: Pick<Decoded, 'exchange'>, sealed: Exchange): boolean {
  if (!pointer.startsWith(exchangeAt)) return false
  const end = pointer.indexOf('/', exchangeAt.length)
  const member = pointer.slice(exchangeAt.length, end < 0 ? undefined : end)
  return !(member in exchange) && member in sealed
}

/** New ids in the form that the target has for them. */
export function minting({ mintId }: Contract): SealSource | undefined {
  if (mintId === undefined) return undefined
  const now = (): Date => new Date()
  const random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size))
  return { id: () => mintId({ now, random }), now }
}
