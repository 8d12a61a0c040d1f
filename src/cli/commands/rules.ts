/** `replywire rules`: what messages are judged by. */
import { chooseContract } from '../choose-contract.ts'
import { alignRows, count } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { indexRules } from '../rule-index.ts'
import type { rulesOptions } from '../table.ts'

export async function run({ values, terminal }: Invocation<typeof rulesOptions>): Promise<number> {
  const { out } = terminal
  const rules = indexRules(values.contract === undefined ? undefined : await chooseContract(values.contract))
  if (terminal.json) {
    out.line(JSON.stringify({ rules: rules.map(({ edition: _, ...rule }) => rule) }))
    return exitCodes.ok
  }
  const { bad, warn, dim, name } = out.style
  const paints = { must: bad, should: warn, lenient: dim }
  const rows = rules.map(({ id, level, title, clause }) => [paints[level](level), name(id), `${title} ${dim(clause)}`])
  for (const row of alignRows(rows)) out.line(row)
  out.line(dim(`${count(rules.length, 'rule')}; replywire explain RULE-ID says more about one`))
  return exitCodes.ok
}
