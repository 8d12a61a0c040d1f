/** `replywire requests show`: all that was kept of a request. A client may send an id more than once: each is shown. */
import { entryOf, type PlacedEntry } from '../../runtime/requests/request-entry.ts'
import { printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { Stream } from '../terminal.ts'
import { withStore } from './reach.ts'
import { requestView, statusText } from './request-view.ts'
import type { RequestsInvocation } from './requests.ts'
import { cell, refuse, showFacts, showJson, showTable, timeOf } from './words.ts'

const most = 20

export async function run({ values, positionals, terminal }: RequestsInvocation): Promise<number> {
  const [, requestId = ''] = positionals
  const filter = { requestId, tenant: values.tenant, now: Date.now(), limit: most }
  const rows = await withStore(values.store, store => store.do('listRequests', filter))
  const entries = rows.map(entryOf)
  if (entries.length === 0) {
    const message = `There is no request ${printable(requestId)} in the journal. See replywire requests list.`
    return refuse(terminal, 'REQUEST_NOT_FOUND', message)
  }
  if (terminal.json) terminal.out.line(JSON.stringify({ requests: entries.map(requestView) }))
  else for (const entry of entries) show(entry, terminal.out)
  return exitCodes.ok
}

function show(entry: PlacedEntry, out: Stream): void {
  const { style } = out
  const known = (text: string): string | undefined => (text === '' ? undefined : cell(text))
  out.line(`${style.strong(cell(entry.requestId))}  ${statusText(entry, style)}  ${cell(entry.outcome)}`)
  showFacts(
    [
      ['operation', known(entry.operation)],
      ['route', `${cell(entry.route)} ${style.dim(`${cell(entry.method)} over ${cell(entry.carrier)}`)}`],
      ['contract', `${cell(entry.contract)} ${cell(entry.edition)}${entry.stream ? ', as a stream' : ''}`],
      ['for', entry.subject === '' ? undefined : `${cell(entry.subject)} of tenant ${cell(entry.tenant)}`],
      ['came', `${timeOf(entry.at)}, took ${entry.durationMs} ms`],
      ['correlation', known(entry.correlationId)],
      ['trace', known(entry.traceId)],
      ['task', known(entry.taskId)],
    ],
    out,
  )
  if (entry.stages.length > 0) {
    out.line('Stages')
    showTable(
      ['  ENTERED AFTER', 'STAGE'],
      entry.stages.map(({ stage, ms }) => [`  ${ms.toFixed(3)} ms`, cell(stage)]),
      out,
    )
  }
  if (entry.findings.length > 0) {
    out.line('Findings')
    for (const { rule, level, pointer } of entry.findings) out.line(`  ${level} ${cell(rule)} at ${cell(pointer)}`)
  }
  if (entry.losses.length > 0) {
    out.line('Losses')
    for (const { pointer, reason } of entry.losses) out.line(`  ${cell(pointer)}: ${printable(reason)}`)
  }
  const { input, answer } = entry.bodies ?? {}
  for (const [title, body] of [
    ['Input', input],
    ['Answer', answer],
  ] as const) {
    if (body === undefined) continue
    out.line(title)
    showJson(body, out)
  }
}
