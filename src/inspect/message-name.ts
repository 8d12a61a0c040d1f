/** The name of a message for people. */
import { printable } from '../lib/printable.ts'

/** A path as people see it; `-` is standard input. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : printable(path)
}
