/** Pages of other origins that may call, by the CORS protocol (https://fetch.spec.whatwg.org/#http-cors-protocol). */
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { ReplywireError } from '../../errors.ts'
import { mergeVary } from './vary.ts'

/** Which pages of other origins may call this server. */
export interface CorsOptions {
  /** Such as `https://app.example`, with the port where it is not the usual one; `'*'`: every page. */
  origins: readonly string[] | '*'
  /** The request headers that pages may send. Default: those that they ask for. */
  headers?: readonly string[]
  /** Response headers that pages may read, in addition to all that the server itself sends. */
  exposedHeaders?: readonly string[]
  /** Browsers may send cookies and client certificates along. Not with `origins: '*'`. Default: false. */
  credentials?: boolean
  /** How long browsers may remember what is allowed. Default: 600. */
  maxAgeSeconds?: number
}

/** What only the gateway sets. */
interface CorsSettings extends CorsOptions {
  /** Default: those of the path. */
  methods?: readonly string[]
  /** Default: 204. */
  preflightStatus?: 200 | 204
}

const byOrigin = ['Origin']
const byRequest = ['Access-Control-Request-Headers', 'Access-Control-Request-Method']
const tokens = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/

/** Headers that every page may read, or that are no page's business. */
const unlisted: ReadonlySet<string> = new Set(
  'cache-control content-length content-type vary x-accel-buffering x-content-type-options'.split(' '),
)

export class Cors {
  /** In the spelling of browsers; undefined: every origin. */
  readonly #origins: ReadonlySet<string> | undefined
  readonly #headers: string | undefined
  readonly #exposed: readonly string[]
  readonly #credentials: boolean
  readonly #maxAge: string
  readonly #methods: readonly string[] | undefined
  readonly #preflightStatus: number

  constructor(settings: CorsSettings) {
    const { origins, headers, exposedHeaders = [], credentials = false, maxAgeSeconds = 600 } = settings
    if (origins === '*' && credentials) {
      misuse("`credentials` with origins: '*' would let every page act as its reader. List the origins.")
    }
    if (!Number.isInteger(maxAgeSeconds) || maxAgeSeconds < 0) misuse('`maxAgeSeconds` is a whole number, 0 or more.')
    for (const name of [...(headers ?? []), ...exposedHeaders]) {
      if (!tokens.test(name) || name.includes(',')) misuse(`"${name}" is not the name of a header.`)
    }
    this.#origins = origins === '*' ? undefined : new Set(origins.map(originOf))
    this.#headers = headers?.join(', ')
    this.#exposed = exposedHeaders.map(name => name.toLowerCase())
    this.#credentials = credentials
    this.#maxAge = String(maxAgeSeconds)
    this.#methods = settings.methods
    this.#preflightStatus = settings.preflightStatus ?? 204
  }

  /** Whether pages of an origin may call, by the header `Origin`. */
  allows(origin: string): boolean {
    return this.#origins === undefined || this.#origins.has(origin)
  }

  /** Lets a page read an answer, if it may. */
  allow(headers: Record<string, string>, http: HttpRequest): void {
    if (!this.#allowOrigin(headers, http)) return
    const names = Object.keys(headers).filter(name => !unlisted.has(name) && !name.startsWith('access-control-'))
    const exposed = [...new Set([...names, ...this.#exposed])].toSorted()
    if (exposed.length > 0) headers['access-control-expose-headers'] = exposed.join(', ')
  }

  /** The answer to a browser that asks whether a page may call a path; undefined when it asks no such thing. */
  preflight(http: HttpRequest, methods: readonly string[]): HttpAnswer | undefined {
    if (!isPreflight(http) || http.header('origin') === undefined) return undefined
    const headers: Record<string, string> = {}
    mergeVary(headers, byRequest)
    if (this.#allowOrigin(headers, http)) {
      headers['access-control-allow-methods'] = (this.#methods ?? methods).join(', ')
      headers['access-control-max-age'] = this.#maxAge
      const wanted = http.header('access-control-request-headers')?.trim() ?? ''
      const allowed = this.#headers ?? (tokens.test(wanted) ? wanted : '')
      if (allowed !== '') headers['access-control-allow-headers'] = allowed
    }
    return { status: this.#preflightStatus, headers }
  }

  #allowOrigin(headers: Record<string, string>, http: HttpRequest): boolean {
    if (this.#origins === undefined) {
      headers['access-control-allow-origin'] = '*'
      return true
    }
    mergeVary(headers, byOrigin)
    const origin = http.header('origin')
    if (origin === undefined || !this.#origins.has(origin)) return false
    headers['access-control-allow-origin'] = origin
    if (this.#credentials) headers['access-control-allow-credentials'] = 'true'
    return true
  }
}

/** An origin as browsers spell it: lower case, no path, no port that goes without saying. */
function originOf(text: string): string {
  const url = URL.parse(text)
  const isBare = url !== null && url.host !== '' && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
  if (!isBare || url.username !== '') misuse(`"${text}" is not an origin, such as https://app.example.`)
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin
}

function misuse(message: string): never {
  throw new ReplywireError('ERR_MISUSE', `cors: ${message}`)
}

/** Whether a browser asks if a page may make a call. */
export function isPreflight(http: HttpRequest): boolean {
  return http.method === 'OPTIONS' && http.header('access-control-request-method') !== undefined
}
