/** `replywire detect`: which contract a message is written in. */

import { recognisers } from '../../contracts/rows.ts'
import { alignRows } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { readInput } from '../input.ts'
import { recognise, unrecognised } from '../recognise.ts'
import { readSource } from '../source.ts'
import type { detectOptions } from '../table.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof detectOptions>): Promise<number> {
  const [path = '-'] = positionals
  const source = readSource(await readInput(path), values)
  const candidates = recognise(source, await recognisers())
  if (terminal.json) {
    const rows = candidates.map(({ contract, version, carrier, message, sure, reason }) => {
      const told = message === undefined ? {} : { message }
      return { contract: contract.id, version, face: carrier, ...told, sure, reason }
    })
    terminal.out.line(JSON.stringify({ file: path, candidates: rows }))
    return candidates.length > 0 ? exitCodes.ok : exitCodes.usage
  }
  if (candidates.length === 0) throw unrecognised(source, 'detect')
  const { style } = terminal.out
  const paints = { certain: style.good, likely: style.name, possible: style.dim }
  const rows = candidates.map(({ contract, version, carrier, message, sure, reason }) => [
    paints[sure](sure),
    style.strong(`${contract.id}@${version}`),
    message === undefined ? carrier : `${carrier} ${message}`,
    reason,
  ])
  for (const row of alignRows(rows)) terminal.out.line(row)
  return exitCodes.ok
}
