/** One secret of the installation: what is derived from it seals credentials and makes tokens. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { ReplywireError } from '../errors.ts'

/** The secret of an installation. It seals credentials and derives tokens, and never shows its text. */
export class Secret {
  #text: string | undefined
  readonly #keys = new Map<KeyUse, Uint8Array>()

  /**
   * At least 32 characters, the same in every process that shares a store. Without any, random ones are made on first
   * use: a worker may not make random values while it loads.
   */
  constructor(text?: string) {
    if (text !== undefined && Buffer.byteLength(text) < 32)
      throw new ReplywireError('ERR_USAGE', 'The secret needs at least 32 characters.')
    this.#text = text
  }

  #key(use: KeyUse): Uint8Array {
    this.#text ??= randomBytes(32).toString('base64url')
    const key = this.#keys.get(use) ?? derived(this.#text, use)
    this.#keys.set(use, key)
    return key
  }

  /** Makes something unreadable for anyone who reads the store. */
  seal(text: string): Uint8Array {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key('seal'), nonce)
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  /** What was sealed; undefined when it was sealed with another secret or has been touched. */
  unseal(sealed: Uint8Array): string | undefined {
    const bytes = Buffer.from(sealed)
    if (bytes.byteLength < 28) return undefined
    try {
      const cipher = createDecipheriv('aes-256-gcm', this.#key('seal'), bytes.subarray(0, 12))
      cipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }

  /** A token of 128 bits that belongs to an id; only who has the secret can make it again. */
  tokenOf(id: string): string {
    return createHmac('sha256', this.#key('token')).update(id).digest().subarray(0, 16).toString('base64url')
  }

  /** The operator token of an installation that keeps none in a file: the same in every process. */
  operatorToken(): string {
    return createHmac('sha256', this.#key('operator')).update('operator token').digest('base64url')
  }
}

type KeyUse = 'seal' | 'token' | 'operator'

function derived(secret: string, use: KeyUse): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `replywire ${use}`, 32))
}

/** How a token is stored: nobody who reads it there can use it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** 128 random bits behind a word that says what it names. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`
}
