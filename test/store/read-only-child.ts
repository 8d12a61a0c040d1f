/** Makes a store, lets nobody write it, and prints the code of the error that writing it then ends with. */
import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSqlite } from '../../src/store/sqlite/open.ts'

const [file = ''] = process.argv.slice(2)
await (await openSqlite(file)).close()
chmodSync(file, 0o400)
chmodSync(dirname(file), 0o500)
const times = { now: 1, leaseUntil: 2, expiresAt: 3 }
const claim = { scope: 's', key: 'k', fingerprint: 'f', runId: 'r', ...times, expired: 'refuse' as const }
try {
  const store = await openSqlite(file)
  try {
    await store.do('claim', claim)
    console.log('written')
  } finally {
    await store.close()
  }
} catch (error) {
  console.log((error as { code?: string }).code)
} finally {
  chmodSync(dirname(file), 0o700)
}
