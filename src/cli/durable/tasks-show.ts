/** `replywire tasks show`: one task with its steps, approvals, deliveries and history. */
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import type { OutputStream } from '../terminal.ts'
import { approvalView } from './approval-view.ts'
import { deliveryView } from './delivery-view.ts'
import { showHistory } from './history.ts'
import { type TaskDetails, withSource } from './run-source.ts'
import { answerView, noTask, outcomeText, taskState, taskView } from './task-view.ts'
import { jsonOf, showFacts, showList } from './view.ts'
import { cell } from './words.ts'

export async function run(invocation: Invocation<typeof rowOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [id = ''] = positionals
  const details = await withSource(invocation, source => source.task(id, values.tenant))
  if (details === undefined) return noTask(terminal, id)
  terminal.result(inJson(details), out => show(details, out))
  return exitCodes.ok
}

/** What the source does not report is left out. */
function inJson({ row, answer, steps, approvals, deliveries, history }: TaskDetails): object {
  return {
    ...jsonOf(taskView, row),
    answer: answer === undefined ? null : answerView(answer),
    steps: steps?.map(({ name, state }) => ({ name, state })),
    approvals: approvals.map(approval => jsonOf(approvalView, approval)),
    deliveries: deliveries?.map(delivery => jsonOf(deliveryView, delivery)),
    history,
  }
}

function show(
  { row, answer, steps = [], approvals, deliveries = [], history = [] }: TaskDetails,
  out: OutputStream,
): void {
  const { style } = out
  out.line(`${style.strong(cell(row.id))}  ${taskState(row, out)}`)
  showFacts(
    answer === undefined
      ? taskView
      : [...taskView, { label: 'answer', fact: () => outcomeText(answerView(answer).outcome) }],
    row,
    out,
  )
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
