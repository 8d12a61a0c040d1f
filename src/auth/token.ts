/** Taking a token out of a request (RFC 9110 §11.4), and looking into a JWT that nobody has verified yet (RFC 7519). */
import { decode } from 'jose/base64url'
import { isObject, type JsonObject } from '../lib/json-value.ts'
import { AuthError } from './auth-error.ts'
import type { Credentials } from './principal.ts'

/** What a token's header says about its key. */
export interface TokenHeader {
  alg: string
  kid?: string
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Types of a bearer token (RFC 7519 §5.1, RFC 9068 §2.1); one of another type was signed for another use. */
const types = new Set(['jwt', 'application/jwt', 'at+jwt', 'application/at+jwt'])

/** The token that a header carries under a scheme (none if empty); undefined: no credentials of this kind. */
export function tokenOf(request: Credentials, header: string, scheme: string): string | undefined {
  const value = request.headers.get(header)?.trim() ?? ''
  if (value === '') return undefined
  if (scheme === '') return value
  const end = value.search(/[ \t]/)
  const name = end < 0 ? value : value.slice(0, end)
  if (name.toLowerCase() !== scheme.toLowerCase()) return undefined
  if (end < 0) throw new AuthError('missing-token')
  return value.slice(end).trim()
}

/** The header and the payload of a compact JWS, as encoded. The signature may be empty: the algorithm is checked first. */
export function splitToken(token: string): { header: string; payload: string } {
  const match = /^([\w-]+)\.([\w-]+)\.[\w-]*$/.exec(token)
  if (match === null) throw new AuthError('invalid-token')
  const [, header = '', payload = ''] = match
  return { header, payload }
}

/** Reads an encoded header. Extensions that must be understood (`crit`, RFC 7515 §4.1.11) are not, none of them. */
export function readHeader(encoded: string): TokenHeader {
  const { alg, kid, typ, crit } = readObject(decodePart(encoded))
  if (typeof alg !== 'string' || crit !== undefined) throw new AuthError('invalid-token')
  if (typ !== undefined && !(typeof typ === 'string' && types.has(typ.toLowerCase()))) {
    throw new AuthError('invalid-token')
  }
  if (kid === undefined) return { alg }
  if (typeof kid !== 'string') throw new AuthError('invalid-token')
  return { alg, kid }
}

/** The issuer that an encoded payload names. */
export function readIssuer(encoded: string): string | undefined {
  const { iss } = readObject(decodePart(encoded))
  return typeof iss === 'string' ? iss : undefined
}

/** Bytes as a JSON object. */
export function readObject(bytes: Uint8Array): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new AuthError('invalid-token')
  }
  if (!isObject(value)) throw new AuthError('invalid-token')
  return value
}

function decodePart(encoded: string): Uint8Array {
  try {
    return decode(encoded)
  } catch {
    throw new AuthError('invalid-token')
  }
}
