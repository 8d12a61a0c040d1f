/** `replywire token`: the operator token of an open server, for those who can read its store or its secret. */
import { loadOperatorToken } from '../../runtime/operator-token.ts'
import { loadSecret } from '../../runtime/secret-file.ts'
import { defaultStore } from '../../store/open.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { tokenOptions } from '../table/runs.ts'
import { withStore } from './existing-store.ts'

export async function run({ values, terminal }: Invocation<typeof tokenOptions>): Promise<number> {
  const { store = defaultStore, 'secret-file': file } = values
  // Checks that it is a store before a token file is written next to it.
  await withStore(store, async () => {})
  const { value } = loadOperatorToken(store, loadSecret(store, { file }))
  terminal.result({ operatorToken: value }, value)
  return exitCodes.ok
}
