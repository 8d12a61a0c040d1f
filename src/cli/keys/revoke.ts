/** `replywire keys revoke`: revokes a key, or a governance token. */
import {
  changeKeyFile,
  defaultKeyFile,
  type KeyRingContent,
  listSigner,
  openKeyRing,
  refuseEnvironmentKeys,
  withRevokedToken,
} from '../../runtime/key-ring.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { keyRevokeOptions } from '../table/keys.ts'
import { usageError } from '../usage.ts'
import { requireKeys } from './view.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof keyRevokeOptions>): Promise<number> {
  const { 'key-file': file = defaultKeyFile, jti: isToken = false } = values
  const [id = ''] = positionals
  if (id === '') throw usageError('ID is empty: name a key or a token.')
  refuseEnvironmentKeys()
  // Of a file without keys nobody reads what it revokes: it is another one than was meant.
  requireKeys(openKeyRing(file).content, file)
  const now = Date.now()
  const { isFound, isLast } = await changeKeyFile(file, async before => {
    const content = isToken ? withRevokedToken(before, id, now) : withoutKey(before, id, now)
    const isFound = isToken || before.keys.some(({ kid }) => kid === id)
    return { content, result: { isFound, isLast: listSigner(content) === undefined } }
  })
  if (!isFound) {
    terminal.result({ error: 'not found' }, 'There is no key with this id. See replywire keys list.')
    return exitCodes.findings
  }
  terminal.result({ revoked: id }, out => {
    out.line(`${out.style.good('✓')} revoked ${printable(id)}`)
    if (isLast) out.line('No key is left to sign the revocation list. Make one: replywire keys new')
  })
  return exitCodes.ok
}

/** Nobody can sign with it any more, here either. */
function withoutKey({ keys, revokedTokens }: KeyRingContent, id: string, now: number): KeyRingContent {
  return {
    keys: keys.map(key => {
      if (key.kid !== id) return key
      const { d: _, ...jwk } = key.jwk
      return { ...key, revokedAt: key.revokedAt ?? now, jwk }
    }),
    revokedTokens,
  }
}
