/** `replywire inbox show`: one request for approval with its input and history. */
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import { approvalState, approvalView, noApproval } from './approval-view.ts'
import { showHistory } from './history.ts'
import { withSource } from './run-source.ts'
import { jsonOf, showFacts } from './view.ts'
import { cell, showJson } from './words.ts'

/** JSON values under their headings; those that are null are left out. */
const inputs = [
  ['input', 'Input'],
  ['original', 'Input as requested'],
  ['edit', 'Input in its place'],
] as const

export async function run(invocation: Invocation<typeof rowOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [id = ''] = positionals
  const found = await withSource(invocation, source => source.approval(id, values.tenant))
  if (found === undefined) return noApproval(terminal, id)
  const { row, history } = found
  const json = jsonOf(approvalView, row)
  terminal.result({ ...json, history }, out => {
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
