/** A store by its URL. */
import { ReplywireError } from '../errors.ts'
import type { Store } from './store.ts'

/** Where a store is when nobody says. */
export const defaultStore = 'sqlite:.replywire/replywire.db'

/**
 * Opens a store: `sqlite:PATH`, `sqlite::memory:` or `postgres://…`.
 *
 * @example
 * const store = await openStore('sqlite:.replywire/replywire.db')
 */
export async function openStore(url: string = defaultStore, options: { migrate?: boolean } = {}): Promise<Store> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/open.ts')
    return openSqlite(url.slice('sqlite:'.length), options)
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('./postgres/open.ts')
    return openPostgres(url, options)
  }
  throw new ReplywireError('ERR_USAGE', 'A store is named sqlite:PATH or postgres://USER@HOST/NAME.')
}
