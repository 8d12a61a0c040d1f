/** `replywire schema`: the published JSON Schemas. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { didYouMean } from '../../lib/suggest.ts'
import { type Chosen, chooseContract } from '../choose-contract.ts'
import { alignRows, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { packageRoot } from '../package-root.ts'
import type { noOptions } from '../table/messages.ts'
import { usageError } from '../usage.ts'

export async function run({ positionals, terminal }: Invocation<typeof noOptions>): Promise<number> {
  const [id = '', name] = positionals
  const { contract, edition } = await chooseContract(id)
  const folder = new URL(`schemas/${contract.id}/${edition.version}/`, packageRoot)
  const names = existsSync(folder) ? namesIn(folder) : []
  const whose = `${contract.id} ${edition.version}`
  if (names.length === 0) throw usageError(`${whose} has no published schemas.${elsewhere({ contract, edition })}`)
  if (name !== undefined) {
    terminal.out.write(readFileSync(new URL(`${schemaNamed(name, names, whose)}.json`, folder)))
    return exitCodes.ok
  }
  terminal.result({ contract: contract.id, version: edition.version, schemas: names }, out => {
    const { dim, name: paint } = out.style
    const rows = names.map(each => [paint(each), dim(`replywire schema ${contract.id}@${edition.version} ${each}`)])
    for (const row of alignRows(rows)) out.line(row)
  })
  return exitCodes.ok
}

/** The schema of a name in any spelling: `agent-run-request`, `AgentRunRequest`, `agent_run_request.json`. */
function schemaNamed(name: string, names: readonly string[], whose: string): string {
  const bare = name.replace(/\.json$/i, '')
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const found = names.find(each => each === bare) ?? names.find(each => letters(each) === letters(bare))
  if (found !== undefined) return found
  const hyphened = bare.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').replaceAll(/[_\s]+/g, '-')
  const hint = didYouMean(hyphened, names) ?? `There are ${names.join(', ')}.`
  throw usageError(`There is no schema of ${whose} "${printable(name)}". ${hint}`)
}

function namesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .map(file => file.slice(0, -'.json'.length))
    .toSorted()
}

/** The versions of the contract that have schemas, said as a hint. */
function elsewhere({ contract }: Chosen): string {
  const folder = new URL(`schemas/${contract.id}/`, packageRoot)
  const versions = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return versions.length === 0 ? '' : ` There are some for ${versions.join(', ')}.`
}
