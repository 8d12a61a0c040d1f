/** API keys as credentials. Only their hashes are kept. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ReplywireError } from '../errors.ts'
import { AuthError, challenge } from './auth-error.ts'
import {
  type Authenticate,
  type AuthenticateTraits,
  type Credentials,
  checkSubject,
  isSubject,
  type Principal,
} from './principal.ts'
import { tokenOf } from './token.ts'

/** A key as it is kept: it says whose key it is, and cannot be used as one. */
export interface ApiKeyRecord {
  readonly id: string
  /** By `hashApiKey`. */
  readonly hash: string
  readonly principal: Principal
  readonly disabled?: boolean
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}

type RecordLookup = ApiKeyRecord | undefined | Promise<ApiKeyRecord | undefined>

/** Where `apiKeyAuth` finds keys, and which headers it reads. */
export interface ApiKeyOptions {
  /** The record of an id: 16 hexadecimal digits. */
  find: (id: string) => RecordLookup
  /** The record of a key of another form, by its hash. Without it only keys of our own form are known. */
  findByHash?: (hash: string) => RecordLookup
  /** Default `X-API-Key`. */
  header?: string
  /** Also takes keys of our own form from `Authorization: Bearer`; default false. */
  bearer?: boolean
  /** Milliseconds since the epoch. */
  now?: () => number
}

const form = /^rw_([0-9a-f]{16})_[\w-]{22,128}$/
const maxKeyLength = 512
/** Stands in for the hash of a key that is not there, so that a miss costs what a hit costs. */
const decoy = new Uint8Array(32)

/**
 * Mints a key, `rw_<id>_<secret>`: an id of 64 bits, by which it is found, and a secret of 256. The key is shown to
 * its owner once; the record is kept.
 *
 * @example
 * const { key, record } = newApiKey({ subject: 'ci', tenant: 'acme', roles: ['writer'] })
 */
export function newApiKey(
  principal: Principal,
  more: { expiresAt?: number } = {},
): { key: string; record: ApiKeyRecord } {
  if (!isSubject(principal.subject)) {
    throw new ReplywireError(
      'ERR_MISUSE',
      'newApiKey: principal.subject is empty or begins with `~`. Give the name of the caller whose key it is.',
    )
  }
  const id = randomBytes(8).toString('hex')
  const key = `rw_${id}_${randomBytes(32).toString('base64url')}`
  return { key, record: { id, hash: hashApiKey(key), principal, ...more } }
}

/**
 * The hash of a key: SHA-256, in hexadecimal. Salt and slow hashing protect passwords, because people choose them and
 * they can be guessed. A random secret of 128 bits or more cannot be, however fast the hash. A key of another form
 * needs as much randomness to be as safe.
 *
 * @example
 * hashApiKey('rw_key').length // 64
 */
export function hashApiKey(key: string): string {
  return digest(key).toString('hex')
}

/**
 * Authenticates callers by an API key. An unknown id, a wrong secret and a disabled key are refused alike.
 *
 * @example
 * const table = new Map(records.map(one => [one.id, one]))
 * const authenticate = apiKeyAuth({ find: id => table.get(id) })
 */
export function apiKeyAuth(options: ApiKeyOptions): Authenticate {
  const { bearer = false, now = Date.now } = options
  const name = options.header ?? 'X-API-Key'
  const header = name.toLowerCase()
  const authenticate = async (request: Credentials): Promise<Principal | undefined> => {
    const key = tokenOf(request, header, '') ?? (bearer ? bearerKey(request) : undefined)
    if (key === undefined) return undefined
    if (key.length > maxKeyLength) throw new AuthError('oversized-token')
    const record = await lookUp(key, options)
    if (!matches(key, record) || record === undefined || record.disabled) throw new AuthError('unknown-key')
    // Said this way round, a time that is no number has passed.
    if (record.expiresAt !== undefined && !(now() < record.expiresAt)) throw new AuthError('expired')
    const { principal, expiresAt } = record
    const ends = expiresAt === undefined ? undefined : { expiresAt }
    return checkSubject({ ...principal, roles: [...principal.roles], ...ends })
  }
  const traits: AuthenticateTraits = {
    schemes: {
      apiKey: { type: 'apiKey', in: 'header', name, description: 'An API key.' },
      ...(bearer ? { bearer: { type: 'http', scheme: 'bearer', description: 'An API key as a bearer token.' } } : {}),
    },
    // No registered scheme names keys in headers of their own (RFC 9110 §11.6.1 asks for one challenge at least).
    challenge: reason =>
      [`ApiKey realm="replywire", header="${name}"`, ...(bearer ? [challenge(reason)] : [])].join(', '),
  }
  return Object.assign(authenticate, traits)
}

/**
 * Looks up keys in a list that does not change.
 *
 * @example
 * const authenticate = apiKeyAuth(staticKeys([record]))
 */
export function staticKeys(records: readonly ApiKeyRecord[]): Required<Pick<ApiKeyOptions, 'find' | 'findByHash'>> {
  const byId = new Map(records.map(record => [record.id, record]))
  const byHash = new Map(records.map(record => [record.hash.toLowerCase(), record]))
  if (byId.size !== records.length || byHash.size !== records.length) {
    throw new ReplywireError('ERR_MISUSE', 'Two API keys have the same id or the same hash.')
  }
  return { find: id => byId.get(id), findByHash: hash => byHash.get(hash) }
}

/** Other bearer tokens are checked elsewhere. */
function bearerKey(request: Credentials): string | undefined {
  const value = request.headers.get('authorization') ?? ''
  return /^\s*bearer[ \t]+rw_/i.test(value) ? tokenOf(request, 'authorization', 'Bearer') : undefined
}

/** What a store throws may quote what it was asked, and goes no further. */
async function lookUp(key: string, { find, findByHash }: ApiKeyOptions): Promise<ApiKeyRecord | undefined> {
  const id = form.exec(key)?.[1]
  try {
    return await (id === undefined ? findByHash?.(hashApiKey(key)) : find(id))
  } catch {
    throw new AuthError('keys-unavailable')
  }
}

function matches(key: string, record: ApiKeyRecord | undefined): boolean {
  const presented = digest(key)
  const kept = Buffer.from(record?.hash ?? '', 'hex')
  const comparable = kept.length === presented.length
  return timingSafeEqual(presented, comparable ? kept : decoy) && comparable
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
