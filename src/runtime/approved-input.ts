/** Which input a run will have, and which approvals count for exactly that input. Nothing else decides this. */
import type { Json } from '../lib/json-value.ts'
import type { ApprovalRow } from '../store/operations/approval-row.ts'
import { fromBytes } from './bytes.ts'
import type { Caller } from './caller.ts'
import { withSecretsAsSent } from './credentials.ts'
import { fingerprint } from './idempotency.ts'

/** What is asked: an operation with its arguments, by somebody. */
export interface ApprovalSubject {
  operation: string
  input: Json
  caller: Caller
}

export interface ApprovedInput {
  /** The input that runs: the one that was asked for, with the edits of approvers. */
  input: Json
  /** Who edited it last. */
  editedBy?: string
  /** The approvals that count, by their key. */
  approvals: ReadonlyMap<string, ApprovalRow>
  /** Somebody rejected it, or asks back. */
  objection?: ApprovalRow
  /** Rows that are about something else. */
  others: readonly ApprovalRow[]
}

/** What an approval is about and nothing else: the operation, its arguments, who asked, and for which account. */
export function digestOf({ operation, input, caller }: ApprovalSubject, requester: string): string {
  const account = caller.account === undefined || caller.account === '' ? [] : [caller.account]
  return fingerprint([operation, input, requester, caller.tenant, ...account])
}

/**
 * An edit makes a new input. It applies to the input that its approver saw; of two edits of the same input the first
 * applies. An approval counts only for the input that runs, until it expires, and one person gives one of them.
 */
export function findApprovedInput(
  approvalSubject: ApprovalSubject,
  found: readonly ApprovalRow[],
  now: number,
): ApprovedInput {
  const rows = [...found].sort((one, other) => one.createdAt - other.createdAt)
  const digest = (input: Json, requester: string) => digestOf({ ...approvalSubject, input }, requester)
  const isOf = (row: ApprovalRow, input: Json) => row.digest === digest(input, row.requester)
  const approvedInput = ({ edit }: ApprovalRow) =>
    withSecretsAsSent(fromBytes<Json>(edit ?? nothing), approvalSubject.input)
  const given = rows.filter(row => row.state === 'approved' && row.expiresAt > now)
  const edits = given.filter(row => row.edit !== null).sort(byDecision)
  const related = new Set(rows.filter(row => isOf(row, approvalSubject.input)))
  let input = approvalSubject.input
  let last: ApprovalRow | undefined
  for (;;) {
    const next = edits.findIndex(row => isOf(row, input))
    const [edit] = next < 0 ? [] : edits.splice(next, 1)
    if (edit === undefined) break
    last = edit
    input = approvedInput(edit)
    for (const row of rows) if (isOf(row, input)) related.add(row)
  }
  const counting = given.filter(row =>
    row.edit === null ? isOf(row, input) : digest(approvedInput(row), '') === digest(input, ''),
  )
  const objection = objectionIn(
    rows.filter(row => related.has(row)),
    now,
  )
  return {
    input,
    ...(last?.decidedBy ? { editedBy: last.decidedBy } : undefined),
    approvals: onePerPerson(counting),
    ...(objection === undefined ? undefined : { objection }),
    others: rows.filter(row => !related.has(row)),
  }
}

const nothing = new TextEncoder().encode('null')

function byDecision(one: ApprovalRow, other: ApprovalRow): number {
  return (one.decidedAt ?? 0) - (other.decidedAt ?? 0)
}

/** The latest approval of each key. Of several that one person gave, the first, unless the operation allows more. */
function onePerPerson(rows: readonly ApprovalRow[]): Map<string, ApprovalRow> {
  const latest = new Map(rows.map(row => [row.key, row]))
  const people = new Set<string>()
  for (const row of [...latest.values()].sort(byDecision)) {
    const person = row.decidedBy ?? ''
    if (people.has(person) && !row.samePerson) latest.delete(row.key)
    people.add(person)
  }
  return latest
}

/** A rejection stands; a question that nobody answered in time is asked no more. Only the latest of each key counts. */
function objectionIn(rows: readonly ApprovalRow[], now: number): ApprovalRow | undefined {
  const open = rows.filter(({ state, expiresAt }) => state !== 'asked' || expiresAt > now)
  const latest = new Map(open.map(row => [row.key, row]))
  return [...latest.values()].find(({ state }) => state === 'rejected' || state === 'asked')
}
