/** `replywire keys new`: makes a key. */
import {
  changeKeyFile,
  defaultKeyFile,
  type KeyRingContent,
  newRingKey,
  type RingKey,
  refuseEnvironmentKeys,
} from '../../runtime/key-ring.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { keyNewOptions } from '../table/keys.ts'
import { usageError } from '../usage.ts'
import { keyLine } from './view.ts'

export function run(invocation: Invocation<typeof keyNewOptions>): Promise<number> {
  return addKey(invocation, content => content)
}

/** Adds a key to what `before` makes of the others. */
export async function addKey(
  { values, terminal }: Invocation<typeof keyNewOptions>,
  before: (content: KeyRingContent, added: RingKey, now: number) => KeyRingContent,
): Promise<number> {
  const { 'key-file': file = defaultKeyFile, use = 'request-signing', alg = 'EdDSA', kid } = values
  refuseEnvironmentKeys()
  const now = Date.now()
  const added = await changeKeyFile(file, async content => {
    if (content.keys.some(key => key.kid === kid)) throw usageError('There is a key with this id already.')
    const key = await newRingKey({ use, alg, kid, now })
    const { keys, revokedTokens } = before(content, key, now)
    return { content: { keys: [...keys, key], revokedTokens }, result: key }
  })
  terminal.result({ key: keyLine(added), file }, out => {
    out.line(`${out.style.good('✓')} ${printable(added.kid)} (${added.use}, ${added.alg}) in ${printable(file)}`)
  })
  return exitCodes.ok
}
