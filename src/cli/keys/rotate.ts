/** `replywire keys rotate`: makes a key, and retires those of the same use. */
import type { Invocation } from '../command.ts'
import type { keyNewOptions } from '../table/keys.ts'
import { addKey } from './new.ts'

export function run(invocation: Invocation<typeof keyNewOptions>): Promise<number> {
  return addKey(invocation, ({ keys, revokedTokens }, { use }, now) => ({
    keys: keys.map(key =>
      key.use === use && key.revokedAt === undefined ? { ...key, retiredAt: key.retiredAt ?? now } : key,
    ),
    revokedTokens,
  }))
}
