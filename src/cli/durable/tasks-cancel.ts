/** `replywire tasks cancel`: a waiting task ends at once; for a running one its worker is asked to stop. */

import { fromBytes } from '../../runtime/bytes.ts'
import { openRuntime, type Runtime } from '../../runtime/runtime.ts'
import { Secret } from '../../runtime/secret.ts'
import { loadSecret, secretVariable } from '../../runtime/secret-file.ts'
import { cancelTask } from '../../runtime/task-commands.ts'
import { recalled, type StoredCall } from '../../runtime/tasks.ts'
import { renderer } from '../../server/durable/runtime.ts'
import { defaultStore } from '../../store/open.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { Store } from '../../store/store.ts'
import type { Invocation } from '../command.ts'
import type { taskCancelOptions } from '../table/runs.ts'
import { usageError } from '../usage.ts'
import { withStore } from './existing-store.ts'
import { byOperator } from './operator.ts'
import { findTask, noTask } from './task-view.ts'
import { confirm, refuse } from './words.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof taskCancelOptions>): Promise<number> {
  const [id = ''] = positionals
  const secret = () => loadSecret(values.store ?? defaultStore, { file: values['secret-file'] })
  return withStore(values.store, async store => {
    const row = await findTask(store, id, values.tenant)
    if (row === undefined) return noTask(terminal, id)
    const hasReceivers = (row.endpoint !== null || row.pushes > 0) && row.endedAt === null
    const result = await cancel(store, row, hasReceivers ? secret() : undefined)
    switch (result) {
      case 'canceled':
        return confirm(terminal, `Canceled ${id}.`, { id, result })
      case 'requested':
        return confirm(terminal, `${id} is running; its worker was asked to stop.`, { id, result })
      case 'ended':
        return refuse(terminal, 'TASK_ENDED', `${id} has already ended (${row.state}).`)
      case 'missing':
        return noTask(terminal, id)
    }
  })
}

/** Cancels it, and notifies its webhooks in their contract. */
async function cancel(store: Store, row: TaskRow, secret: Secret | undefined) {
  // Without receivers nothing is unsealed.
  const runtime = operatorRuntime(store, secret ?? new Secret())
  try {
    const kept = fromBytes<StoredCall>(row.call)
    if (secret !== undefined && kept.push !== undefined && recalled(runtime, row.call).push === undefined) {
      throw usageError(
        `The secret is not the one that this task was stored with: set ${secretVariable}, or name its file with --secret-file.`,
      )
    }
    return await cancelTask(runtime, row, byOperator(row.tenant))
  } finally {
    runtime.close()
  }
}

/** A runtime without operations: enough to write a notification. */
function operatorRuntime(store: Store, secret: Secret): Runtime {
  return openRuntime({
    store,
    secret,
    version: '',
    operations: {},
    runTask: () => Promise.reject(new Error('Nothing runs here.')),
    render: renderer(Date.now),
    statusUrl: id => `/operations/${id}/status`,
  })
}
