/** `replywire requests list`: the newest first. */
import { entryOf } from '../../runtime/requests/request-entry.ts'
import { exitCodes } from '../command.ts'
import { withStore } from './reach.ts'
import { filterOf, requestCells, requestHeadings, requestView } from './request-view.ts'
import type { RequestsInvocation } from './requests.ts'
import { numberOf, showTable } from './words.ts'

export async function run({ values, terminal: { out, json } }: RequestsInvocation): Promise<number> {
  const limit = numberOf('limit', values.limit, 20, 1, 1000)
  const now = Date.now()
  const filter = filterOf(values, now)
  const rows = await withStore(values.store, store => store.do('listRequests', { ...filter, now, limit: limit + 1 }))
  const page = rows.slice(0, limit).map(entryOf)
  const more = rows.length > limit
  if (json) out.line(JSON.stringify({ requests: page.map(requestView), more }))
  else if (page.length === 0) {
    out.line('There are no such requests in the journal.')
    out.line(
      out.style.dim('Servers write it with `journal: true`; replywire serve and dev do so unless told otherwise.'),
    )
  } else {
    showTable(
      requestHeadings,
      page.map(entry => requestCells(entry, out.style)),
      out,
    )
    if (more) out.line(out.style.dim(`There are more: --limit ${limit * 2} shows them.`))
  }
  return exitCodes.ok
}
