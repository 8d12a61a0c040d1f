/** The operator token: what the operator of an open server shows to list and decide approvals over the network. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secret } from './secret.ts'
import { keepBeside } from './secret-file.ts'

export interface OperatorToken {
  readonly value: string
  /** Nobody has seen it yet: it was made just now. */
  readonly isNew: boolean
}

/**
 * Finds the token of a store. For a SQLite file it is in `FILE.token`, made on first use and readable by its owner only.
 * In memory it is made anew, and elsewhere it is derived from the secret that all processes share.
 */
export function loadOperatorToken(storeUrl: string, secret: Secret): OperatorToken {
  const path = storeUrl.startsWith('sqlite:') ? storeUrl.slice('sqlite:'.length) : undefined
  if (path === undefined) return { value: secret.operatorToken(), isNew: false }
  if (path === ':memory:') return { value: secret.operatorToken(), isNew: true }
  const { text, isNew } = keepBeside(`${path}.token`)
  return { value: text, isNew }
}

/** Whether a request shows the token (`Authorization: Bearer …`). Takes as long for a wrong one as for the right one. */
export function showsToken(headers: { get(name: string): string | null }, { value }: OperatorToken): boolean {
  const [, shown = ''] = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return timingSafeEqual(digest(shown), digest(value))
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
