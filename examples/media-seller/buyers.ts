/** Who may call: two buyers, and somebody of the seller's for each who may approve. */
import type { Authenticate, Principal } from '../../src/auth/index.ts'

export type Tokens = Readonly<Record<string, Principal>>

/** A buyer's tenant is their own: nothing of it is seen by another. */
export const people = {
  acme: { subject: 'acme-buying', tenant: 'acme', roles: [] },
  zeta: { subject: 'zeta-buying', tenant: 'zeta', roles: [] },
  boss: { subject: 'boss', tenant: 'acme', roles: ['approver'] },
} as const satisfies Record<string, Principal>

/** Bearer tokens, each of one person. */
export function byToken(tokens: Tokens): Authenticate {
  return async request => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    return Object.hasOwn(tokens, token) ? tokens[token] : undefined
  }
}
