/** `replywire keys list`: the keys, without their private halves. */
import { openKeyRing } from '../../runtime/key-ring.ts'
import { alignRows, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { keyOptions } from '../table/keys.ts'
import { keyLine } from './view.ts'

export async function run({ values, terminal }: Invocation<typeof keyOptions>): Promise<number> {
  const { keys, revokedTokens } = openKeyRing(values['key-file']).content
  const lines = keys.map(keyLine)
  terminal.result({ keys: lines, revokedTokens: revokedTokens.map(({ id }) => id) }, out => {
    if (lines.length === 0) return out.line('No keys found. Make one: replywire keys new')
    const head = ['KEY', 'USE', 'ALG', 'STATE', 'MADE']
    const rows = lines.map(line => [line.kid, line.use, line.alg, line.state, line.createdAt].map(printable))
    for (const line of alignRows([head, ...rows], 2, 60)) out.line(line)
  })
  return exitCodes.ok
}
