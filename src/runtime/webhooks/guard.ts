/**
 * The guard before every webhook (AdCP 3.1 "webhook URL validation"; OWASP on server-side request forgery). An address
 * is checked as it is written and then as it resolves, and nothing but what was checked is connected to.
 */
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LookupDelayedError, NameResolver } from './name-resolver.ts'
import { isLoopback, isReserved } from './reserved.ts'

/** Why an address is refused. */
export type AddressRefusal = 'bad-url' | 'not-https' | 'userinfo' | 'odd-host' | 'reserved-name' | 'reserved-address'

/** All addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly { address: string }[]>

export interface GuardOptions {
  /** Lets `localhost`, 127.0.0.0/8 and ::1 through, by http too, when they are named as such. Default false. */
  allowLoopback?: boolean
}

export interface ResolveOptions extends GuardOptions {
  /** Default: a `NameResolver` of the process. */
  lookup?: Lookup
}

/** An address that may be asked for, its fragment gone; or why not. */
export type CheckedUrl = { ok: true; url: URL } | { ok: false; reason: AddressRefusal }

/** An address and everything it resolves to, all of it checked; or why not. */
export type CheckedAddress =
  | { ok: true; url: URL; addresses: LookupAddress[] }
  | { ok: false; reason: AddressRefusal | 'lookup-failed'; retryAfterMs?: number }

const names = new NameResolver()

const maxLength = 4096

/** Names that mean this machine or this network; a name without a dot does too. */
const reservedNames = ['localhost', 'local', 'internal', 'home.arpa', 'onion']

/** Checks an address as it is written, without asking anybody. A name is yet to be resolved: see `resolveUrl`. */
export function checkUrl(text: string, { allowLoopback = false }: GuardOptions = {}): CheckedUrl {
  // URL repairs what it reads: blanks, backslashes, missing slashes. Another reader may not, so nothing may need repair.
  const authority = typeof text === 'string' && text.length <= maxLength ? authorityOf(text) : undefined
  const url = authority === undefined ? null : URL.parse(text)
  if (authority === undefined || url === null || url.port === '0') return blockedTarget('bad-url')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return blockedTarget('not-https')
  if (authority.includes('@')) return blockedTarget('userinfo')
  url.hash = ''
  const host = hostOf(url)
  const local = allowLoopback && isLocal(host)
  if (url.protocol !== 'https:' && !local) return blockedTarget('not-https')
  if (host.endsWith('.')) return blockedTarget('odd-host')
  if (isIP(host) !== 0) {
    if (isReserved(host) && !local) return blockedTarget('reserved-address')
    // 0x7f.1, 2130706433, 0177.0.0.1: URL has read them as IPv4, as we would; what others make of them is not known.
    if (isIP(host) === 4 && authority.replace(/:\d*$/, '') !== host) return blockedTarget('odd-host')
  } else if (!local && isReservedName(host)) return blockedTarget('reserved-name')
  return { ok: true, url }
}

/** Checks an address as it is written and as it resolves: every answer must be public. Never rejects. */
export async function resolveUrl(text: string, options: ResolveOptions = {}): Promise<CheckedAddress> {
  const checked = checkUrl(text, options)
  if (!checked.ok) return checked
  const { url } = checked
  const host = hostOf(url)
  let addresses: LookupAddress[]
  try {
    const answers = isIP(host) === 0 ? await (options.lookup ?? names.lookup)(host) : [{ address: host }]
    addresses = answers.map(({ address }) => ({ address, family: isIP(address) }))
  } catch (error) {
    const delayed = error instanceof LookupDelayedError ? { retryAfterMs: error.retryAfterMs } : undefined
    return { ok: false, reason: 'lookup-failed', ...delayed }
  }
  if (addresses.length === 0) return { ok: false, reason: 'lookup-failed' }
  // Only what is written as loopback may be loopback: any other name could be made to point there.
  const local = options.allowLoopback === true && isLocal(host)
  const allowed = ({ address }: LookupAddress) => (local ? isLoopback(address) : !isReserved(address))
  return addresses.every(allowed) ? { ok: true, url, addresses } : blockedTarget('reserved-address')
}

/** A lookup for a socket that knows only the checked addresses: the name is not resolved a second time. */
export function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses
    if (first === undefined) callback(new Error('There is no address.'), '')
    else if (all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

/** The authority as it was written, lower case; undefined when the text is not plainly `scheme://authority…`. */
function authorityOf(text: string): string | undefined {
  const [, authority] =
    /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\\s\p{Cc}\p{Cs}]+)(?:[/?#][^\\\s\p{Cc}\p{Cs}]*)?$/iu.exec(text) ?? []
  return authority?.toLowerCase()
}

/** The host without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function isLocal(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

function isReservedName(host: string): boolean {
  return !host.includes('.') || reservedNames.some(name => host === name || host.endsWith(`.${name}`))
}

function blockedTarget<R extends AddressRefusal>(reason: R): { ok: false; reason: R } {
  return { ok: false, reason }
}
