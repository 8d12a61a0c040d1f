/** `replywire requests show`: all that the journal has of a request. */
import { alignRows, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import type { OutputStream } from '../terminal.ts'
import { type RequestShown, requestView, statusText } from './request-view.ts'
import { withSource } from './run-source.ts'
import { jsonOf, showFacts } from './view.ts'
import { cell, refuse, showJson } from './words.ts'

export async function run(invocation: Invocation<typeof rowOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [requestId = ''] = positionals
  const entries = await withSource(invocation, source => source.request(requestId, values.tenant))
  if (entries.length === 0) {
    const message = `There is no request ${printable(requestId)} in the journal. See replywire requests list.`
    return refuse(terminal, 'REQUEST_NOT_FOUND', message)
  }
  terminal.result({ requests: entries.map(entry => jsonOf(requestView, entry)) }, out => {
    for (const entry of entries) show(entry, out)
  })
  return exitCodes.ok
}

function show(entry: RequestShown, out: OutputStream): void {
  const { stages = [], findings = [], losses = [], bodies = {} } = entry
  out.line(`${out.style.strong(cell(entry.requestId))}  ${statusText(entry, out.style)}  ${cell(entry.outcome)}`)
  showFacts(requestView, entry, out)
  showLines(
    'Stages',
    stages.map(({ stage, ms }) => [`  ${cell(stage)}`, `after ${ms.toFixed(3)} ms`]),
    out,
  )
  showLines(
    'Findings',
    findings.map(({ rule, level, pointer }) => [`  ${cell(rule)}`, level, cell(pointer)]),
    out,
  )
  showLines(
    'Losses',
    losses.map(({ pointer, reason }) => [`  ${cell(pointer)}`, printable(reason)]),
    out,
  )
  for (const [title, body] of [['Input', bodies.input] as const, ['Answer', bodies.answer] as const]) {
    if (body === undefined) continue
    out.line(title)
    showJson(body, out)
  }
}

function showLines(title: string, rows: readonly (readonly string[])[], out: OutputStream): void {
  if (rows.length === 0) return
  out.line(title)
  for (const line of alignRows(rows)) out.line(line)
}
