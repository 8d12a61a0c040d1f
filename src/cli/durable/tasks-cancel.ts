/** `replywire tasks cancel`: a task that waits ends at once; one that runs is told to stop. */
import { fromBytes, toBytes } from '../../runtime/bytes.ts'
import { openRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Secret } from '../../runtime/secret.ts'
import { loadSecret, secretVariable } from '../../runtime/secret-file.ts'
import { deliveriesOf, recalled, type StoredAnswer, type StoredCall } from '../../runtime/tasks.ts'
import { renderer } from '../../server/durable/runtime.ts'
import { defaultStore } from '../../store/open.ts'
import type { NewDelivery } from '../../store/operations/deliveries.ts'
import type { TaskRow } from '../../store/operations/tasks.ts'
import type { Store } from '../../store/store.ts'
import { usageError } from '../usage.ts'
import { operatorAct } from './operator.ts'
import { withStore } from './reach.ts'
import { findTask, noTask } from './task-view.ts'
import type { TasksInvocation } from './tasks.ts'
import { refuse, tellDone } from './words.ts'

const answer: StoredAnswer = { outcome: { kind: 'canceled' }, exchange: {} }

export async function run({ values, positionals, terminal }: TasksInvocation): Promise<number> {
  const [, id = ''] = positionals
  const secret = () => loadSecret(values.store ?? defaultStore, { file: values['secret-file'] })
  return withStore(values.store, async store => {
    const row = await findTask(store, id, values.tenant)
    if (row === undefined) return noTask(terminal, id)
    const { tenant } = row
    const now = Date.now()
    const outcome = toBytes(answer)
    const result = await store.do('cancelTask', {
      id,
      tenant,
      outcome,
      event: { kind: 'outcome', body: outcome },
      deliveries: row.endpoint === null || row.endedAt !== null ? [] : news(store, row, secret()),
      audit: operatorAct({ tenant, action: 'task.cancel', subject: id, at: now }),
      now,
    })
    switch (result) {
      case 'canceled':
        return tellDone(terminal, `${id} is canceled.`, { id, result })
      case 'requested':
        return tellDone(terminal, `${id} runs; its worker is asked to stop.`, { id, result })
      case 'ended':
        return refuse(terminal, 'TASK_ENDED', `${id} has ended (${row.state}); there is nothing to cancel.`)
      case 'missing':
        return noTask(terminal, id)
    }
  })
}

/** What whoever waits for the task is told, in their contract. */
function news(store: Store, row: TaskRow, secret: Secret): NewDelivery[] {
  const runtime = operatorRuntime(store, secret)
  try {
    const kept = recalled(runtime, row.call)
    if (fromBytes<StoredCall>(row.call).push !== undefined && kept.push === undefined) {
      throw usageError(
        `The secret is not the one that this task was kept with: set ${secretVariable}, or name it with --secret-file.`,
      )
    }
    return deliveriesOf(runtime, { ...row, ...kept }, answer)
  } finally {
    runtime.close()
  }
}

/** A runtime of nobody's operations: enough to word a message. */
function operatorRuntime(store: Store, secret: Secret): Runtime {
  return openRuntime({
    store,
    secret,
    version: '',
    operations: {},
    run: () => Promise.reject(new Error('Nothing runs here.')),
    render: renderer(Date.now),
    statusUrl: id => `/operations/${id}/status`,
  })
}
