/** `replywire detect`: which contract a message is written in. */

import { recognisers } from '../../contracts/rows.ts'
import { chooseContract } from '../choose-contract.ts'
import { alignRows } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { readInput } from '../input.ts'
import { recognise, unrecognised } from '../recognise.ts'
import { readSource } from '../source.ts'
import type { detectOptions } from '../table/messages.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof detectOptions>): Promise<number> {
  const [path = '-'] = positionals
  const source = readSource(await readInput(path), values)
  const named = values.contract === undefined ? undefined : await chooseContract(values.contract)
  const candidates = recognise(source, await recognisers(named?.contract))
  if (candidates.length === 0 && !terminal.json) throw unrecognised(source, 'detect')
  const rows = candidates.map(({ contract, version, carrier, message, sure, reason }) => {
    return { contract: contract.id, version, face: carrier, ...(message !== undefined && { message }), sure, reason }
  })
  terminal.result({ file: path, candidates: rows }, out => {
    const { style } = out
    const paints = { certain: style.good, likely: style.name, possible: style.dim }
    const cells = rows.map(({ contract, version, face, message, sure, reason }) => [
      paints[sure](sure),
      style.strong(`${contract}@${version}`),
      message === undefined ? face : `${face} ${message}`,
      reason,
    ])
    for (const line of alignRows(cells)) out.line(line)
  })
  return candidates.length > 0 ? exitCodes.ok : exitCodes.usage
}
