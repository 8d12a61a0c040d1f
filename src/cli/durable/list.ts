/** A command that lists rows, the newest first. */
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import { type RowQuery, type Rows, type RunSource, withSource } from './run-source.ts'
import { jsonOf, showList, type View } from './view.ts'

export interface Listing<R> {
  /** The rows' name in JSON. */
  readonly name: string
  readonly view: View<R>
  /** Default: all columns. */
  readonly columns?: readonly string[]
  /** Printed when there is nothing to list. */
  readonly none: string
  find(source: RunSource, query: RowQuery): Promise<Rows<R>>
}

type ListInvocation = Pick<Invocation<typeof rowOptions>, 'terminal' | 'values' | 'given'> & {
  values: { limit?: number | undefined }
}

export async function listRows<R extends object>(
  invocation: ListInvocation,
  { name, view, columns, none, find }: Listing<R>,
): Promise<number> {
  const { values, terminal } = invocation
  const { limit = 20, tenant } = values
  const { rows, more } = await withSource(invocation, source => find(source, { tenant, limit }))
  const now = Date.now()
  terminal.result({ [name]: rows.map(row => jsonOf(view, row, now)), more }, out => {
    if (rows.length === 0) out.line(none)
    else showList(view, rows, out, columns === undefined ? {} : { columns })
    if (more) out.line(out.style.dim(`There are more: --limit ${rows.length * 2} shows them.`))
  })
  return exitCodes.ok
}
