/** A key as commands show it: never its private half. */
import type { RingKey } from '../../runtime/key-ring.ts'

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
