/** A database looked at from outside. */
import type { Client } from 'pg'
import { ReplywireError } from '../../errors.ts'
import { type Check, versionCheck } from '../check.ts'
import { currentVersion } from '../migrations.ts'
import { pg } from './driver.ts'
import { migrate, versionOf } from './migrate.ts'
import { cannotOpen } from './open.ts'

const oldestMajor = 13
const skewMs = 2000

async function connected<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'replywire' })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } catch (error) {
    throw error instanceof ReplywireError ? error : cannotOpen(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether a database answers, and is kept as a store should be. */
export async function inspectPostgres(url: string): Promise<Check[]> {
  try {
    return await connected(url, async client => [
      { name: 'reachable', ok: true, found: 'answers' },
      versionCheck(await versionOf(client)),
      await serverCheck(client),
      await clockCheck(client),
      await connectionCheck(client),
    ])
  } catch (error) {
    const fix = 'See that the server runs, and that URL, user and rights are right.'
    return [{ name: 'reachable', ok: false, found: error instanceof Error ? error.message : 'no answer', fix }]
  }
}

/** Brings a database up to date. */
export function migrateDatabase(url: string): Promise<{ from: number; to: number }> {
  return connected(url, async client => ({ from: await migrate(client), to: currentVersion }))
}

async function serverCheck(client: Client): Promise<Check> {
  const { rows } = await client.query(`SELECT current_setting('server_version_num')::int / 10000 AS major`)
  const major = Number(rows[0]?.major)
  const found = `PostgreSQL ${major}`
  if (major >= oldestMajor) return { name: 'server', ok: true, found }
  return { name: 'server', ok: false, found, fix: `Use PostgreSQL ${oldestMajor} or later.` }
}

/** Leases depend on the clocks of the machines that take them; half of the way there and back is not skew. */
async function clockCheck(client: Client): Promise<Check> {
  const before = Date.now()
  const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
  const after = Date.now()
  const skew = Math.round(Number(rows[0]?.now) - (before + after) / 2)
  const found = `${skew} ms from this machine's`
  if (Math.abs(skew) <= skewMs + (after - before) / 2) return { name: 'clock', ok: true, found }
  return { name: 'clock', ok: false, found, fix: 'Let both machines keep time (NTP): leases go by it.' }
}

async function connectionCheck(client: Client): Promise<Check> {
  const { rows } = await client.query(
    `SELECT (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS used,
       current_setting('max_connections')::int AS most`,
  )
  const { used, most } = rows[0] as { used: number; most: number }
  const found = `${used} of ${most} connections`
  if (used <= most * 0.8) return { name: 'connections', ok: true, found }
  const fix = 'Raise max_connections, or put a pooler in between: every process takes up to 11.'
  return { name: 'connections', ok: false, found, fix }
}
