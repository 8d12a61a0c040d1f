/** The credentials of this tab. They are sent as a header, never as a cookie: no other page can make this one act. */

export interface Credentials {
  readonly header: string
  readonly value: string
}

/** One origin may have several servers below different paths. */
const key = `replywire ${location.pathname}`

export function readCredentials(): Credentials | undefined {
  try {
    const { header, value } = JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? {}
    return typeof header === 'string' && typeof value === 'string' ? { header, value } : undefined
  } catch {
    return undefined
  }
}

export function keepCredentials(credentials: Credentials | undefined): void {
  if (credentials === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(credentials))
}

export function bearer(token: string): Credentials {
  return { header: 'authorization', value: `Bearer ${token}` }
}

/** A link that signs in, such as `#token=…&to=/inbox`. */
export interface SignInLink {
  readonly credentials: Credentials | undefined
  /** The tab is signed in with others: the reader decides, because anybody can make such a link. */
  readonly isOther: boolean
}

/** Takes the token out of the address, before anything is shown: it stays neither there nor in the history. */
export function takeTokenFromAddress(): SignInLink | undefined {
  if (!location.hash.startsWith('#token=')) return undefined
  const link = new URLSearchParams(location.hash.slice(1))
  const token = link.get('token') ?? ''
  const to = link.get('to') ?? '/'
  history.replaceState(null, '', to.startsWith('/') ? `#${to}` : '#/')
  const credentials = /^[\w.~+/=-]+$/.test(token) ? bearer(token) : undefined
  const known = readCredentials()
  const isOther =
    known !== undefined && credentials !== undefined && JSON.stringify(known) !== JSON.stringify(credentials)
  if (credentials !== undefined && !isOther) keepCredentials(credentials)
  return { credentials, isOther }
}

const refusals = new Set<() => void>()

/** Credentials that were accepted before are refused now. */
export function noteRefusal(): void {
  for (const listener of [...refusals]) listener()
}

export function listenForRefusal(listener: () => void): () => void {
  refusals.add(listener)
  return () => void refusals.delete(listener)
}
