/** Whose request a call goes on with: tokens make it the one that they were given for. */
import type { ApprovalRow } from '../store/operations/approval-row.ts'
import type { Caller } from './caller.ts'

export interface Origin {
  requester: string
  /** Who has supplied its arguments or redeemed it before. */
  suppliedBy: readonly string[]
  /** What its approvals have in common, as their rows have it. */
  request: string
  /** The approvals whose tokens were brought. */
  ids: readonly string[]
}

/** The one request that approvals are of; undefined when they are of several, or there are none. */
export function originOf(rows: readonly ApprovalRow[]): Origin | undefined {
  const [first, ...others] = rows
  if (first === undefined || others.some(({ requester }) => requester !== first.requester)) return undefined
  const { requester, request } = first
  return { requester, request, suppliedBy: rows.flatMap(row => row.suppliedBy), ids: rows.map(({ id }) => id) }
}

/** For whom a call asks for more approvals, and who else may not decide. The account is in the digest. */
export function askingFor(caller: Caller, origin: Origin | undefined): { caller: Caller; suppliedBy: string[] } {
  const subject = origin?.requester ?? caller.subject
  const all = new Set([...(origin?.suppliedBy ?? []), caller.subject])
  all.delete(subject)
  // What the caller may do is not what the requester may.
  const asking = subject === caller.subject ? caller : { ...caller, subject, roles: [] }
  return { caller: asking, suppliedBy: [...all] }
}
