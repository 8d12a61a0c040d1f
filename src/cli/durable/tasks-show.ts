/** `replywire tasks show`: one task with its steps, approvals, deliveries and history. */
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import type { DeliveryLine } from '../../store/operations/deliveries.ts'
import type { StepRow } from '../../store/operations/steps.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { count } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/runs.ts'
import type { Stream } from '../terminal.ts'
import { approvalState, approvalView } from './approval-view.ts'
import { deliveryView } from './delivery-view.ts'
import { historyOf, loadHistory, showHistory } from './history.ts'
import { withStore } from './reach.ts'
import { answerView, findTask, noTask, outcomeText, progressText, taskView } from './task-view.ts'
import { addressOf, cell, deliveryState, showFacts, showTable, taskState, whenOf } from './words.ts'

interface Shown {
  row: TaskRow
  steps: readonly StepRow[]
  approvals: readonly ApprovalRow[]
  deliveries: readonly DeliveryLine[]
  history: readonly AuditRow[]
}

export async function run({ values, positionals, terminal }: Invocation<typeof rowOptions>): Promise<number> {
  const [id = ''] = positionals
  const shown = await withStore(values.store, async (store): Promise<Shown | undefined> => {
    const row = await findTask(store, id, values.tenant)
    if (row === undefined) return undefined
    const { tenant } = row
    const [steps, approvals, deliveries, history] = await Promise.all([
      store.do('loadSteps', { runId: id }),
      store.do('taskApprovals', { taskId: id }),
      store.do('listDeliveries', { tenant, taskId: id, limit: 100 }),
      loadHistory(store, tenant, id),
    ])
    return { row, steps, approvals, deliveries, history }
  })
  if (shown === undefined) return noTask(terminal, id)
  if (terminal.json) terminal.out.line(JSON.stringify(inJson(shown)))
  else show(shown, terminal.out)
  return exitCodes.ok
}

function inJson({ row, steps, approvals, deliveries, history }: Shown): object {
  const now = Date.now()
  return {
    ...taskView(row),
    answer: row.outcome === null ? null : answerView(row.outcome),
    steps: steps.map(({ name, state }) => ({ name, state })),
    approvals: approvals.map(approval => approvalView(approval, now)),
    deliveries: deliveries.map(deliveryView),
    history: history.map(historyOf),
  }
}

function show({ row, steps, approvals, deliveries, history }: Shown, out: Stream): void {
  const now = Date.now()
  const { style } = out
  const when = (at: number | null) => (at === null ? undefined : `${whenOf(at, now)} ${style.dim(stamp(at))}`)
  const { progress } = taskView(row)
  const isSilent = row.state === 'working' && row.leaseUntil <= now
  out.line(`${style.strong(cell(row.id))}  ${taskState(row, style)}`)
  showFacts(
    [
      ['operation', `${cell(row.operation)} ${style.dim(`version ${cell(row.version)}, in ${cell(row.contract)}`)}`],
      ['for', `${cell(row.subject)} of tenant ${cell(row.tenant)}`],
      ['account', row.account === '' ? undefined : cell(row.account)],
      ['created', when(row.createdAt)],
      ['started', when(row.startedAt)],
      ['ended', when(row.endedAt)],
      ['due', row.state === 'queued' ? when(row.dueAt) : undefined],
      ['lease', row.state === 'working' ? `${isSilent ? 'ran out' : 'until'} ${when(row.leaseUntil)}` : undefined],
      ['cancel', row.cancelAt === null || row.endedAt !== null ? undefined : `asked for ${when(row.cancelAt)}`],
      ['tries', `${row.attempt} of ${row.maxAttempts}`],
      ['progress', progress === null ? undefined : progressText(progress)],
      ['events', count(row.events, 'event')],
      ['answer', row.outcome === null ? undefined : outcomeText(answerView(row.outcome).outcome)],
    ],
    out,
  )
  if (steps.length > 0) {
    out.line('Steps')
    for (const { name, state } of steps) {
      const mark = state === 'done' ? style.good('✓') : style.warn('?')
      out.line(
        `  ${mark} ${cell(name)}${state === 'done' ? '' : style.dim('  begun, not to be repeated, not heard of')}`,
      )
    }
  }
  if (approvals.length > 0) {
    out.line('Approvals')
    const rows = approvals.map(approval => [
      `  ${cell(approval.id)}`,
      approvalState(approval, now, style),
      cell(approval.action),
    ])
    showTable(['  ID', 'STATE', 'ACTION'], rows, out)
  }
  if (deliveries.length > 0) {
    out.line('Deliveries')
    const rows = deliveries.map(({ id, state, attempt, status, reason, url }) => [
      `  ${cell(id)}`,
      deliveryState(state, style),
      String(attempt),
      [status, cell(reason)].filter(part => part !== null).join(' '),
      cell(addressOf(url)),
    ])
    showTable(['  ID', 'STATE', 'TRIES', 'LAST', 'TO'], rows, out)
  }
  showHistory(history, out)
}

function stamp(at: number): string {
  return new Date(at).toISOString()
}
