/** `replywire check init`: a case file for a service, made from what it publishes. */
import { stringify } from 'yaml'
import { connect } from '../../check/connect.ts'
import { HarnessError } from '../../check/harness-error.ts'
import { publishedCases } from '../../check/published.ts'
import { probingOf } from '../../check/run-check.ts'
import type { ProbeCase, Probing } from '../../codec/probing.ts'
import { defaultContract } from '../../contracts/roles.ts'
import { ReplywireError } from '../../errors.ts'
import { chooseContract } from '../choose-contract.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { checkInitOptions } from '../table/checks.ts'
import { connectionOptions } from './options.ts'

export async function run(invocation: Invocation<typeof checkInitOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [url = ''] = positionals
  const { contract, edition } = await chooseContract(values.contract ?? defaultContract)
  const probing = await probingOf(contract)
  try {
    const connection = await connect(url, { contract, edition, ...connectionOptions(invocation, url) })
    const cases = await publishedCases(connection, contract, probing).finally(() => connection.close())
    if (cases.length === 0) throw new ReplywireError('ERR_UNREADABLE', nothingPublished)
    const file = { contract: `${contract.id}@${edition.version}`, cases: cases.map(inFile) }
    terminal.result(file, out => out.write(`${head(probing)}${stringify(file, { lineWidth: 100 })}`))
    return exitCodes.ok
  } catch (error) {
    if (error instanceof HarnessError) throw new ReplywireError('ERR_UNREADABLE', error.message)
    throw error
  }
}

const nothingPublished =
  'The service publishes no operations: no /openapi.json, no tools, no skills. Write the case file by hand; its schema is schemas/check/cases.json.'

/** What to do with the file, and what it can expect. */
function head({ rows }: Probing): string {
  const expectable = rows.length === 0 ? [] : [`# expect: ${rows.map(({ name }) => name).join(', ')}`]
  return [
    '# Cases for replywire check. Each sends one request; expect names the answer that must come.',
    '# effects: none allows a case without --allow-effects.',
    ...expectable,
    '',
  ].join('\n')
}

function inFile({ name, operation, route, input, hasEffects, streams }: ProbeCase) {
  return {
    name,
    operation,
    ...(route === undefined ? undefined : { route: `${route.method} ${route.path}` }),
    input,
    effects: hasEffects ? 'some' : 'none',
    ...(streams ? { stream: true } : undefined),
  }
}
