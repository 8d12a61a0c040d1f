/** `replywire approve`, `reject` and `ask-back`: a decision on what waits in the inbox, kept in the audit log. */

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
import { accountName, byTerminal } from './operator.ts'
import { withStore } from './reach.ts'
import { cell, refuse, tellDone, whenOf } from './words.ts'

export type DecideInvocation = Invocation<typeof approveOptions>

const longestNote = 2000

const done: Readonly<Record<Verdict['decision'], string>> = {
  approve: 'is approved',
  edit: 'is approved with another input',
  reject: 'is rejected',
  ask: 'is asked back',
}

export async function decide(
  decision: 'approve' | 'reject' | 'ask',
  { values, positionals, terminal }: DecideInvocation,
): Promise<number> {
  const [id = ''] = positionals
  const verdict = await verdictOf(decision, values)
  const subject = values.as ?? accountName()
  if (subject === undefined) throw usageError('Say who decides: --as NAME.')
  return withStore(values.store, async store => {
    const row = await findApproval(store, id, values.tenant)
    if (row === undefined) return noApproval(terminal, id)
    const now = Date.now()
    // A name can be claimed: the log says how it came, and from whose account.
    const settings = { now, allowOwn: false, detail: byTerminal() }
    const write = decisionWrite(id, { tenant: row.tenant, subject }, verdict, settings)
    const result = await store.do('decideApproval', write)
    return tell({ ...result, by: subject }, verdict, terminal, id, now)
  })
}

async function verdictOf(
  decision: 'approve' | 'reject' | 'ask',
  { note, input }: DecideInvocation['values'],
): Promise<Verdict> {
  if (note !== undefined && note.length > longestNote) throw usageError(`--note has at most ${longestNote} characters.`)
  if (decision === 'ask' && (note ?? '').trim() === '')
    throw usageError('--note is missing: a question needs its words.')
  const noted = note === undefined ? undefined : { note }
  if (input === undefined) return { decision, ...noted }
  const edit = await givenObject(input, '--input takes a JSON object.')
  const [secret] = secretPlaces(edit)
  if (secret !== undefined) throw usageError(`--input has credentials (${secret}): they are for the caller to give.`)
  return { decision: 'edit', ...noted, input: edit }
}

function tell(
  result: DecideResult & { by: string },
  { decision }: Verdict,
  terminal: Terminal,
  id: string,
  now: number,
): number {
  switch (result.kind) {
    case 'decided': {
      const goesOn = result.approval.taskId === null ? '' : ` Task ${cell(result.approval.taskId)} goes on.`
      const unjudged = decision === 'edit' ? 'The input is judged when the run goes on.' : undefined
      const text = [`${id} ${done[decision]}.${goesOn}`, unjudged].filter(part => part !== undefined).join(' ')
      const notice = unjudged === undefined ? undefined : { notice: unjudged }
      return tellDone(terminal, text, { ...approvalView(result.approval, now), ...notice })
    }
    case 'missing':
      return noApproval(terminal, id)
    case 'own':
      return refuse(
        terminal,
        'OWN_REQUEST',
        `${cell(result.by)} asked for ${id} or supplied its input, and nobody decides on their own request.`,
      )
    case 'same-person':
      return refuse(
        terminal,
        'SAME_PERSON',
        `${cell(result.by)} gave another approval of this request: somebody else must decide on ${id}.`,
      )
    case 'changed':
      return refuse(
        terminal,
        'INPUT_CHANGED',
        `The input of ${id} changed since: an approver edited it, and it is asked for anew. See replywire inbox.`,
      )
    case 'expired':
      return refuse(
        terminal,
        'APPROVAL_EXPIRED',
        `${id} expired ${whenOf(result.approval.expiresAt, now)}; it has to be asked for anew.`,
      )
    case 'withdrawn':
      return refuse(
        terminal,
        'APPROVAL_WITHDRAWN',
        `${id} was withdrawn: task ${cell(result.approval.taskId)} is over, or goes on with another input.`,
      )
    case 'already':
      return refuse(terminal, 'ALREADY_DECIDED', `${id} ${decidedText(result.approval, now)}.`)
  }
}

function decidedText(row: ApprovalRow, now: number): string {
  const when = row.decidedAt === null ? '' : ` ${whenOf(row.decidedAt, now)}`
  return `was ${stateText(row, now)} by ${cell(row.decidedBy)}${when}; it is decided once`
}
