/** Whose calls a limit counts together. */
import Type from 'typebox'
import { networkOf, widerNetworkOf } from '../../server/network.ts'
import type { GatewayCall } from '../plugin.ts'

const scopes = ['tenant', 'principal', 'address', 'route'] as const
export type CountedBy = (typeof scopes)[number]

export const countedBy = Type.Union([
  Type.Enum([...scopes]),
  Type.Array(Type.Enum([...scopes]), { minItems: 1, uniqueItems: true }),
])

export function scopesOf(by: CountedBy | readonly CountedBy[]): readonly CountedBy[] {
  return typeof by === 'string' ? [by] : by
}

/** Whether a limit needs to know who calls. */
export function needsIdentity(by: readonly CountedBy[]): boolean {
  return by.some(scope => scope === 'tenant' || scope === 'principal')
}

/**
 * The key of a call. Without a tenant the principal counts, without a principal the address: nobody escapes a limit by
 * having less to show.
 */
export function callerKey(call: GatewayCall, by: readonly CountedBy[]): string {
  return JSON.stringify(by.map(scope => partOf(call, scope)))
}

/**
 * Who answers for a caller: its tenant, or the network that it calls from. Memory is shared out by groups, so that one
 * that shows many names takes no place of the others.
 */
export function groupOf({ tenant, principal, address }: GatewayCall, by: readonly CountedBy[]): string {
  if (needsIdentity(by)) {
    if (tenant !== undefined) return `t:${tenant}`
    if (principal !== undefined && principal.tenant !== '') return `t:${principal.tenant}`
  }
  return `a:${widerNetworkOf(address)}`
}

function partOf(call: GatewayCall, scope: CountedBy): string {
  const { tenant, principal, address, gatewayRoute } = call
  switch (scope) {
    case 'tenant':
      return tenant === undefined ? partOf(call, 'principal') : `t:${tenant}`
    case 'principal':
      return principal === undefined ? partOf(call, 'address') : `p:${principal.tenant}|${principal.subject}`
    case 'address':
      return `a:${networkOf(address)}`
    case 'route':
      return `r:${gatewayRoute.id}`
  }
}
