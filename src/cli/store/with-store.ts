/** Opens a store that is there, and closes it whatever happens. It is neither made nor migrated by looking at it. */
import { existsSync } from 'node:fs'
import { ReplywireError } from '../../errors.ts'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'

export async function withStore<T>(url: string, use: (store: Store) => Promise<T>): Promise<T> {
  const path = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (path !== undefined && !existsSync(path)) {
    throw new ReplywireError('ERR_STORE_UNAVAILABLE', `There is no store ${path}. Run: replywire store migrate`)
  }
  const store = await openStore(url, { migrate: false })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
