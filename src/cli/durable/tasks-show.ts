/** `replywire tasks show`: one task with its steps, approvals, deliveries and history. */
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import type { DeliveryLine } from '../../store/operations/deliveries.ts'
import type { StepRow } from '../../store/operations/steps.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/runs.ts'
import type { Stream } from '../terminal.ts'
import { approvalView } from './approval-view.ts'
import { deliveryView } from './delivery-view.ts'
import { withStore } from './existing-store.ts'
import { historyOf, loadHistory, showHistory } from './history.ts'
import { answerView, findTask, noTask, outcomeText, taskState, taskView } from './task-view.ts'
import { type Field, jsonOf, showFacts, showList } from './view.ts'
import { cell } from './words.ts'

interface TaskDetails {
  row: TaskRow
  steps: readonly StepRow[]
  approvals: readonly ApprovalRow[]
  deliveries: readonly DeliveryLine[]
  history: readonly AuditRow[]
}

/** What only the whole row has. */
const answer: Field<TaskRow> = {
  key: 'answer',
  json: ({ outcome }) => (outcome === null ? null : answerView(outcome)),
  label: 'answer',
  fact: ({ outcome }) => (outcome === null ? undefined : outcomeText(answerView(outcome).outcome)),
}

const view = [...taskView, answer]

export async function run({ values, positionals, terminal }: Invocation<typeof rowOptions>): Promise<number> {
  const [id = ''] = positionals
  const details = await withStore(values.store, async (store): Promise<TaskDetails | undefined> => {
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
  if (details === undefined) return noTask(terminal, id)
  terminal.result(inJson(details), out => show(details, out))
  return exitCodes.ok
}

function inJson({ row, steps, approvals, deliveries, history }: TaskDetails): object {
  return {
    ...jsonOf(view, row),
    steps: steps.map(({ name, state }) => ({ name, state })),
    approvals: approvals.map(approval => jsonOf(approvalView, approval)),
    deliveries: deliveries.map(delivery => jsonOf(deliveryView, delivery)),
    history: history.map(historyOf),
  }
}

function show({ row, steps, approvals, deliveries, history }: TaskDetails, out: Stream): void {
  const { style } = out
  out.line(`${style.strong(cell(row.id))}  ${taskState(row, out)}`)
  showFacts(view, row, out)
  if (steps.length > 0) {
    out.line('Steps')
    for (const { name, state } of steps) {
      const isDone = state === 'done'
      const remark = isDone ? '' : style.dim('  interrupted; its effect is unknown, and it is not repeated')
      out.line(`  ${isDone ? style.good('✓') : style.warn('?')} ${cell(name)}${remark}`)
    }
  }
  if (approvals.length > 0) {
    out.line('Approvals')
    showList(approvalView, approvals, out, { columns: ['ID', 'STATE', 'ACTION'], indent: '  ' })
  }
  if (deliveries.length > 0) {
    out.line('Deliveries')
    showList(deliveryView, deliveries, out, { columns: ['ID', 'STATE', 'ATTEMPTS', 'LAST', 'TO'], indent: '  ' })
  }
  showHistory(history, out)
}
