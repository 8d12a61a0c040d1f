/** `replywire inbox show`: one request for approval with its input and history. */
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/runs.ts'
import { approvalState, approvalView, findApproval, noApproval } from './approval-view.ts'
import { withStore } from './existing-store.ts'
import { historyOf, loadHistory, showHistory } from './history.ts'
import { jsonOf, showFacts } from './view.ts'
import { cell, showJson } from './words.ts'

/** JSON values under their headings; those that are null are left out. */
const inputs = [
  ['input', 'Input'],
  ['original', 'Input as requested'],
  ['edit', 'Input in its place'],
] as const

export async function run({ values, positionals, terminal }: Invocation<typeof rowOptions>): Promise<number> {
  const [id = ''] = positionals
  const found = await withStore(values.store, async store => {
    const row = await findApproval(store, id, values.tenant)
    return row === undefined ? undefined : { row, history: await loadHistory(store, row.tenant, id) }
  })
  if (found === undefined) return noApproval(terminal, id)
  const { row, history } = found
  const json = jsonOf(approvalView, row)
  terminal.result({ ...json, history: history.map(historyOf) }, out => {
    const { style } = out
    out.line(`${style.strong(cell(row.id))}  ${approvalState(row, { style, now: Date.now() })}`)
    showFacts(approvalView, row, out)
    for (const [key, heading] of inputs) {
      if (key !== 'input' && json[key] === null) continue
      out.line(heading)
      showJson(json[key], out)
    }
    showHistory(history, out)
  })
  return exitCodes.ok
}
