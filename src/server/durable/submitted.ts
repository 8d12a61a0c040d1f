/** How callers are answered whose call goes on without them. */
import type { Contract } from '../../codec/contract.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Conducted } from '../../runtime/conduct.ts'
import type { Push } from '../../runtime/tasks.ts'
import type { Site } from '../site.ts'
import type { AskedFor } from './asked.ts'

/**
 * A call that became a task, as the contract announces it. The registration is echoed to the caller who made it; a
 * repeat registers nothing, but is promised news: nobody's wait holds them back any more.
 */
export async function submitted(
  site: Site,
  { serving }: Contract,
  ran: Conducted,
  asked: AskedFor,
  { push, tenant }: { push: Push | undefined; tenant: string },
): Promise<Conducted> {
  const { outcome, exchange } = ran
  if (serving?.tasks === undefined || !isOurs(site, outcome)) return ran
  const { store, now } = site.durable.runtime
  if (exchange.replayed === true && asked.waits !== true) {
    await store.do('releasePush', { taskId: outcome.task.id, tenant, now: now() })
  }
  const isUnheard = asked.push !== undefined && push === undefined
  const isRegistered = push !== undefined && asked.registered !== undefined && exchange.replayed !== true
  return {
    ...ran,
    outcome: serving.tasks.submitted(outcome, { isUnheard }),
    exchange: { ...exchange, ...(isRegistered ? { push: asked.registered } : undefined) },
  }
}

/** Whether an outcome is a task of this server, which goes on. */
function isOurs({ durable: { runtime } }: Site, outcome: Outcome): outcome is Outcome & { task: { id: string } } {
  const { kind, task } = outcome
  return kind === 'pending' && task?.statusUrl !== undefined && task.statusUrl === runtime.statusUrl(task.id)
}
