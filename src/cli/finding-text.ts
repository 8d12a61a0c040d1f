/** A finding in words for people. */
import { printable } from './columns.ts'

/** A pointer; the empty one is the whole message, its headers included. */
export function placeOf(pointer: string): string {
  return pointer === '' ? '(message)' : printable(pointer)
}
