/** Whose something is. */
import type { Principal } from '../../auth/principal.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { anybody, type Caller, operator } from '../../runtime/caller.ts'
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
  const all = subject === operator.subject || caller.roles.some(role => operators.includes(role))
  return all ? { tenant } : { tenant, subject, account }
}

/** What is missing where a caller has to say who they are. */
export function credentialsRequired(): Fault {
  return fault('unauthenticated', 'Credentials are required.', { began: false })
}

/**
 * Whether a caller may have a list. Callers without credentials share one name: a list would show each what the others
 * did. The id of a task, which cannot be guessed, is their only way to it.
 */
export function mayList(principal: Principal | undefined, { open }: Ownership): boolean {
  return open || principal !== undefined
}

/** The caller of a list. */
export function listerOf(principal: Principal | undefined, ownership: Ownership): Caller {
  if (!mayList(principal, ownership)) throw failed(credentialsRequired())
  return callerOf(principal, ownership.open)
}
