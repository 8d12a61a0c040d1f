/** AdCP 3.1, `submitted`: how a caller is told that their call goes on without them. */
import type { Notice, Outcome } from '../../outcome/outcome.ts'
import type { Conducted } from '../../runtime/conduct.ts'
import type { Push } from '../../runtime/tasks.ts'
import type { AskedFor } from '../durable/asked.ts'
import type { Site } from '../site.ts'

const unheard: Notice = {
  severity: 'warning',
  code: 'UNSUPPORTED_FEATURE',
  message: 'No webhook tells of tasks of this type: ask for the task instead.',
}

/**
 * A task of ours is asked for, whether it waits or runs: `working` would promise its end on this very connection. The
 * registration is echoed to whoever made it; a repeat registers nothing, but is promised news: nobody's wait holds them
 * back any more.
 */
export async function submitted(
  site: Site,
  ran: Conducted,
  asked: AskedFor,
  { push, tenant }: { push: Push | undefined; tenant: string },
): Promise<Conducted> {
  const { outcome, exchange } = ran
  if (outcome.kind !== 'pending' || outcome.task === undefined || !isOurs(site, outcome)) return ran
  const { store, now } = site.durable.runtime
  if (exchange.replayed === true && asked.waits !== true) {
    await store.do('releasePush', { taskId: outcome.task.id, tenant, now: now() })
  }
  const isUnheard = asked.push !== undefined && push === undefined
  const notices = [...(outcome.notices ?? []), ...(isUnheard ? [unheard] : [])]
  const isRegistered = push !== undefined && asked.registered !== undefined && exchange.replayed !== true
  return {
    ...ran,
    outcome: { ...outcome, phase: 'queued', ...(notices.length === 0 ? undefined : { notices }) },
    exchange: { ...exchange, ...(isRegistered ? { push: asked.registered } : undefined) },
  }
}

function isOurs({ durable: { runtime } }: Site, { task }: Outcome): boolean {
  return task?.statusUrl !== undefined && task.statusUrl === runtime.statusUrl(task.id)
}
