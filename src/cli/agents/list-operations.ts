/** What an agent offers, as a table. */

import type { OfferedOperation } from '../../client/connection.ts'
import { isObject } from '../../lib/json-value.ts'
import { alignRows, count, printable, wrap } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** Lists operations with their inputs. The routes that a server brings along are shown on request. */
export function listOperations(
  known: readonly OfferedOperation[],
  where: string,
  { out, err, json }: Terminal,
  all = false,
): number {
  const offered = all ? known : known.filter(({ isBuiltIn }) => isBuiltIn !== true)
  if (json) {
    out.line(JSON.stringify({ operations: offered }))
    return exitCodes.ok
  }
  if (offered.length === 0) {
    err.line(printable(`${where} has no operations.`))
    return exitCodes.ok
  }
  const rows = offered.map(one => [out.style.name(printable(one.name)), inputsOf(one), saidOf(one)])
  for (const line of alignRows(rows, 2, 60)) out.line(line.trimEnd())
  const hidden = known.length - offered.length
  const more = hidden === 0 ? '' : `; ${count(hidden, 'built-in route')} with --all`
  err.line(err.style.dim(`${count(offered.length, 'operation')}; call one: replywire call URL NAME key=value …${more}`))
  return exitCodes.ok
}

/** `name= size=?`: what is demanded, and what may be given. */
function inputsOf({ input }: OfferedOperation): string {
  const properties = isObject(input?.properties) ? input.properties : {}
  const required = new Set(Array.isArray(input?.required) ? input.required : [])
  const names = Object.keys(properties)
  const shown = names.slice(0, 6).map(name => printable(required.has(name) ? `${name}=…` : `[${name}=…]`))
  return [...shown, ...(names.length > 6 ? ['…'] : [])].join(' ')
}

function saidOf({ title, description }: OfferedOperation): string {
  const [first = ''] = wrap((description ?? title ?? '').split('\n', 1)[0] ?? '', 80)
  return printable(first)
}
