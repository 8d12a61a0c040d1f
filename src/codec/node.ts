/**
 * Nodes of the hub as nodes of a contract: one table per node, read in both directions, naming what is lost.
 *
 * How to port a contract:
 * 1. `const mapped = mappingFor('my-contract')`, in the file that holds the contract's tables (`nodes.ts`).
 * 2. One `mapped(citation, { … })` for each node of `outcome/tables.ts` that the contract carries. Every member of the hub
 *    needs an entry, or the table does not compile:
 *    `'wire_name'` carries it under this name; `snake` under its own name in snake case (`fetchedAt` → `fetched_at`);
 *    `['wire_name', codec]` carries it in another form; `lost()` or `lost('why')` names a loss where it is set;
 *    `elsewhere` says that other code of the contract reads and writes it.
 *    A member that is a node, or a list of nodes, needs a codec: `['parts', listOf(part)]`.
 *    `optional(entry)`: the hub needs it, the wire may lack it (the reader fills it in); `needed(entry)`: the reverse.
 * 3. `variants(part, { text: mapped(part.variants.text, …), … })` for unions; `listOf`, `filledListOf`, `only` of `codec.ts`.
 * 4. A node: `codec.read(json)` and `codec.write(node, at, losses)`. Unknown members go to `extra[contract]` and back.
 *    A node that has no `extra` in the hub is closed: with an unknown member it is not read at all.
 *    A root that holds other things too: `readMembers(body, skip)`, `writeMembers(…)`, `withExtra(…)`.
 * The order of entries is the order on the wire.
 */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { pointer } from '../lib/pointer.ts'
import type { Extra } from '../outcome/outcome.ts'
import type { AnyNode, AnyShape, MemberName, NodeShape } from '../outcome/shape.ts'
import { type Codec, plain } from './codec.ts'
import type { Losses } from './loss.ts'

// Tables are written with it, so that a contract imports all that it needs for them from here.
export { variants } from './variants.ts'

export interface Lost {
  readonly lost: string | undefined
}

export interface Elsewhere {
  readonly elsewhere: true
}

export interface Demand<E, D extends boolean> {
  readonly entry: E
  readonly isDemanded: D
}

/**
 * The member's own name in snake case.
 *
 * @example
 * const created = mappingFor('mine')(hub.created, { location: snake })
 */
export const snake: unique symbol = Symbol('snake')

/**
 * Other code of the contract reads and writes the member.
 *
 * @example
 * const billing = mappingFor('mine')(hub.billing, { units: 'units', tag: elsewhere })
 */
export const elsewhere: Elsewhere = { elsewhere: true }

/**
 * The contract has no place for the member: the loss is named, with this reason where there is one to give.
 *
 * @example
 * const billing = mappingFor('mine')(hub.billing, { units: 'units', tag: lost('tags are not carried') })
 */
export function lost(reason?: string): Lost {
  return { lost: reason }
}

/**
 * The wire may lack a member that the hub needs.
 *
 * @example
 * const created = mappingFor('mine')(hub.created, { location: optional('href') })
 */
export function optional<const E>(entry: E): Demand<E, false> {
  return { entry, isDemanded: false }
}

/**
 * The wire needs a member that the hub may lack.
 *
 * @example
 * mappingFor('mine')(hub.billing, { units: needed('units'), tag: lost() }).read({}) // undefined
 */
export function needed<const E>(entry: E): Demand<E, true> {
  return { entry, isDemanded: true }
}

type WireEntry<T> = string | typeof snake | readonly [name: string | typeof snake, codec: Codec<T>]
type Entry<T> = WireEntry<T> | Demand<WireEntry<T>, boolean> | Lost | Elsewhere

/** One entry for each member of `T`; `extra` needs none. */
export type Mapping<T> = {
  readonly [K in Exclude<MemberName<T>, 'extra'>]-?: Entry<Exclude<T[K], undefined>>
}

type KeysOf<M, E> = { [K in keyof M]: M[K] extends E ? K : never }[keyof M]

/** What is read by a mapping: `T` without what is elsewhere or is lost. */
export type Mapped<T, M> = Omit<T, KeysOf<M, Lost | Elsewhere> | KeysOf<M, Demand<unknown, boolean>>> &
  Partial<Pick<T, KeysOf<M, Demand<unknown, false>> & keyof T>> &
  Required<Pick<T, KeysOf<M, Demand<unknown, true>> & keyof T>>

interface Row {
  readonly hub: string
  readonly wire: string
  readonly codec: Codec<unknown>
  /** The value is the same in the hub and on the wire. */
  readonly isPlain: boolean
  readonly isDemanded: boolean
}

