/** The operator token: what the operator of an open server shows to list and decide approvals over the network. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { ReplywireError } from '../errors.ts'
import { readPrivateFile } from './private-file.ts'
import type { Secret } from './secret.ts'
import { loadOrCreateSecret } from './secret-file.ts'

/** 128 bits in base64url. */
const shortestToken = 22

/** The token that lists and decides approvals on a server without authentication. */
export interface OperatorToken {
  readonly value: string
  /** Nobody has seen it yet: it was made just now. */
  readonly isNew: boolean
}

/**
 * Finds the token of a store. For a SQLite file it is in `FILE.token`, made on first use and readable by its owner only.
 * In memory it is new for each process, and elsewhere it is derived from the secret that all processes share.
 */
export function loadOperatorToken(storeUrl: string, secret: Secret): OperatorToken {
  const path = storeUrl.startsWith('sqlite:') ? storeUrl.slice('sqlite:'.length) : undefined
  if (path === undefined) return { value: secret.operatorToken(), isNew: false }
  if (path === ':memory:') return { value: secret.operatorToken(), isNew: true }
  const file = `${path}.token`
  const { text, isNew } = loadOrCreateSecret(file)
  return { value: tokenIn(file, text), isNew }
}

/** Refuses a token file that cannot be used, before anyone can connect. One that is not there yet is made later. */
export function checkOperatorToken(storeUrl: string): void {
  const file = `${storeUrl.slice('sqlite:'.length)}.token`
  if (storeUrl.startsWith('sqlite:') && existsSync(file)) tokenIn(file, readPrivateFile(file).trim())
}

function tokenIn(file: string, text: string): string {
  if (text.length >= shortestToken) return text
  throw new ReplywireError('ERR_MISUSE', `${file} holds no token. Remove it: a new one is made at the next start.`)
}

/** Whether a request shows the token (`Authorization: Bearer …`). Takes as long for a wrong one as for the right one. */
export function showsToken(headers: { get(name: string): string | null }, { value }: OperatorToken): boolean {
  const [, presented = ''] = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return presented !== '' && timingSafeEqual(digest(presented), digest(value))
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
