/** What a target cannot carry, named. Nothing is ever lost silently. */
import { pointer } from '../lib/pointer.ts'
import { uriReference } from '../lib/uri.ts'
import type { Extra } from '../outcome/outcome.ts'

/** A member that the target contract cannot carry. */
export interface Loss {
  /** JSON pointer into `{outcome, exchange}`. */
  pointer: string
  reason: string
}

/**
 * Whether a text may be in a header as it is.
 *
 * @example
 * isHeaderText('two\nlines') // false
 */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]{0,2046}[\x21-\x7e])?$/.test(text)
}

/** An address as a header can hold it; none when it is empty or too long. */
export function headerReference(text: string | undefined): string | undefined {
  const encoded = text === undefined ? '' : uriReference(text)
  return isHeaderText(encoded) ? encoded : undefined
}

/**
 * Collects the losses of one encoding.
 *
 * @example
 * const losses = new Losses('mine')
 * losses.add('/outcome/message', 'there is no place for a message')
 * losses.list // [{ pointer: '/outcome/message', reason: 'there is no place for a message' }]
 */
export class Losses {
  readonly list: Loss[] = []
  readonly #contract: string

  constructor(contract: string) {
    this.#contract = contract
  }

  add(at: string, reason: string): void {
    this.list.push({ pointer: at, reason })
  }

  /** Names every defined member of a node that is not among the carried ones. `extra` is `extraOf`'s business. */
  except(node: object, at: string, carried: ReadonlySet<string>, reason = 'has no place for it'): void {
    for (const key in node) {
      if (key === 'extra' || carried.has(key)) continue
      if ((node as Record<string, unknown>)[key] === undefined) continue
      this.add(at + pointer(key), `${this.#contract} ${reason}`)
    }
  }

  /** The members of this contract's own; those of others are named as lost. */
  extraOf(node: { extra?: Extra }, at: string): Extra[string] | undefined {
    if (node.extra === undefined) return undefined
    for (const contract in node.extra) {
      if (contract !== this.#contract) {
        this.add(`${at}${pointer('extra', contract)}`, `a member that only ${contract} knows`)
      }
    }
    return node.extra[this.#contract]
  }

  /** A text for a header: printable ASCII of a sensible length, or none and a named loss. */
  header(text: string | undefined, at: string): string | undefined {
    if (text === undefined || isHeaderText(text)) return text
    this.add(at, 'it cannot stand in a header')
    return undefined
  }

  /** An address for a header: percent-encoded where it has to be, which is a named loss. */
  uriHeader(text: string | undefined, at: string): string | undefined {
    if (text === undefined || isHeaderText(text)) return text
    const encoded = headerReference(text)
    this.add(at, encoded === undefined ? 'it cannot stand in a header' : 'it is percent-encoded in a header')
    return encoded
  }

  /** For a node that this contract keeps closed: names all of its extra members, this contract's own too. */
  closed(node: { extra?: Extra }, at: string): void {
    if (this.extraOf(node, at) !== undefined) {
      this.add(`${at}${pointer('extra', this.#contract)}`, 'the contract allows no further members here')
    }
  }
}
