/** `replywire approve`, `reject` and `ask-back`: decide a request, with a line in the audit log. */

import { secretPlaces } from '../../runtime/credentials.ts'
import { decisionWrite, type Verdict } from '../../runtime/decision-write.ts'
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { DecideResult } from '../../store/operations/decide-approval.ts'
import type { Invocation } from '../command.ts'
import { givenObject } from '../given-json.ts'
import type { approveOptions } from '../table/runs.ts'
import type { Terminal } from '../terminal.ts'
import { usageError } from '../usage.ts'
import { approvalView, findApproval, noApproval, stateText } from './approval-view.ts'
import { withStore } from './existing-store.ts'
import { accountName, byTerminal } from './operator.ts'
import { jsonOf } from './view.ts'
import { cell, confirm, refuse, whenOf } from './words.ts'

export type DecideInvocation = Invocation<typeof approveOptions>

const longestNote = 2000

const results: Readonly<Record<Verdict['decision'], string>> = {
  approve: 'Approved',
  edit: 'Approved with another input',
  reject: 'Rejected',
  ask: 'Sent the question to the requester of',
}

export async function decide(
  decision: 'approve' | 'reject' | 'ask',
  { values, positionals, terminal }: DecideInvocation,
): Promise<number> {
  const [id = ''] = positionals
  const verdict = await verdictOf(decision, values)
  const subject = values.as ?? accountName()
  if (subject === undefined) throw usageError('--as is missing: name the person who decides.')
  return withStore(values.store, async store => {
    const row = await findApproval(store, id, values.tenant)
    if (row === undefined) return noApproval(terminal, id)
    const now = Date.now()
    // Anyone can claim a name: the log also keeps the account, and that the decision came from the command line.
    const settings = { now, allowOwn: false, detail: byTerminal() }
    const write = decisionWrite(id, { tenant: row.tenant, subject }, verdict, settings)
    const result = await store.do('decideApproval', write)
    return report({ ...result, by: subject }, verdict, terminal, id, now)
  })
}

async function verdictOf(
  decision: 'approve' | 'reject' | 'ask',
  { note, input }: DecideInvocation['values'],
): Promise<Verdict> {
  if (note !== undefined && note.length > longestNote) throw usageError(`--note has at most ${longestNote} characters.`)
  if (decision === 'ask' && (note ?? '').trim() === '') throw usageError('--note is missing: it is the question.')
  const noted = note === undefined ? undefined : { note }
  if (input === undefined) return { decision, ...noted }
  const edit = await givenObject(input, '--input takes a JSON object.')
  const [secret] = secretPlaces(edit)
  if (secret !== undefined) throw usageError(`--input contains credentials (${secret}): only the caller can give them.`)
  return { decision: 'edit', ...noted, input: edit }
}

function report(
  result: DecideResult & { by: string },
  { decision }: Verdict,
  terminal: Terminal,
  id: string,
  now: number,
): number {
  switch (result.kind) {
    case 'decided': {
      const { taskId } = result.approval
      const notice = decision === 'edit' ? 'The input is validated when the run continues.' : undefined
      const next = taskId === null || decision === 'ask' ? undefined : `Task ${cell(taskId)} continues.`
      const text = [`${results[decision]} ${id}.`, next, notice].filter(part => part !== undefined).join(' ')
      return confirm(terminal, text, {
        ...jsonOf(approvalView, result.approval, now),
        ...(notice !== undefined && { notice }),
      })
    }
    case 'missing':
      return noApproval(terminal, id)
    case 'own':
      return refuse(
        terminal,
        'OWN_REQUEST',
        `${cell(result.by)} made the request ${id} or supplied its input; somebody else must decide it.`,
      )
    case 'same-person':
      return refuse(
        terminal,
        'SAME_PERSON',
        `${cell(result.by)} already gave another approval for this run; somebody else must decide ${id}.`,
      )
    case 'changed':
      return refuse(
        terminal,
        'INPUT_CHANGED',
        `The input of ${id} has changed: an approver edited it, and there is a new request. See replywire inbox.`,
      )
    case 'expired':
      return refuse(
        terminal,
        'APPROVAL_EXPIRED',
        `${id} expired ${whenOf(result.approval.expiresAt, now)}; the caller must make a new request.`,
      )
    case 'withdrawn':
      return refuse(
        terminal,
        'APPROVAL_WITHDRAWN',
        `${id} was withdrawn: task ${cell(result.approval.taskId)} has ended, or continues with another input.`,
      )
    case 'already':
      return refuse(terminal, 'ALREADY_DECIDED', `${id} ${decidedText(result.approval, now)}.`)
  }
}

function decidedText(row: ApprovalRow, now: number): string {
  const when = row.decidedAt === null ? '' : ` ${whenOf(row.decidedAt, now)}`
  const by = `by ${cell(row.decidedBy)}${when}`
  if (row.state === 'asked') return `is waiting for the requester to answer a question (sent ${by})`
  return `was ${stateText(row, now)} ${by}; a request is decided once`
}
