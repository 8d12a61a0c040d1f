/** The headers of a forwarded request, and of the answer that comes back. */
import type { IncomingHttpHeaders } from 'node:http'
import { PlainRecord } from '../lib/plain-record.ts'
import { connectionHeaders } from '../wire/connection-headers.ts'

/** Headers of one connection, and those that the new request has of its own. */
const ofConnection: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  'transfer-encoding',
  'http2-settings',
  'expect',
  'host',
  'content-length',
])

/**
 * Headers that make some servers take another method, path, host or address of the caller than those of the request: a
 * call must not become one that another route guards.
 */
const readOtherwise = [
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-original-uri',
  'x-original-method',
  'x-original-host',
  'x-rewrite-url',
  'x-override-url',
  'x-envoy-original-path',
  'x-script-name',
  'x-host',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'client-ip',
]

/** Headers that only the gateway may set: who calls, and which call it is. */
const ofGateway: ReadonlySet<string> = new Set([
  'x-tenant-id',
  'x-request-id',
  'x-correlation-id',
  'forwarded',
  'traceparent',
  ...readOtherwise,
])

const isPlain = /^[a-z0-9-]*$/

/** Some servers take `X_Tenant_ID` or `X.Tenant.ID` for `X-Tenant-ID`. */
function plainName(name: string): string {
  return isPlain.test(name) ? name : name.replaceAll(/[^a-z0-9]/g, '-')
}

/** What is known of the first names that were sent: callers send few. `undefined` of a name that is reserved. */
const knownNames = new Map<string, string | undefined>()
const mostNames = 500
const longestName = 64

/** The plain form of a name; undefined where no caller may send it on. */
function forwardableName(name: string): string | undefined {
  const known = knownNames.get(name)
  if (known !== undefined || knownNames.has(name)) return known
  const plain = plainName(name)
  const forwardable = isReserved(plain) ? undefined : plain
  if (knownNames.size < mostNames && name.length <= longestName) knownNames.set(name, forwardable)
  return forwardable
}

function isReserved(plain: string): boolean {
  if (ofConnection.has(plain) || ofGateway.has(plain)) return true
  return plain.startsWith('x-actor-') || plain.startsWith('x-forwarded-')
}

/** Names of headers that a Connection header adds to those of the connection. */
function namedBy(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined
  return new Set(connection.split(',').map(name => name.trim().toLowerCase()))
}

export interface RequestHeaderOptions {
  /** What the caller sent. */
  readonly sent: Readonly<Record<string, string>>
  /** Headers that the gateway and its plugins set, undefined to remove one; names in lower case. */
  readonly set: Readonly<Record<string, string | undefined>>
  /** Whether the answer is read here and so must not be compressed. */
  readonly isVerified: boolean
}

/** Names the headers of a caller that may be forwarded: what is set in their place may not. */
export function eachForwardable(
  sent: RequestHeaderOptions['sent'],
  set: RequestHeaderOptions['set'],
  take: (name: string) => void,
): void {
  const named = namedBy(sent.connection)
  for (const name in sent) {
    const plain = forwardableName(name)
    if (plain === undefined || named?.has(name) === true || name in set || (plain !== name && plain in set)) continue
    take(name)
  }
}

/** Names and values in turn. */
export function requestHeaders({ sent, set, isVerified }: RequestHeaderOptions): string[] {
  const headers: string[] = []
  eachForwardable(sent, set, name => {
    if (!isVerified || name !== 'accept-encoding') headers.push(name, sent[name] as string)
  })
  if (isVerified) headers.push('accept-encoding', 'identity')
  for (const name in set) {
    const value = set[name]
    if (value !== undefined) headers.push(name, value)
  }
  return headers
}

/** Headers of an answer that callers do not get: those that describe the upstream, and those that the gateway sets itself. */
const notHandedOn: ReadonlySet<string> = new Set([
  ...ofConnection,
  'server',
  'x-powered-by',
  'via',
  'alt-svc',
  'x-request-id',
  'x-correlation-id',
])

export interface AnswerHeaders {
  readonly headers: Record<string, string>
  readonly cookies: readonly string[] | undefined
}

/** What is handed on of the head of an answer. `origin` and `prefix`: where the upstream is, which callers do not see. */
export function answerHeaders(received: IncomingHttpHeaders, origin: string, prefix: string): AnswerHeaders {
  const headers = new PlainRecord<string>()
  const named = namedBy(joined(received.connection))
  for (const name in received) {
    if (notHandedOn.has(name) || named?.has(name) === true || name === 'set-cookie') continue
    const value = joined(received[name])
    if (value === undefined) continue
    headers[name] = name === 'location' || name === 'content-location' ? withoutOrigin(value, origin, prefix) : value
  }
  const cookies = received['set-cookie']
  return { headers, cookies: cookies === undefined ? undefined : typeof cookies === 'string' ? [cookies] : cookies }
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

/** An address below the upstream's own, as callers of the gateway reach it. */
export function withoutOrigin(location: string, origin: string, prefix: string): string {
  const path =
    location.startsWith(`${origin}/`) || location === origin ? location.slice(origin.length) || '/' : location
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}
