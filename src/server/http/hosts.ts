/** Host and Origin are checked, so that no page can reach a local server by a name of its own (DNS rebinding). */
import { isIP } from 'node:net'
import type { HttpRequest } from '../../carriers/http/message.ts'
import type { Cors } from './cors.ts'

const localNames = ['localhost', '127.0.0.1', '[::1]']

/** What is listened on when only this machine can call. */
export const localHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

interface HostsOptions {
  hosts?: readonly string[]
  origins?: readonly string[]
  cors?: Cors | undefined
}

/** The names by which a server may be called. */
export class Hosts {
  readonly #names: Set<string>
  readonly #origins: readonly string[]
  readonly #cors: Cors | undefined
  #anyAddress = false
  #url: string | undefined
  /** The server is reached from this machine alone: it listens, and nowhere else. */
  isLocal = false

  constructor({ hosts = [], origins = [], cors }: HostsOptions) {
    this.#cors = cors
    this.#names = new Set([...localNames, ...hosts.map(normalizeHost)])
    this.#origins = origins.map(origin => URL.parse(origin)?.origin ?? origin)
  }

  /** Listening on an address makes it a name; listening on all makes every address one. No address can be rebound. */
  listening(host: string): void {
    this.isLocal = localHosts.has(host)
    if (host === '0.0.0.0' || host === '::') this.#anyAddress = true
    else this.#names.add(normalizeHost(host))
  }

  /** Where the server turned out to listen. */
  listensAt(url: string): void {
    const { port, hostname } = new URL(url)
    this.#url = this.#anyAddress ? `http://localhost:${port}` : `http://${hostname}:${port}`
  }

  /** The origins that the server listens on; none while it does not listen. */
  get listened(): readonly string[] {
    if (this.#url === undefined) return []
    const { port } = new URL(this.#url)
    return this.isLocal || this.#anyAddress
      ? [this.#url, ...localNames.map(name => `http://${name}:${port}`)]
      : [this.#url]
  }

  /** The origin that a request names, or else the one that is listened on: no other name is given to others. */
  originOf({ origin }: HttpRequest): string {
    return this.#isOurs(hostnameOf(origin)) ? origin : (this.#url ?? 'http://localhost')
  }

  /** Why a request is refused whatever it asks for: it is not for this server. */
  hostObjection({ origin }: HttpRequest): string | undefined {
    return this.#isOurs(hostnameOf(origin)) ? undefined : 'This host is not served here.'
  }

  /** Why a call is refused: it is not for this server, or comes from a page that may not call it. */
  objection(http: HttpRequest, hasEffects = false): string | undefined {
    const foreign = this.hostObjection(http)
    if (foreign !== undefined) return foreign
    const origin = http.header('origin')
    if (origin !== undefined) return this.#isAllowed(origin, http) ? undefined : notAllowed
    // A browser that sends no Origin (for an image, a link, a form) still says where the page is from.
    const mayChange = hasEffects || !isRead.has(http.method)
    return mayChange && elsewhere.has(http.header('sec-fetch-site') ?? '') ? notAllowed : undefined
  }

  /** A page of the very address that is called may call it, and pages that the author names. */
  #isAllowed(origin: string, http: HttpRequest): boolean {
    if (this.#cors?.allows(origin) === true) return true
    const page = URL.parse(origin)
    // An opaque origin has no name, and so none that is allowed.
    if (page === null || page.host === '') return false
    if (page.host === URL.parse(http.origin)?.host) return true
    return this.#origins.includes(page.origin) || this.#origins.includes(page.hostname)
  }

  #isOurs(name: string): boolean {
    return this.#names.has(name) || (this.#anyAddress && isAddress(name))
  }
}

const notAllowed = 'This origin may not call.'

/** Pages of another origin: of another site, or of this one under another name or port. */
const elsewhere: ReadonlySet<string> = new Set(['cross-site', 'same-site'])

const isRead: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The name of a host as a URL spells it, without its port. */
export function hostnameOf(origin: string): string {
  return URL.parse(origin)?.hostname ?? ''
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0
}

/** As a URL spells it: lower case, IPv6 in brackets, no port. */
function normalizeHost(host: string): string {
  return URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname ?? host
}