/** How a node treats unknown and reserved members. */
export interface NodeOptions {
  /** Unknown members: kept in `extra`, or none allowed. Default: as the hub has it. */
  readonly room?: 'open' | 'closed'
  /** Members of `extra` that are not written, since their names mean something else. */
  readonly reserved?: Iterable<string> | ((name: string, value: Json) => boolean)
  /** How many known members a node has at least; with fewer it is not read. */
  readonly least?: number
}

/** What a table knows of an object, and the members that it does not know or cannot read. */
export interface Reading<T> {
  members: T
  rest: readonly (readonly [string, Json])[]
}

const nothing: readonly (readonly [string, Json])[] = []

type Members = Record<string, unknown>

/**
 * A node of the hub in a contract's words.
 *
 * @example
 * const billing: NodeCodec<{ units?: number }> = mappingFor('mine')(hub.billing, { units: 'units', tag: lost() })
 */
export class NodeCodec<T> implements Codec<T> {
  readonly #contract: string
  readonly #rows: readonly Row[]
  readonly #lost: ReadonlyMap<string, string>
  readonly #hubs: ReadonlySet<string>
  readonly #byWire: ReadonlyMap<string, Row>
  readonly #demanded: readonly string[]
  readonly #isOpen: boolean
  readonly #least: number
  readonly #isReserved: (name: string, value: Json) => boolean

