/** Which approvals somebody may see. */
import { namesText } from './approval-row.ts'
import type { Conditions } from './conditions.ts'

/** Who looks: without `requester` and `decides` everything of the tenant is theirs to see. */
export interface ApprovalViewer {
  tenant: string
  /** Sees what they asked for themselves, under the same account. */
  requester?: string | undefined
  account?: string | undefined
  /** Sees what they may decide, under any account. */
  decides?: Decider | undefined
}

/** What somebody may decide: what asks for one of their roles, and, by default, what asks for none. */
export interface Decider {
  roles: readonly string[]
  byDefault: boolean
}

/** The roles of one caller that a statement looks for. */
const mostRoles = 100

/** Adds what lets a row be seen to conditions; each on its own can be served by an index. */
export type Sight = (where: Conditions) => string

/** The ways in which a viewer may see a row; undefined when they see every row of their tenant. */
export function sightsOf({ requester, account = '', decides }: ApprovalViewer): Sight[] | undefined {
  if (requester === undefined && decides === undefined) return undefined
  const sights: Sight[] = []
  if (requester !== undefined) {
    sights.push(where => `requester = ${where.put(requester)} AND account = ${where.put(account)}`)
  }
  if (decides?.byDefault) sights.push(where => ["roles = ''", ...oneOfRoles(decides, where)].join(' OR '))
  else if (decides !== undefined && decides.roles.length > 0) {
    sights.push(where => `roles <> '' AND (${oneOfRoles(decides, where).join(' OR ')})`)
  }
  return sights
}

function oneOfRoles({ roles }: Decider, where: Conditions): string[] {
  return roles.slice(0, mostRoles).map(role => `replace(roles, ${where.put(namesText([role]))}, '') <> roles`)
}
