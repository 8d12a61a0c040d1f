/** `replywire tasks cancel`: a waiting task ends at once; for a running one its worker is asked to stop. */
import type { Invocation } from '../command.ts'
import type { taskCancelOptions } from '../table/runs.ts'
import { withSource } from './run-source.ts'
import { noTask } from './task-view.ts'
import { confirm, refuse } from './words.ts'

export async function run(invocation: Invocation<typeof taskCancelOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [id = ''] = positionals
  const result = await withSource(invocation, source => source.cancel(id, values.tenant))
  switch (result) {
    case 'canceled':
      return confirm(terminal, `Canceled ${id}.`, { id, result })
    case 'requested':
      return confirm(terminal, `${id} is running; its worker was asked to stop.`, { id, result })
    case 'missing':
      return noTask(terminal, id)
    default:
      return refuse(terminal, result.code, result.message)
  }
}
