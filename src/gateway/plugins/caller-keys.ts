/** Whose calls a limit counts together. */
import Type from 'typebox'
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

function partOf(call: GatewayCall, scope: CountedBy): string {
  const { tenant, principal, address, gatewayRoute } = call
  switch (scope) {
    case 'tenant':
      return tenant === undefined ? partOf(call, 'principal') : `t:${tenant}`
    case 'principal':
      return principal === undefined ? partOf(call, 'address') : `p:${principal.tenant}|${principal.subject}`
    case 'address':
      return `a:${addressGroup(address ?? '')}`
    case 'route':
      return `r:${gatewayRoute.id}`
  }
}

/** One customer has a whole /64 of IPv6: its addresses count together. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [before = '', after] = (address.split('%')[0] ?? '').split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
