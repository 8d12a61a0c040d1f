/** What somebody may do on a server, whatever the roles in their credentials are called. */
import { refuse } from '../../agent/answers.ts'
import type { Principal } from '../../auth/principal.ts'
import { failed } from '../../outcome/outcome.ts'
import type { Caller } from '../../runtime/caller.ts'
import { operator } from '../../runtime/caller.ts'
import { callerOf, credentialsRequired } from './caller.ts'
import type { TaskParts } from './tasks.ts'

export const serverRoles = ['viewer', 'approver', 'operator'] as const
export type ServerRole = (typeof serverRoles)[number]

type RoleParts = Pick<TaskParts, 'ownership' | 'runtime'>

/** A viewer sees what is theirs, an approver decides, an operator manages the tenant. */
export function rolesOf({ ownership, runtime }: RoleParts, principal: Principal | undefined): ServerRole[] {
  const { open, operators } = ownership
  const { subject, roles } = callerOf(principal, false)
  const isOperator = subject === operator.subject || (!open && roles.some(role => operators.includes(role)))
  const mayDecide = runtime.deciding.mayDecide({ subject, roles, tenant: '' }, { roles: [] })
  return ['viewer', ...(mayDecide ? ['approver' as const] : []), ...(isOperator ? ['operator' as const] : [])]
}

/** The caller, if they are an operator of their tenant. On an open server the operator token is needed. */
export function demandOperatorRole(parts: RoleParts, principal: Principal | undefined): Caller {
  if (rolesOf(parts, principal).includes('operator')) return callerOf(principal, false)
  if (principal === undefined) throw failed(credentialsRequired())
  throw refuse('forbidden', 'Only an operator of this server may do this.', {
    code: 'INSUFFICIENT_ROLES',
    began: false,
  })
}
