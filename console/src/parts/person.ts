/** Callers as people know them. */
import { printable } from '../../../src/lib/printable.ts'

const roles = ['unnamed caller', 'operator', 'nobody']

export function personName(subject: string | null | undefined): string {
  if (subject === '~anybody') return 'unnamed caller'
  if (subject === '~operator') return 'operator'
  if (subject === null || subject === undefined) return 'nobody'
  // A caller may be called as the console calls somebody else.
  return roles.includes(subject.normalize('NFKC').trim().toLowerCase()) ? `“${subject}”` : printable(subject)
}

/** The same at the beginning of a sentence. A name that somebody chose stays as it is. */
export function personAtStart(subject: string): string {
  const name = personName(subject)
  return subject.startsWith('~') ? name.charAt(0).toUpperCase() + name.slice(1) : name
}
