/** `replywire tasks retry`: a dead task gets a new set of attempts. */

import type { Invocation } from '../command.ts'
import type { rowOptions } from '../table/runs.ts'
import { withStore } from './existing-store.ts'
import { operatorAct } from './operator.ts'
import { findTask, noTask } from './task-view.ts'
import { confirm, refuse } from './words.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof rowOptions>): Promise<number> {
  const [id = ''] = positionals
  return withStore(values.store, async store => {
    const row = await findTask(store, id, values.tenant)
    if (row === undefined) return noTask(terminal, id)
    const { tenant } = row
    const now = Date.now()
    const audit = operatorAct({ tenant, action: 'task.retry', subject: id, at: now })
    if (await store.do('resumeTask', { id, tenant, from: 'failed', audit, now })) {
      return confirm(terminal, `Queued ${id} again. Completed steps are not repeated.`, { id, result: 'queued' })
    }
    const why = row.endedAt === null ? `it is ${row.state}` : `it ended as ${row.state}`
    return refuse(terminal, 'TASK_NOT_DEAD', `${id} is not a dead task: ${why}.`)
  })
}
