/** `replywire inbox show`: one request for approval with its input and history. */
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/runs.ts'
import type { Stream } from '../terminal.ts'
import { approvalState, approvalView, findApproval, noApproval } from './approval-view.ts'
import { historyOf, loadHistory, showHistory } from './history.ts'
import { withStore } from './reach.ts'
import { cell, showFacts, showJson, whenOf } from './words.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof rowOptions>): Promise<number> {
  const [id = ''] = positionals
  const found = await withStore(values.store, async store => {
    const row = await findApproval(store, id, values.tenant)
    if (row === undefined) return undefined
    return { row, history: await loadHistory(store, row.tenant, id) }
  })
  if (found === undefined) return noApproval(terminal, id)
  const { row, history } = found
  const { out, json } = terminal
  if (json) out.line(JSON.stringify({ ...approvalView(row, Date.now()), history: history.map(historyOf) }))
  else show(row, history, out)
  return exitCodes.ok
}

function show(row: ApprovalRow, history: readonly AuditRow[], out: Stream): void {
  const now = Date.now()
  const { style } = out
  const when = (at: number) => `${whenOf(at, now)} ${style.dim(new Date(at).toISOString())}`
  const { input, original, edit } = approvalView(row, now)
  out.line(`${style.strong(cell(row.id))}  ${approvalState(row, now, style)}`)
  showFacts(
    [
      ['would do', cell(row.action)],
      ['operation', `${cell(row.operation)} ${style.dim(`approval ${cell(row.key)}`)}`],
      ['asked by', `${cell(row.requester)} of tenant ${cell(row.tenant)}`],
      ['account', row.account === '' ? undefined : cell(row.account)],
      ['input by', row.suppliedBy.length === 0 ? undefined : row.suppliedBy.map(cell).join(', ')],
      ['edited by', row.editedBy === null ? undefined : cell(row.editedBy)],
      ['roles', row.roles.length === 0 ? undefined : row.roles.map(cell).join(', ')],
      ['asked', when(row.createdAt)],
      ['expires', row.state === 'open' || row.usedAt === null ? when(row.expiresAt) : undefined],
      ['decided by', row.decidedBy === null ? undefined : cell(row.decidedBy)],
      ['note', row.note === null ? undefined : cell(row.note)],
      ['used', row.usedAt === null ? undefined : when(row.usedAt)],
      ['task', row.taskId === null ? undefined : cell(row.taskId)],
    ],
    out,
  )
  out.line('Input')
  showJson(input, out)
  if (original !== null) {
    out.line('Input as it was asked for')
    showJson(original, out)
  }
  if (edit !== null) {
    out.line('Input in its place')
    showJson(edit, out)
  }
  showHistory(history, out)
}
