/** Whose request a call goes on with: tokens make it the one that they were given for. */
import type { ApprovalRow } from '../store/operations/approval-row.ts'
import type { Caller } from './caller.ts'

export interface Origin {
  requester: string
  /** Who has supplied its arguments or redeemed it before. */
  suppliedBy: readonly string[]
}

/** The one request that approvals are of; undefined when they are of several, or there are none. */
export function originOf(rows: readonly ApprovalRow[]): Origin | undefined {
  const [first, ...others] = rows
  if (first === undefined || others.some(({ requester }) => requester !== first.requester)) return undefined
  return { requester: first.requester, suppliedBy: rows.flatMap(({ suppliedBy }) => suppliedBy) }
}

/** For whom a call asks for more approvals, and who beside them may not decide. The account is in the digest. */
export function askingFor(caller: Caller, origin: Origin | undefined): { caller: Caller; suppliedBy: string[] } {
  const subject = origin?.requester ?? caller.subject
  const all = new Set([...(origin?.suppliedBy ?? []), caller.subject])
  all.delete(subject)
  return { caller: { ...caller, subject }, suppliedBy: [...all] }
}
