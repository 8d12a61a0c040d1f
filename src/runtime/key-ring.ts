/** The signing keys of an installation: private keys in one private file, or in the environment. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ReplywireError } from '../errors.ts'
import { isObject, type JsonObject } from '../lib/json-value.ts'
import { type KeyAlgorithm, type KeyUse, keyAlgorithms, keyUses } from '../lib/key-use.ts'
import { type MessageSigner, signerOf } from '../wire/signature/signer.ts'
import { makePrivateFile, readPrivateFile } from './private-file.ts'

/** One key. Times are milliseconds since the epoch. */
export interface RingKey {
  readonly kid: string
  readonly use: KeyUse
  readonly alg: KeyAlgorithm
  readonly createdAt: number
  /** Since when it signs no more: what it has signed is still verified with it. */
  readonly retiredAt?: number | undefined
  readonly revokedAt?: number | undefined
  /** With its private half; a revoked key has none any more. */
  readonly jwk: JsonObject
}

/** What is in the file. */
export interface KeyRingContent {
  readonly keys: readonly RingKey[]
  /** The ids of tokens that were revoked, and when. */
  readonly revokedTokens: readonly { readonly id: string; readonly at: number }[]
}

/** Where the keys are when nothing else is set. */
export const defaultKeyFile = '.replywire/keys.json'
const keyVariable = 'REPLYWIRE_KEYS'

/**
 * Opens the keys of an installation: a file that `replywire keys new` has made, or the text of one in REPLYWIRE_KEYS. A
 * file that changes is read again.
 *
 * @example
 * const ring = openKeyRing('.replywire/keys.json')
 * const signer = await ring.signer('request-signing')
 */
export function openKeyRing(
  file: string = defaultKeyFile,
  { env = process.env }: { env?: Readonly<Record<string, string | undefined>> } = {},
): KeyRing {
  const text = env[keyVariable]
  return new KeyRing(text === undefined || text === '' ? { file } : { content: readContent(text) })
}

/** The keys of an installation. Its private keys are shown to nobody but those who ask for one. */
export class KeyRing {
  readonly #file: string | undefined
  #content: KeyRingContent
  #stamp = ''

  constructor(source: { file: string } | { content: KeyRingContent }) {
    this.#file = 'file' in source ? source.file : undefined
    this.#content = 'content' in source ? source.content : { keys: [], revokedTokens: [] }
    if (this.#file !== undefined) this.#reread(this.#file)
  }

  /** What the ring has now. */
  get content(): KeyRingContent {
    if (this.#file !== undefined) this.#reread(this.#file)
    return this.#content
  }

  /** The key that signs: the newest of a use that is neither retired nor revoked. */
  key(use: KeyUse): RingKey {
    const found = signingKey(this.content, use)
    if (found === undefined) {
      throw new ReplywireError('ERR_USAGE', `There is no key for ${use}. Run: replywire keys new --use ${use}`)
    }
    return found
  }

  /** Signs with the key of a use. A key that is rotated or revoked meanwhile signs no more. */
  async signer(use: KeyUse): Promise<MessageSigner> {
    let now = await this.#signerNow(use)
    const current = async (): Promise<MessageSigner> => {
      if (this.key(use).kid !== now.keyid) now = await this.#signerNow(use)
      return now
    }
    return { ...now, current }
  }

  #signerNow(use: KeyUse): Promise<MessageSigner> {
    return signerOf(this.key(use).jwk)
  }

  /** Revokes a governance token: the revocation list names it from now on. */
  async revokeToken(id: string, now = Date.now()): Promise<void> {
    if (this.#file === undefined) throw new ReplywireError('ERR_USAGE', 'Keys in the environment cannot be changed.')
    await changeKeyFile(this.#file, async content => ({
      content: withRevokedToken(content, id, now),
      result: undefined,
    }))
  }

  #reread(file: string): void {
    const stamp = stampOf(file)
    if (stamp === this.#stamp) return
    // Without its keys an agent would publish that it has none, and that none is revoked.
    if (stamp === '') throw new ReplywireError('ERR_UNREADABLE', `${file} is no longer there.`)
    this.#content = readKeyFile(file)
    this.#stamp = stamp
  }
}

