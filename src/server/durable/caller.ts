/** Whose something is. */
import type { Principal } from '../../auth/principal.ts'
import { anybody, type Caller } from '../../runtime/caller.ts'

export interface Ownership {
  /** Nobody has to say who they are: everything is everybody's. */
  open: boolean
  /** Whoever has one of these sees all of their tenant. */
  operators: readonly string[]
}

/** A caller as the runtime knows them. Where nobody says who they are, everybody may decide. */
export function callerOf(principal: Principal | undefined, open: boolean): Caller {
  if (principal === undefined) return open ? { ...anybody, roles: ['approver', 'operator'] } : anybody
  // What is kept of a caller outlives their credentials.
  const { expiresAt: _, ...caller } = principal
  return caller
}

/** Which rows somebody may see: their own, or their tenant's. */
export function ownerOf(caller: Caller, { operators }: Ownership): { tenant: string; subject?: string } {
  const all = caller.roles.some(role => operators.includes(role))
  return all ? { tenant: caller.tenant } : { tenant: caller.tenant, subject: caller.subject }
}
