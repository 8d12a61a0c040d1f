/** `replywire explain`: what a rule requires, why, and a good and a bad example. */

import { citedSections } from '../../codec/specification.ts'
import { examplesOf, type ShownExamples } from '../../inspect/explain-rule.ts'
import { type IndexedRule, indexRules } from '../../inspect/rule-index.ts'
import { type Chosen, chooseContract } from '../choose-contract.ts'
import { wrap } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { noOptions } from '../table/messages.ts'
import type { OutputStream } from '../terminal.ts'
import { unknownWord } from '../usage.ts'

export async function run({ positionals, terminal }: Invocation<typeof noOptions>): Promise<number> {
  const [id = '', contract] = positionals
  const chosen = contract === undefined ? undefined : await chooseContract(contract)
  const rules = indexRules(chosen)
  const rule = rules.find(candidate => candidate.id === id) ?? (await behaviourRule(id, chosen))
  if (rule === undefined) {
    const known = rules.map(candidate => candidate.id)
    throw unknownWord('rule', id, known, 'See replywire rules.')
  }
  const examples = await examplesOf(rule)
  const { edition, ...row } = rule
  const documents = citedSections(edition, rule.clause).map(section => ({ ...section }))
  terminal.result({ ...row, documents, examples: examples?.json ?? null }, out => show(rule, examples, out))
  return exitCodes.ok
}

/** A rule about behaviour, which only `replywire check` can find broken. */
async function behaviourRule(id: string, chosen: Chosen | undefined): Promise<IndexedRule | undefined> {
  const { behaviourRules } = await import('../behaviour-rules.ts')
  return (await behaviourRules(chosen?.contract)).find(candidate => candidate.id === id)
}

/** The documents that the clause cites, one line each, with their addresses. */
function documentLines({ edition, clause }: IndexedRule): string[] {
  const lines = citedSections(edition, clause).map(({ title, url }) => (url === undefined ? title : `${title}, ${url}`))
  return [...new Set(lines)]
}

function show(rule: IndexedRule, examples: ShownExamples | undefined, out: OutputStream): void {
  const { bad, good, warn, dim, strong, name } = out.style
  const { id, level, title, clause, conformance, why, fix, contract, versions, sharedBy } = rule
  const paint = { must: bad, should: warn, lenient: dim }[level]
  const owner = contract === null ? sharedBy.join(', ') : `${contract} ${versions.join(', ')}`
  out.line(`${strong(id)}  ${paint(level)}`)
  for (const line of wrap(title, out.columns)) out.line(line)
  out.line()
  const rows = [
    ['Where', `${clause} (${owner})`],
    ...(conformance === undefined ? [] : [['', `must with --conformance (${conformance})`]]),
    ...documentLines(rule).map(line => ['Spec', line]),
    ['Why', why],
    ['Fix', fix],
  ]
  for (const [label = '', text = ''] of rows) {
    const [first = '', ...rest] = wrap(text, out.columns === undefined ? undefined : out.columns - 7)
    out.line(`${name(label.padEnd(5))}  ${first}`)
    for (const line of rest) out.line(`       ${line}`)
  }
  if (examples === undefined) return
  for (const [label, text] of [
    [good('✓ good'), examples.good],
    [bad('✗ bad'), examples.bad],
  ] as const) {
    out.line()
    out.line(label)
    for (const line of text.split('\n')) out.line(line === '' ? '' : `  ${line}`)
  }
}
