/** A command that lists rows of the store, the newest first. */
import type { Owned } from '../../store/operations/tenants.ts'
import type { Store } from '../../store/store.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/runs.ts'
import { across, tenantsOf, withStore } from './existing-store.ts'
import { jsonOf, showList, type View } from './view.ts'

export interface Listing<R> {
  /** The rows' name in JSON. */
  readonly name: string
  readonly of: Owned
  readonly view: View<R>
  /** Default: all columns. */
  readonly columns?: readonly string[]
  /** Printed when there is nothing to list. */
  readonly none: string
  find(store: Store, tenant: string, limit: number): Promise<readonly R[]>
}

export async function listRows<R extends { createdAt: number; id: string }>(
  {
    values,
    terminal,
  }: Pick<Invocation<typeof rowOptions>, 'terminal'> & {
    values: { store?: string | undefined; tenant?: string | undefined; limit?: number | undefined }
  },
  { name, of, view, columns, none, find }: Listing<R>,
): Promise<number> {
  const { limit = 20 } = values
  const rows = await withStore(values.store, async store => {
    const tenants = await tenantsOf(store, of, values.tenant)
    return across(tenants, limit + 1, tenant => find(store, tenant, limit + 1))
  })
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  const now = Date.now()
  terminal.result({ [name]: page.map(row => jsonOf(view, row, now)), more }, out => {
    if (page.length === 0) out.line(none)
    else showList(view, page, out, columns === undefined ? {} : { columns })
    if (more) out.line(out.style.dim(`There are more: --limit ${page.length * 2} shows them.`))
  })
  return exitCodes.ok
}
