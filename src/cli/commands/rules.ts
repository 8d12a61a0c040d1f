/** `replywire rules`: the rules of all contracts, or of one. */

import { indexRules } from '../../inspect/rule-index.ts'
import { chooseContract } from '../choose-contract.ts'
import { alignRows, count } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { noOptions } from '../table/messages.ts'

export async function run({ positionals, terminal }: Invocation<typeof noOptions>): Promise<number> {
  const [contract] = positionals
  const rules = indexRules(contract === undefined ? undefined : await chooseContract(contract))
  terminal.result({ rules: rules.map(({ edition: _, ...rule }) => rule) }, out => {
    const { bad, warn, dim, name } = out.style
    const paints = { must: bad, should: warn, lenient: dim }
    const rows = rules.map(rule => [paints[rule.level](rule.level), name(rule.id), `${rule.title} ${dim(rule.clause)}`])
    for (const row of alignRows(rows)) out.line(row)
    out.line(dim(`${count(rules.length, 'rule')}; replywire explain RULE shows more about one`))
  })
  return exitCodes.ok
}
