/** Callers as people know them. */
export function personName(subject: string | null | undefined): string {
  if (subject === '~anybody') return 'unnamed caller'
  if (subject === '~operator') return 'operator'
  return subject ?? 'nobody'
}

/** The same at the beginning of a sentence. A name that somebody chose stays as it is. */
export function personAtStart(subject: string): string {
  const name = personName(subject)
  return subject.startsWith('~') ? name.charAt(0).toUpperCase() + name.slice(1) : name
}
