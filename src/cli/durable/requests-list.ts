/** `replywire requests list`: requests, the newest first. */
import { exitCodes, type Invocation } from '../command.ts'
import type { requestListOptions } from '../table/runs.ts'
import { filterOf, requestView } from './request-view.ts'
import { withSource } from './run-source.ts'
import { jsonOf, showList } from './view.ts'

export async function run(invocation: Invocation<typeof requestListOptions>): Promise<number> {
  const { values, terminal } = invocation
  const { limit = 20 } = values
  const filter = { ...filterOf(values), now: Date.now(), limit: limit + 1 }
  const rows = await withSource(invocation, source => source.requests(filter))
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  terminal.result({ requests: page.map(entry => jsonOf(requestView, entry)), more }, out => {
    if (page.length === 0) out.line('No requests found in the journal.')
    else showList(requestView, page, out)
    if (more) out.line(out.style.dim(`There are more: --limit ${limit * 2} shows them.`))
  })
  return exitCodes.ok
}
