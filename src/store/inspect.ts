/** Inspecting a store from outside: for its operators. */

import { ReplywireError } from '../errors.ts'
import type { Check } from './check.ts'
import { openStore } from './open.ts'

/** Looks at everything that can be seen of a store, and changes nothing. */
export async function inspectStore(url: string): Promise<Check[]> {
  const checks = url.startsWith('sqlite:')
    ? (await import('./sqlite/inspect.ts')).inspectSqlite(url.slice('sqlite:'.length))
    : await (await import('./postgres/inspect.ts')).inspectPostgres(url)
  if (checks.some(({ ok, name }) => !ok && (name === 'reachable' || name === 'version'))) return checks
  return [...checks, ...(await workChecks(url))]
}

/** Brings a store up to date. Returns the versions before and after. */
export async function migrateStore(url: string): Promise<{ from: number; to: number }> {
  if (url.startsWith('sqlite:')) return (await import('./sqlite/inspect.ts')).migrateFile(url.slice('sqlite:'.length))
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new ReplywireError('ERR_USAGE', 'A store is named sqlite:PATH or postgres://USER@HOST/NAME.')
  }
  return (await import('./postgres/inspect.ts')).migrateDatabase(url)
}

const patienceMs = 10 * 60_000

/** Work that nobody does. */
async function workChecks(url: string): Promise<Check[]> {
  const store = await openStore(url, { migrate: false })
  try {
    const lost = await store.do('stuck', { before: Date.now() - patienceMs })
    const check = (name: string, count: number, what: string, fix: string): Check =>
      count === 0 ? { name, ok: true, found: `no ${what}` } : { name, ok: false, found: `${count} ${what}`, fix }
    return [
      check(
        'leases',
        lost.tasks,
        'tasks whose worker was lost over 10 minutes ago',
        'Start a worker that has their operations: it takes them over.',
      ),
      check(
        'queue',
        lost.queued,
        'tasks that have been due for over 10 minutes',
        'Start workers, or more of them; see that they have these operations.',
      ),
      check(
        'outbox',
        lost.deliveries,
        'deliveries that have been due for over 10 minutes',
        'Start a server: it delivers. The list of deliveries shows a dead endpoint.',
      ),
    ]
  } finally {
    await store.close()
  }
}
