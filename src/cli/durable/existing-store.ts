/** Reaching a store that is there, and what is in it, across tenants. */
import { existsSync, statSync } from 'node:fs'
import { ReplywireError } from '../../errors.ts'
import { defaultStore, openStore } from '../../store/open.ts'
import type { OwnedKind } from '../../store/operations/tenants.ts'
import type { Store } from '../../store/store.ts'
import { printable } from '../columns.ts'

/** Runs work on a store, and closes it whatever happens. */
export async function withStore<T>(url: string | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openExistingStore(url)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Opens a store that exists: a mistyped path must not become an empty store. */
export async function openExistingStore(
  url: string = defaultStore,
  options: { migrate: boolean } = { migrate: false },
) {
  checkStoreFile(url)
  return openStore(url, options)
}

/** Refuses the URL of a SQLite file that is not there. */
function checkStoreFile(url: string): void {
  const path = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (path !== undefined && !isFile(path)) {
    throw new ReplywireError(
      'ERR_STORE_UNAVAILABLE',
      `There is no store at ${printable(path)}. Go to the folder of its server, name it with --store URL, or create one: replywire store migrate`,
    )
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/** The tenants to look at: the one that was named, or all that have something. */
export async function tenantsOf(store: Store, of: OwnedKind, tenant: string | undefined): Promise<readonly string[]> {
  return tenant === undefined ? store.do('tenants', { of }) : [tenant]
}

/** Rows of several tenants, newest first. */
export async function across<R extends { createdAt: number; id: string }>(
  tenants: readonly string[],
  limit: number,
  list: (tenant: string) => Promise<readonly R[]>,
): Promise<R[]> {
  const lists = await Promise.all(tenants.map(list))
  return lists
    .flat()
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

/** Whose row an id names; undefined when there is none, or when it is not of the tenant that was named. */
export async function whose(
  store: Store,
  of: OwnedKind,
  id: string,
  tenant: string | undefined,
): Promise<string | undefined> {
  const owner = await store.do('tenantOf', { of, id })
  return tenant === undefined || owner === tenant ? owner : undefined
}