/** No governance token lives longer: one that was revoked before is refused for its age. */
const longestTokenMs = 31 * 86_400_000

export function withRevokedToken(content: KeyRingContent, id: string, at: number): KeyRingContent {
  const kept = content.revokedTokens.filter(token => token.id !== id && token.at > at - longestTokenMs)
  return { ...content, revokedTokens: [...kept, { id, at }] }
}

export function signingKey({ keys }: KeyRingContent, use: KeyUse): RingKey | undefined {
  return keys.findLast(key => key.use === use && key.retiredAt === undefined && key.revokedAt === undefined)
}

/** What signs the revocation list; undefined: no key is left that could. */
export function listSigner(content: KeyRingContent): RingKey | undefined {
  return signingKey(content, 'governance-signing') ?? signingKey(content, 'request-signing')
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`
}

/** The keys in a file; none where there is no file. */
function readKeyFile(file: string): KeyRingContent {
  let text: string
  try {
    text = readPrivateFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { keys: [], revokedTokens: [] }
    throw error instanceof ReplywireError
      ? error
      : new ReplywireError('ERR_UNREADABLE', `${file} cannot be read (${code ?? 'EIO'}).`, { cause: error })
  }
  return readContent(text)
}

function readContent(text: string): KeyRingContent {
  try {
    const value: unknown = JSON.parse(text)
    if (isContent(value)) return value
  } catch {
    // Reported below: what the parser says would quote the text.
  }
  throw new ReplywireError('ERR_UNREADABLE', 'The file of the keys is not one that `replywire keys` has written.')
}

function isContent(value: unknown): value is KeyRingContent {
  const { keys, revokedTokens } = (isObject(value as JsonObject) ? value : {}) as Partial<Record<string, unknown>>
  if (!Array.isArray(keys) || !Array.isArray(revokedTokens)) return false
  const isToken = (token: JsonObject) => isObject(token) && typeof token.id === 'string' && typeof token.at === 'number'
  if (!revokedTokens.every(isToken)) return false
  return keys.every(
    key =>
      isObject(key) &&
      typeof key.kid === 'string' &&
      keyUses.includes(key.use as KeyUse) &&
      keyAlgorithms.includes(key.alg as KeyAlgorithm) &&
      isObject(key.jwk as JsonObject),
  )
}

/** A new key. */
export async function newRingKey({ use, alg, kid, now }: NewRingKey): Promise<RingKey> {
  const { generateKeyPair } = await import('jose/key/generate/keypair')
  const { exportJWK } = await import('jose/key/export')
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const id = kid ?? `${use.split('-')[0]}-${new Date(now).toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  const jwk = { kid: id, alg, kty, crv, x, ...(y === undefined ? undefined : { y }), d } as JsonObject
  return { kid: id, use, alg, createdAt: now, jwk }
}

export interface NewRingKey {
  readonly use: KeyUse
  readonly alg: KeyAlgorithm
  readonly kid?: string | undefined
  readonly now: number
}

/** Keys in the environment are those of this installation: to change a file next to them would change nothing. */
export function refuseEnvironmentKeys(env: Readonly<Record<string, string | undefined>> = process.env): void {
  const text = env[keyVariable]
  if (text === undefined || text === '') return
  throw new ReplywireError(
    'ERR_USAGE',
    `The keys are in ${keyVariable}, and cannot be changed there: unset it to change a file.`,
  )
}

/** Changes the keys in a file. Of two changes at once one is refused: nothing is lost between them. */
export async function changeKeyFile<T>(
  file: string,
  change: (content: KeyRingContent) => Promise<{ content: KeyRingContent; result: T }>,
): Promise<T> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  claimDraft(draft)
  try {
    const { content, result } = await change(readKeyFile(file))
    // Written into the file that was claimed, which is private: without a moment in which another command can claim it.
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { flush: true })
    renameSync(draft, file)
    return result
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function claimDraft(draft: string): void {
  try {
    makePrivateFile(draft, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new ReplywireError(
      'ERR_USAGE',
      `Another command is changing the keys. If none is running, remove the file ${draft}.`,
    )
  }
}
