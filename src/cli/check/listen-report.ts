/** What `replywire listen` shows: a line for each exchange, and at the end a report. */
import type { Observation } from '../../check/observe.ts'
import type { Finding } from '../../codec/rule.ts'
import { count, printable } from '../columns.ts'
import { placeOf } from '../finding-text.ts'
import type { Terminal } from '../terminal.ts'

/** An exchange or a webhook, as it is shown. */
export interface ShownExchange extends Observation {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  /** Why there is no answer, or what is wrong with the sender of a webhook. */
  readonly problem?: string
  /** Why an answer was not validated. */
  readonly note?: string
}

/** What remains of exchanges after their lines were shown. */
interface Totals {
  exchanges: number
  bad: number
  readonly contracts: Map<string, number>
  readonly rules: Map<string, number>
}

export function openTally(terminal: Terminal) {
  const totals: Totals = { exchanges: 0, bad: 0, contracts: new Map(), rules: new Map() }
  const increase = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1)
  return {
    add(one: ShownExchange): void {
      totals.exchanges++
      if (isBad(one)) totals.bad++
      increase(totals.contracts, one.contract ?? 'no contract')
      for (const { rule } of one.findings) increase(totals.rules, rule)
      showLine(one, terminal)
    },
    report: () => showReport(totals, terminal),
    get hasFailures() {
      return totals.bad > 0
    },
  }
}

function isBad({ findings, problem }: ShownExchange): boolean {
  return problem !== undefined || findings.some(({ level }) => level === 'must')
}

/** `POST /campaigns 201 yaagents@0.3 12 ms`, and below it what is wrong. */
function showLine(one: ShownExchange, { out, json }: Terminal): void {
  if (json) {
    out.line(JSON.stringify(one))
    return
  }
  const { good, bad, warn, dim } = out.style
  const { method, path, status, contract = 'no contract', ms, findings, problem, note } = one
  const mark = isBad(one) ? bad('✗') : findings.length > 0 ? warn('!') : good('✓')
  const end = [...(problem === undefined ? [] : [bad(printable(problem))]), ...(note === undefined ? [] : [dim(note)])]
  out.line(
    `${mark} ${printable(`${method} ${path}`)}  ${status}  ${dim(contract)}  ${ms} ms${end.map(word => `  ${word}`).join('')}`,
  )
  for (const finding of findings.slice(0, 5)) out.line(`    ${findingLine(finding)}`)
  if (findings.length > 5) out.line(dim(`    … and ${count(findings.length - 5, 'finding')} more`))
}

function findingLine({ level, rule, pointer, message }: Finding): string {
  return printable(`${level} ${rule} ${placeOf(pointer)}  ${message}`)
}

function showReport({ exchanges, bad, contracts, rules }: Totals, { out, err, json }: Terminal): void {
  if (json) {
    err.line(
      JSON.stringify({
        report: {
          exchanges,
          bad,
          contracts: Object.fromEntries(contracts),
          rules: Object.fromEntries(rules),
        },
      }),
    )
    return
  }
  out.line()
  out.line(`${count(exchanges, 'exchange')}: ${bad} with failures, ${exchanges - bad} without`)
  for (const [contract, number] of contracts) out.line(`  ${contract}  ${number}`)
  for (const [rule, number] of [...rules].sort((a, b) => b[1] - a[1]))
    out.line(`  ${rule}  ${count(number, 'finding')}`)
}
