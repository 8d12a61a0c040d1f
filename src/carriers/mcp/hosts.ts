/** MCP, transports, security: Host and Origin are judged, so that no page can reach a local server by a name of its own. */
import { isIP } from 'node:net'
import { rpcResponse } from './rpc-response.ts'

const localNames = ['localhost', '127.0.0.1', '[::1]']

/** The names by which a server may be called. */
export class Hosts {
  readonly #names: Set<string>
  readonly #origins: readonly string[]
  #anyAddress = false

  constructor({ hosts = [], origins = [] }: { hosts?: readonly string[]; origins?: readonly string[] }) {
    this.#names = new Set([...localNames, ...hosts.map(spelled)])
    this.#origins = origins.map(origin => URL.parse(origin)?.hostname ?? origin)
  }

  /** Listening on an address makes it a name; listening on all makes every address one. No address can be rebound. */
  listening(host: string): void {
    if (host === '0.0.0.0' || host === '::') this.#anyAddress = true
    else this.#names.add(spelled(host))
  }

  /** What is answered instead, when a request is not for this server or comes from a page that may not call it. */
  refusal(request: Request): Response | undefined {
    const host = URL.parse(`http://${request.headers.get('host') ?? URL.parse(request.url)?.host}`)?.hostname ?? ''
    if (!this.#isOurs(host)) return rpcResponse(403, -32000, 'This host is not served here.')
    const origin = request.headers.get('origin')
    if (origin === null) return undefined
    // An opaque origin has no name, and so none that is allowed.
    const page = URL.parse(origin)?.hostname ?? ''
    if (page !== '' && (this.#isOurs(page) || this.#origins.includes(page))) return undefined
    return rpcResponse(403, -32000, 'This origin may not call.')
  }

  #isOurs(name: string): boolean {
    return this.#names.has(name) || (this.#anyAddress && isAddress(name))
  }
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0
}

/** As a URL spells it: lower case, IPv6 in brackets, no port. */
function spelled(host: string): string {
  return URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname ?? host
}
