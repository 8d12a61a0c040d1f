/**
 * Dictionaries of structured fields (RFC 8941 §3.2), as strict as signatures need them: a key or a parameter that is there
 * twice is refused. The text of every value is kept, because signatures are over the text.
 */

/** One value. Bytes are not decoded: their alphabet depends on the profile. */
export type BareItem =
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'string' | 'token' | 'binary'; readonly value: string }
  | { readonly kind: 'other' }

export type Parameters = ReadonlyMap<string, BareItem>

/** A value with its parameters. */
export interface FieldItem {
  readonly item: BareItem
  readonly parameters: Parameters
}

/** A member of a dictionary: one item, or a list of items; both with parameters. */
export interface DictionaryMember {
  /** The value as it was sent, with its parameters. */
  readonly text: string
  readonly item?: BareItem
  readonly items?: readonly FieldItem[]
  readonly parameters: Parameters
}

/** Fields that are longer are refused. */
const longestField = 8192

/** Parses a dictionary; undefined when it is none. */
export function parseDictionary(field: string): ReadonlyMap<string, DictionaryMember> | undefined {
  if (field.length > longestField) return undefined
  const scanner = new Scanner(field)
  return scanner.dictionary()
}

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  dictionary(): ReadonlyMap<string, DictionaryMember> | undefined {
    const members = new Map<string, DictionaryMember>()
    this.#take(/ */y)
    for (;;) {
      const key = this.#take(/[a-z*][a-z0-9_.*-]*/y)
      const member = key === undefined ? undefined : this.#member()
      if (key === undefined || member === undefined || members.has(key)) return undefined
      members.set(key, member)
      this.#take(/[ \t]*/y)
      if (this.#isOver) return members
      if (this.#take(/,[ \t]*/y) === undefined) return undefined
    }
  }

  get #isOver(): boolean {
    return this.#at === this.#text.length
  }

  /** Takes what a sticky pattern matches here. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  #member(): DictionaryMember | undefined {
    // A key alone means true.
    if (this.#take(/=/y) === undefined) return this.#withParameters(this.#at, { item: { kind: 'other' } })
    const from = this.#at
    if (this.#text[from] !== '(') {
      const item = this.#bareItem()
      return item === undefined ? undefined : this.#withParameters(from, { item })
    }
    const items = this.#list()
    return items === undefined ? undefined : this.#withParameters(from, { items })
  }

  #withParameters(from: number, value: Pick<DictionaryMember, 'item' | 'items'>): DictionaryMember | undefined {
    const parameters = this.#parameters()
    return parameters === undefined ? undefined : { ...value, parameters, text: this.#text.slice(from, this.#at) }
  }

  #list(): readonly FieldItem[] | undefined {
    const items: FieldItem[] = []
    this.#take(/\( */y)
    while (this.#take(/\)/y) === undefined) {
      const item = this.#bareItem()
      const parameters = item === undefined ? undefined : this.#parameters()
      if (item === undefined || parameters === undefined) return undefined
      items.push({ item, parameters })
      if (this.#take(/ +/y) === undefined && this.#text[this.#at] !== ')') return undefined
    }
    return items
  }

  #parameters(): Parameters | undefined {
    const parameters = new Map<string, BareItem>()
    while (this.#take(/; */y) !== undefined) {
      const key = this.#take(/[a-z*][a-z0-9_.*-]*/y)
      const value = this.#take(/=/y) === undefined ? ({ kind: 'other' } as const) : this.#bareItem()
      if (key === undefined || value === undefined || parameters.has(key)) return undefined
      parameters.set(key, value)
    }
    return parameters
  }

  #bareItem(): BareItem | undefined {
    const quoted = this.#take(/"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y)
    if (quoted !== undefined) return { kind: 'string', value: quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1') }
    const binary = this.#take(/:[A-Za-z0-9+/=_-]*:/y)
    if (binary !== undefined) return { kind: 'binary', value: binary.slice(1, -1) }
    if (this.#take(/-?\d{1,12}\.\d{1,3}(?![\d.])|\?[01]/y) !== undefined) return { kind: 'other' }
    const integer = this.#take(/-?\d{1,15}(?![\d.])/y)
    if (integer !== undefined) return { kind: 'integer', value: Number(integer) }
    const token = this.#take(/[A-Za-z*][\w!#$%&'*+.^`|~:/-]*/y)
    return token === undefined ? undefined : { kind: 'token', value: token }
  }
}
