/** `replywire approve`, `reject` and `ask-back`: decide a request, with a line in the audit log. */

import { secretPlaces } from '../../runtime/credentials.ts'
import type { ApproverDecision } from '../../runtime/decision-write.ts'
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import { givenObject } from '../given-json.ts'
import type { approveOptions } from '../table/approvals.ts'
import { usageError } from '../usage.ts'
import { approvalView, noApproval } from './approval-view.ts'
import { withSource } from './run-source.ts'
import { jsonOf } from './view.ts'
import { cell, confirm, refuse } from './words.ts'

export type DecideInvocation = Invocation<typeof approveOptions>

const longestNote = 2000

const results: Readonly<Record<ApproverDecision['decision'], string>> = {
  approve: 'Approved',
  edit: 'Approved with another input',
  reject: 'Rejected',
  ask: 'Sent the question to the requester of',
}

export async function decide(decision: 'approve' | 'reject' | 'ask', invocation: DecideInvocation): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [id = ''] = positionals
  const verdict = await verdictOf(decision, values)
  const result = await withSource(invocation, source => source.decide(id, values.tenant, verdict))
  if (result.kind === 'missing') return noApproval(terminal, id)
  if (result.kind === 'refused') return refuse(terminal, result.code, result.message)
  const { approval } = result
  const notice = verdict.decision === 'edit' ? 'The input is validated when the run continues.' : undefined
  const next = approval.taskId === null || decision === 'ask' ? undefined : `Task ${cell(approval.taskId)} continues.`
  const text = [`${results[verdict.decision]} ${printable(id)}.`, next, notice].filter(part => part !== undefined)
  return confirm(terminal, text.join(' '), {
    ...jsonOf(approvalView, approval),
    ...(notice !== undefined && { notice }),
  })
}

async function verdictOf(
  decision: 'approve' | 'reject' | 'ask',
  { note, input }: DecideInvocation['values'],
): Promise<ApproverDecision> {
  if (note !== undefined && note.length > longestNote) throw usageError(`--note has at most ${longestNote} characters.`)
  if (decision === 'ask' && (note ?? '').trim() === '') throw usageError('--note is missing: it is the question.')
  const noted = note === undefined ? undefined : { note }
  if (input === undefined) return { decision, ...noted }
  const edit = await givenObject(input, '--input takes a JSON object.')
  const [secret] = secretPlaces(edit)
  if (secret !== undefined) throw usageError(`--input contains credentials (${secret}): only the caller can give them.`)
  return { decision: 'edit', ...noted, input: edit }
}
