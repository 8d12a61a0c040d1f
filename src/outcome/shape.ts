/**
 * How the nodes of the hub are stated as data. A table of `tables.ts` is typed by its interface: a key that is missing,
 * misspelt, of another kind, or optional on one side only does not compile.
 */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Extra } from './outcome.ts'

/** What a text usually is. Generators use it; guards and schemas take any text. */
export type TextHint =
  | 'base64'
  | 'code'
  | 'emptyReason'
  | 'id'
  | 'idempotencyKey'
  | 'key'
  | 'keyword'
  | 'license'
  | 'mediaType'
  | 'mode'
  | 'path'
  | 'pointer'
  | 'printable'
  | 'riskTier'
  | 'scheme'
  | 'status'
  | 'time'
  | 'token'
  | 'url'
  | 'verification'
  | 'wireId'
  | 'word'
  | 'json'
  | 'contract'
  | 'event'

export type NumberHint = 'count' | 'duration' | 'fraction' | 'wait'

export type ValueHint = 'any' | 'schema' | 'push'

/** What a value should be, as data. */
export type AnyShape =
  | { readonly is: 'text'; readonly hint: TextHint }
  | { readonly is: 'number'; readonly hint: NumberHint }
  | { readonly is: 'flag' }
  | { readonly is: 'value'; readonly hint: ValueHint }
  | { readonly is: 'object'; readonly hint: ValueHint }
  | { readonly is: 'extra' }
  | { readonly is: 'oneOf'; readonly values: readonly string[] }
  | { readonly is: 'list'; readonly item: AnyShape; readonly least: number }
  | AnyNode
  | AnyUnion

export interface AnyNode {
  readonly is: 'node'
  readonly members: Readonly<Record<string, Member>>
}

export interface AnyUnion {
  readonly is: 'union'
  readonly tag: string
  readonly variants: Readonly<Record<string, AnyNode>>
}

export interface Member {
  readonly shape: AnyShape
  readonly isRequired: boolean
  /** Stays with the server: generators of answers leave it out. */
  readonly isInternal: boolean
}

/** Types only. A function of `T` to `T`, so that neither a wider nor a narrower shape fits. */
export interface Of<T> {
  readonly '~of'?: (value: T) => T
}

/** A shape of values of type `T`. */
export type Shape<T> = AnyShape & Of<T>
export type NodeShape<T> = AnyNode & Of<T>
export type UnionShape<T> = AnyUnion & Of<T>

export interface RequiredMember<T> extends Member, Of<T> {
  readonly isRequired: true
}

export interface InternalMember<T> extends Member, Of<T> {
  readonly isRequired: false
}

/** The members that a person writes; a name with `~` exists in types only. */
export type MemberName<T> = Exclude<keyof T & string, `~${string}`>

/** One entry for each member of `T`: `required(…)` exactly where the interface has no question mark. */
export type Table<T> = {
  readonly [K in MemberName<T>]-?: Partial<Pick<T, K>> extends Pick<T, K>
    ? Shape<Exclude<T[K], undefined>> | InternalMember<Exclude<T[K], undefined>>
    : RequiredMember<T[K]>
}

export const textLike = (hint: TextHint): Shape<string> => ({ is: 'text', hint })
export const numberLike = (hint: NumberHint): Shape<number> => ({ is: 'number', hint })
export const valueLike = (hint: ValueHint): Shape<Json> => ({ is: 'value', hint })
export const objectLike = (hint: ValueHint): Shape<JsonObject> => ({ is: 'object', hint })

export const text = textLike('word')
export const flag: Shape<boolean> = { is: 'flag' }
export const value = valueLike('any')
export const object = objectLike('any')
export const extra: Shape<Extra> = { is: 'extra' }

export function oneOf<const V extends string>(...values: readonly V[]): Shape<V> {
  return { is: 'oneOf', values }
}

export function list<T>(item: Shape<T>): Shape<T[]> {
  return { is: 'list', item, least: 0 }
}

/** A list that is never empty. */
export function filledList<T>(item: Shape<T>): Shape<[T, ...T[]]> {
  return { is: 'list', item, least: 1 }
}

export function required<T>(shape: Shape<T>): RequiredMember<T> {
  return { shape, isRequired: true, isInternal: false }
}

export function internal<T>(shape: Shape<T>): InternalMember<T> {
  return { shape, isRequired: false, isInternal: true }
}

export function node<T>(table: Table<T>): NodeShape<T> {
  const entries = Object.entries(table as Record<string, AnyShape | Member>)
  const members = entries.map(([name, entry]): [string, Member] => [
    name,
    'shape' in entry ? entry : { shape: entry, isRequired: false, isInternal: false },
  ])
  return { is: 'node', members: Object.fromEntries(members) }
}

export type Variants<T, Tag extends keyof T> = {
  readonly [V in T[Tag] & string]: NodeShape<Extract<T, { [K in Tag]: V }>>
}

/** Nodes whose variants are distinguished by their member `tag`. */
export function union<T, const Tag extends keyof T & string>(
  tag: Tag,
  variants: Variants<T, Tag>,
): UnionShape<T> & { readonly variants: Variants<T, Tag> } {
  return { is: 'union', tag, variants }
}

/** The same node with no member required. */
export function partialNode<T>({ members }: NodeShape<T>): NodeShape<Partial<T>> {
  const entries = Object.entries(members).map(([name, member]) => [name, { ...member, isRequired: false }])
  return { is: 'node', members: Object.fromEntries(entries) }
}