  constructor(contract: string, shape: AnyNode, mapping: object, options: NodeOptions) {
    const entries = Object.entries(mapping as Record<string, Entry<unknown>>)
    const rows = entries.flatMap(([hub, entry]) => rowOf(hub, entry, shape))
    const { reserved = [], least = 0, room = Object.hasOwn(shape.members, 'extra') ? 'open' : 'closed' } = options
    this.#contract = contract
    this.#rows = rows
    this.#lost = new Map(
      entries.flatMap(([hub, entry]) => (isEntry(entry, 'lost') ? [[hub, entry.lost ?? noPlace(contract)]] : [])),
    )
    this.#hubs = new Set(entries.map(([hub]) => hub))
    this.#byWire = new Map(rows.map(row => [row.wire, row]))
    this.#demanded = rows.filter(({ isDemanded }) => isDemanded).map(({ hub }) => hub)
    this.#isOpen = room === 'open'
    this.#least = least
    if (typeof reserved === 'function') this.#isReserved = reserved
    else {
      const names = new Set(reserved)
      this.#isReserved = name => names.has(name)
    }
  }

  /** The name of a member on the wire. */
  wireOf(hub: string): string | undefined {
    return this.#rows.find(row => row.hub === hub)?.wire
  }

  /** The members of the hub that are carried here. */
  get carried(): string[] {
    return this.#rows.map(({ hub }) => hub)
  }

  /** The names that the table knows on the wire. */
  get wires(): string[] {
    return this.#rows.map(({ wire }) => wire)
  }

  read(value: Json): T | undefined {
    if (!isObject(value)) return undefined
    const reading = this.readMembers(value)
    if (reading === undefined) return undefined
    const { members, rest } = reading
    if (this.#least > 0 && Object.keys(members as object).length < this.#least) return undefined
    if (rest.length === 0) return members
    if (!this.#isOpen) return undefined
    ;(members as { extra?: Extra }).extra = { [this.#contract]: Object.fromEntries(rest) }
    return members
  }

  /** Reads what the table knows. `skip` says which of the other members are no rest. Undefined: a needed one is missing. */
  readMembers(source: JsonObject, skip?: (name: string, value: Json) => boolean): Reading<T> | undefined {
    const members: Members = {}
    let rest: [string, Json][] | undefined
    for (const name in source) {
      const value = source[name] as Json | undefined
      if (value === undefined) continue
      const row = this.#byWire.get(name)
      const read = row?.codec.read(value)
      if (row !== undefined && read !== undefined) members[row.hub] = read
      else if (skip === undefined || !skip(name, value)) {
        rest ??= []
        rest.push([name, value])
      }
    }
    for (const hub of this.#demanded) if (members[hub] === undefined) return undefined
    return { members: members as T, rest: rest ?? nothing }
  }

  /** Whether a member of the wire would be read as a member of the hub, and as which. */
  readsAs(name: string, value: Json): string | undefined {
    const row = this.#byWire.get(name)
    return row === undefined || row.codec.read(value) === undefined ? undefined : row.hub
  }

  write(node: T, at: string, losses: Losses): JsonObject {
    const written = this.writeMembers(node, at, losses)
    if ((node as { extra?: Extra }).extra === undefined) return written
    if (this.#isOpen) return this.withExtra(written, losses.extraOf(node as object, at), at, losses)
    losses.closed(node as object, at)
    return written
  }

  /** Writes what the table knows; what it does not carry is named. */
  writeMembers(node: T, at: string, losses: Losses): JsonObject {
    const source = node as Members
    const written: JsonObject = {}
    for (const { hub, wire, codec, isPlain } of this.#rows) {
      const value = source[hub]
      if (value === undefined) continue
      const member = isPlain ? (value as Json) : codec.write(value, `${at}/${hub}`, losses)
      if (member === undefined) losses.add(`${at}/${hub}`, 'the contract cannot say this')
      else written[wire] = member
    }
    this.#nameLosses(source, at, losses)
    return written
  }

  #nameLosses(source: Members, at: string, losses: Losses): void {
    for (const name in source) {
      if (name === 'extra' || source[name] === undefined) continue
      const reason = this.#hubs.has(name) ? this.#lost.get(name) : noPlace(this.#contract)
      if (reason !== undefined) losses.add(at + pointer(name), reason)
    }
  }

  /** Adds members of the contract's own to a written node; those that would be read as something else are named. */
  withExtra(
    written: JsonObject,
    members: JsonObject | undefined,
    at: string,
    losses: Losses,
    membersAt = `${at}/extra/${this.#contract}`,
  ): JsonObject {
    if (members === undefined) return written
    const isTaken = (name: string, value: Json): boolean =>
      this.#isReserved(name, value) || this.readsAs(name, value) !== undefined
    return withFreeMembers(written, members, isTaken, membersAt, losses)
  }
}

function noPlace(contract: string): string {
  return `${contract} has no place for it`
}

/**
 * Adds further members to an object where their names are free; the others are named.
 *
 * @example
 * withFreeMembers({ status: 'ok' }, { x_color: 'red' }, () => false, '/outcome/extra/mine', new Losses('mine'))
 */
export function withFreeMembers(
  written: JsonObject,
  members: JsonObject,
  isTaken: (name: string, value: Json) => boolean,
  membersAt: string,
  losses: Losses,
): JsonObject {
  const free: [string, Json][] = []
  let hasMembers = false
  for (const name in members) {
    const value = members[name] as Json
    hasMembers = true
    if (!Object.hasOwn(written, name) && !isTaken(name, value)) free.push([name, value])
    else losses.add(membersAt + pointer(name), 'the contract has this name for another member')
  }
  if (free.length > 0) return { ...written, ...Object.fromEntries(free) }
  if (hasMembers) losses.add(membersAt, 'nothing of it has a place')
  return written
}

/**
 * `{extra}` for members that only the contract knows; `{}` when there are none.
 *
 * @example
 * extraFrom('mine', { x_color: 'red' }) // { extra: { mine: { x_color: 'red' } } }
 */
export function extraFrom(contract: string, rest: Reading<unknown>['rest'] | JsonObject): { extra?: Extra } {
  const members = (Array.isArray(rest) ? Object.fromEntries(rest) : rest) as JsonObject
  return Object.keys(members).length === 0 ? {} : { extra: { [contract]: members } }
}

/**
 * `mapped` of one contract: makes the codec of a node from its table.
 *
 * @example
 * mappingFor('mine')(hub.billing, { units: 'billed_units', tag: lost() }).read({ billed_units: 2 }) // { units: 2 }
 */
export function mappingFor(contract: string) {
  return <T, const M extends Mapping<T>>(
    shape: NodeShape<T>,
    mapping: M & Mapping<T> & { readonly [K in Exclude<keyof M, keyof Mapping<T>>]: never },
    options: NodeOptions = {},
  ): NodeCodec<Mapped<T, M>> => new NodeCodec(contract, shape, mapping, options)
}

function isEntry<K extends 'lost' | 'elsewhere' | 'entry'>(
  entry: Entry<unknown>,
  key: K,
): entry is Extract<Entry<unknown>, Record<K, unknown>> {
  return typeof entry === 'object' && key in entry
}

function rowOf(hub: string, entry: Entry<unknown>, { members }: AnyNode): Row[] {
  const member = members[hub]
  if (member === undefined || isEntry(entry, 'lost') || isEntry(entry, 'elsewhere')) return []
  const carried = isEntry(entry, 'entry') ? entry.entry : entry
  const isDemanded = isEntry(entry, 'entry') ? entry.isDemanded : member.isRequired
  const [name, codec] = typeof carried === 'string' || typeof carried === 'symbol' ? [carried] : carried
  const wire = typeof name === 'symbol' ? snakeCase(hub) : name
  if (codec !== undefined) return [{ hub, wire, codec, isPlain: false, isDemanded }]
  if (holdsNodes(member.shape)) throw new TypeError(`${hub} holds nodes: its entry needs a codec, ['${wire}', codec].`)
  return [{ hub, wire, codec: plain(member.shape), isPlain: true, isDemanded }]
}

/** `statusUrl` → `status_url`. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

function holdsNodes(shape: AnyShape): boolean {
  return shape.is === 'node' || shape.is === 'union' || (shape.is === 'list' && holdsNodes(shape.item))
}
