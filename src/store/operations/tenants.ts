/** Tenants: whose rows there are. For operators of the store itself; everything else is asked for by tenant. */
import { query, text, type Work } from '../statement.ts'

const tables = { task: 'task', approval: 'approval', delivery: 'delivery' } as const

export type OwnedKind = keyof typeof tables

/** Every tenant that has rows of a kind, in order. One step of the index each, however many rows there are. */
export function* tenants({ of }: { of: OwnedKind }): Work<string[]> {
  const table = tables[of]
  const rows = yield* query(
    `WITH RECURSIVE each_one (tenant) AS (
       SELECT MIN(tenant) FROM ${table}
       UNION ALL
       SELECT (SELECT MIN(tenant) FROM ${table} WHERE ${table}.tenant > each_one.tenant)
       FROM each_one WHERE each_one.tenant IS NOT NULL
     ) SELECT tenant FROM each_one WHERE tenant IS NOT NULL`,
  )
  return rows.map(row => text(row, 'tenant'))
}

/** Whose row an id names. */
export function* tenantOf({ of, id }: { of: OwnedKind; id: string }): Work<string | undefined> {
  const [row] = yield* query(`SELECT tenant FROM ${tables[of]} WHERE id = ?1`, id)
  return row === undefined ? undefined : text(row, 'tenant')
}
