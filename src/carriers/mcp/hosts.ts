/** MCP, transports, security: Host and Origin are judged, so that no page can reach a local server by a name of its own. */
import { isIP } from 'node:net'

const localNames = ['localhost', '127.0.0.1', '[::1]']

/** What is listened on when only this machine can call. */
export const localHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** The names by which a server may be called. */
export class Hosts {
  readonly #names: Set<string>
  readonly #origins: readonly string[]
  #anyAddress = false
  #url: string | undefined
  /** The server is reached from this machine alone: it listens, and nowhere else. */
  isLocal = false

  constructor({ hosts = [], origins = [] }: { hosts?: readonly string[]; origins?: readonly string[] }) {
    this.#names = new Set([...localNames, ...hosts.map(spelled)])
    this.#origins = origins.map(origin => URL.parse(origin)?.hostname ?? origin)
  }

  /** Listening on an address makes it a name; listening on all makes every address one. No address can be rebound. */
  listening(host: string): void {
    this.isLocal = localHosts.has(host)
    if (host === '0.0.0.0' || host === '::') this.#anyAddress = true
    else this.#names.add(spelled(host))
  }

  /** Where the server turned out to listen. */
  listensAt(url: string): void {
    const { port, hostname } = new URL(url)
    this.#url = this.#anyAddress ? `http://localhost:${port}` : `http://${hostname}:${port}`
  }

  /** The origin that a request names, or else the one that is listened on: no other name is ever told to others. */
  originOf(request: Request): string {
    const { origin } = new URL(request.url)
    return this.#isOurs(hostOf(request)) ? origin : (this.#url ?? 'http://localhost')
  }

  /** What stands against a request: it is not for this server, or comes from a page that may not call it. */
  objection(request: Request): string | undefined {
    if (!this.#isOurs(hostOf(request))) return 'This host is not served here.'
    const origin = request.headers.get('origin')
    if (origin === null) return undefined
    // An opaque origin has no name, and so none that is allowed.
    const page = URL.parse(origin)?.hostname ?? ''
    if (page !== '' && (this.#isOurs(page) || this.#origins.includes(page))) return undefined
    return 'This origin may not call.'
  }

  #isOurs(name: string): boolean {
    return this.#names.has(name) || (this.#anyAddress && isAddress(name))
  }
}

function hostOf(request: Request): string {
  return URL.parse(`http://${request.headers.get('host') ?? URL.parse(request.url)?.host}`)?.hostname ?? ''
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0
}

/** As a URL spells it: lower case, IPv6 in brackets, no port. */
function spelled(host: string): string {
  return URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname ?? host
}
