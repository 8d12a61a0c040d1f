/** Whose something is. */
import type { Principal } from '../../auth/principal.ts'
import { anybody, type Caller } from '../../runtime/caller.ts'
import type { Owner } from '../../store/operations/list-tasks.ts'

export interface Ownership {
  /** Nobody has to say who they are: all callers are one. */
  open: boolean
  /** Callers with one of these see all tasks of their tenant. */
  operators: readonly string[]
}

/** A caller as the runtime knows them. On an open server anyone may follow and stop a task. */
export function callerOf(principal: Principal | undefined, open: boolean): Caller {
  if (principal === undefined) return open ? { ...anybody, roles: ['operator'] } : anybody
  // What is kept of a caller outlives their credentials.
  const { expiresAt: _, ...caller } = principal
  return caller
}

/** Who asks for something: on an open server the same for all, whether or not they hold the operator token. */
export function requesterOf(principal: Principal | undefined, open: boolean): Caller {
  return callerOf(open ? undefined : principal, open)
}

/** Which rows somebody may see: their own, of the same account, or their tenant's. */
export function ownerOf(caller: Caller, { operators }: Ownership): Owner {
  const { tenant, subject, account = '' } = caller
  const all = caller.roles.some(role => operators.includes(role))
  return all ? { tenant } : { tenant, subject, account }
}
