/** `replywire tasks retry`: a dead task gets a new set of attempts. */
import type { Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import { withSource } from './run-source.ts'
import { noTask } from './task-view.ts'
import { confirm, refuse } from './words.ts'

export async function run(invocation: Invocation<typeof rowOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [id = ''] = positionals
  const result = await withSource(invocation, source => source.retry(id, values.tenant))
  if (result === 'missing') return noTask(terminal, id)
  if (result !== 'queued') return refuse(terminal, result.code, result.message)
  return confirm(terminal, `Queued ${id} again. Completed steps are not repeated.`, { id, result })
}
