/** `replywire keys revoke`: revokes a key, or a governance token. */
import {
  changeKeyFile,
  defaultKeyFile,
  type KeyRingContent,
  refuseEnvironmentKeys,
  withRevokedToken,
} from '../../runtime/key-ring.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { keyRevokeOptions } from '../table/keys.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof keyRevokeOptions>): Promise<number> {
  const { 'key-file': file = defaultKeyFile, jti: isToken = false } = values
  const [id = ''] = positionals
  refuseEnvironmentKeys()
  const now = Date.now()
  const isFound = await changeKeyFile(file, async content => ({
    content: isToken ? withRevokedToken(content, id, now) : withoutKey(content, id, now),
    result: isToken || content.keys.some(({ kid }) => kid === id),
  }))
  if (!isFound) {
    terminal.result({ error: 'not found' }, 'There is no key with this id. See replywire keys list.')
    return exitCodes.findings
  }
  terminal.result({ revoked: id }, out => out.line(`${out.style.good('✓')} revoked ${printable(id)}`))
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
