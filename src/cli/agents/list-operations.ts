/** What an agent offers, as a table. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { OfferedOperation } from '../../upstream/upstream.ts'
import { alignRows, count, printable, wrap } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { operationsOf } from './plan-call.ts'

/** The operations that an OpenAPI document names. */
export function operationsIn(document: JsonObject): OfferedOperation[] {
  return operationsOf(document).flatMap(({ operation }) => {
    const { operationId, summary } = operation
    if (typeof operationId !== 'string') return []
    return [{ name: operationId, ...(typeof summary === 'string' ? { title: summary } : undefined) }]
  })
}

export function listOperations(
  offered: readonly OfferedOperation[],
  where: string,
  { out, err, json }: Terminal,
): number {
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
  err.line(err.style.dim(`${count(offered.length, 'operation')}; call one: replywire call URL NAME key=value …`))
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
