/** A key as commands show it: never its private half. */
import { defaultKeyFile, type KeyRingContent, type RingKey } from '../../runtime/key-ring.ts'
import { printable } from '../columns.ts'
import { usageError } from '../usage.ts'

export interface KeyLine {
  readonly kid: string
  readonly use: string
  readonly alg: string
  readonly state: 'active' | 'retired' | 'revoked'
  readonly createdAt: string
}

export function keyLine({ kid, use, alg, createdAt, retiredAt, revokedAt }: RingKey): KeyLine {
  const state = revokedAt !== undefined ? 'revoked' : retiredAt !== undefined ? 'retired' : 'active'
  return { kid, use, alg, state, createdAt: new Date(createdAt).toISOString() }
}

/** A file that has no keys is a mistake where there must be some: its name may be wrong. */
export function requireKeys({ keys }: KeyRingContent, file: string = defaultKeyFile): void {
  if (keys.length === 0) throw usageError(`There are no keys in ${printable(file)}. Make one: replywire keys new`)
}
