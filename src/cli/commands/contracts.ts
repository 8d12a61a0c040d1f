/** `replywire contracts`: the contracts that can be read and written. */
import { contracts } from '../../contracts/registry.ts'
import { messagesOf } from '../../inspect/recognise.ts'
import { carriers } from '../../wire/wire.ts'
import { alignRows } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { noOptions } from '../table/messages.ts'

export function run({ terminal }: Invocation<typeof noOptions>): number {
  const rows = contracts.map(({ id, title, current, editions }) => ({
    id,
    title,
    current,
    versions: Object.values(editions).map(edition => ({
      version: edition.version,
      faces: carriers.filter(carrier => edition[carrier] !== undefined),
      messages: messagesOf(edition),
    })),
  }))
  terminal.result({ contracts: rows }, out => {
    const cells = rows.map(({ id, title, current, versions }) => {
      const others = versions.map(({ version }) => version).filter(version => version !== current)
      const faces = carriers.filter(carrier => versions.some(version => version.faces.includes(carrier)))
      return [out.style.strong(id), [current, ...others.toReversed()].join(', '), faces.join(' '), out.style.dim(title)]
    })
    for (const line of alignRows(cells)) out.line(line)
  })
  return exitCodes.ok
}
