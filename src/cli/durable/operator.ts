/** The person at this terminal, as the audit log names them. */
import { userInfo } from 'node:os'
import type { JsonObject } from '../../lib/json-value.ts'
import { auditLine } from '../../runtime/audit.ts'
import type { Actor } from '../../runtime/task-commands.ts'
import type { NewAudit } from '../../store/operations/audit.ts'

/** The name of this account; a process may have none. */
export function accountName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/** How a line came into the log, and from which account. */
export function byTerminal(): JsonObject {
  const account = accountName()
  return { via: 'command line', ...(account === undefined ? undefined : { account }) }
}

/** What an operator did, as a line of the log. */
export function operatorAct(act: { tenant: string; action: string; subject: string; at: number }): NewAudit {
  return auditLine({ ...act, actor: accountName() ?? 'unknown', detail: byTerminal() })
}

/** An operator who changes a task. */
export function byOperator(tenant: string): Actor {
  return { tenant, actor: accountName() ?? 'unknown', detail: byTerminal() }
}
