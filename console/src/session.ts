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

/**
 * Takes the token out of a link such as `#token=…&to=/inbox`, before anything is shown: it stays neither in the address
 * nor in the history.
 */
export function takeTokenFromAddress(): void {
  if (!location.hash.startsWith('#token=')) return
  const link = new URLSearchParams(location.hash.slice(1))
  const token = link.get('token') ?? ''
  const to = link.get('to') ?? '/'
  history.replaceState(null, '', to.startsWith('/') ? `#${to}` : '#/')
  if (/^[\w.~+/=-]+$/.test(token)) keepCredentials(bearer(token))
}
