/** Values of the hub in a contract's words: read and written by one thing, so that the two cannot differ. */
import type { Json } from '../lib/json-value.ts'
import { guardOf } from '../outcome/guard.ts'
import type { Shape } from '../outcome/shape.ts'
import type { Losses } from './loss.ts'

/** Reads and writes one value of the hub in the words of a contract. */
export interface Codec<T> {
  /** Undefined when the value is not of this form. */
  read(value: Json): T | undefined
  /** `at` is where the value is in the hub. Undefined when the contract cannot say it: the caller names the loss. */
  write(value: T, at: string, losses: Losses): Json | undefined
}

/**
 * The values of a shape as they are in the hub.
 *
 * @example
 * plain(hub.billing).read({ units: 2 }) // { units: 2 }
 */
export function plain<T>(shape: Shape<T>): Codec<T> {
  const { fits } = guardOf(shape)
  return { read: value => (fits(value) ? (value as T) : undefined), write: value => value as Json }
}

/**
 * Only some of a codec's values; the others are neither read nor written.
 *
 * @example
 * const shortText: Codec<string> = {
 *   read: value => text(value),
 *   write: value => value,
 * }
 * only(shortText, value => String(value).length < 10).read('much too long for it') // undefined
 */
export function only<T>(codec: Codec<T>, test: (value: Json) => boolean): Codec<T> {
  return {
    read: value => (test(value) ? codec.read(value) : undefined),
    write(value, at, losses) {
      const written = codec.write(value, at, losses)
      return written !== undefined && test(written) ? written : undefined
    },
  }
}

/** A list can always be written. */
export interface ListCodec<T> extends Codec<T> {
  write(values: T, at: string, losses: Losses): Json[]
}

/**
 * A list is read whole or not at all. An item that the contract cannot say is dropped and named.
 *
 * @example
 * const issues = listOf(plain(hub.issue))
 * issues.read([{ pointer: '/name', message: 'Missing.' }])
 */
export function listOf<T>(item: Codec<T>): ListCodec<T[]> {
  return {
    read(value) {
      if (!Array.isArray(value)) return undefined
      const items: T[] = []
      for (const each of value) {
        const read = item.read(each)
        if (read === undefined) return undefined
        items.push(read)
      }
      return items
    },
    write(values, at, losses) {
      const items: Json[] = []
      for (let index = 0; index < values.length; index++) {
        const written = item.write(values[index] as T, `${at}/${index}`, losses)
        if (written === undefined) losses.add(`${at}/${index}`, 'the contract cannot say this')
        else items.push(written)
      }
      return items
    },
  }
}

/**
 * A list that is never empty.
 *
 * @example
 * filledListOf(plain(hub.issue)).read([]) // undefined
 */
export function filledListOf<T>(item: Codec<T>): ListCodec<[T, ...T[]]> {
  const { read, write } = listOf(item)
  return {
    read: value => (Array.isArray(value) && value.length > 0 ? (read(value) as [T, ...T[]] | undefined) : undefined),
    write,
  }
}
