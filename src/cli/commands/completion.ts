/** `replywire completion`: a script for a shell. */
import { contracts } from '../../contracts/registry.ts'
import { indexRules } from '../../inspect/rule-index.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { bashScript } from '../completion/bash.ts'
import { fishScript } from '../completion/fish.ts'
import { type RowWords, rowWords } from '../completion/words.ts'
import { zshScript } from '../completion/zsh.ts'
import type { noOptions } from '../table/messages.ts'
import { rows } from '../table.ts'

const scripts: Readonly<Record<string, (words: readonly RowWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export function run({ positionals, terminal }: Invocation<typeof noOptions>): number {
  const [shell = 'bash'] = positionals
  const known = { contracts: contracts.map(({ id }) => id), rules: indexRules().map(({ id }) => id) }
  const script = scripts[shell]?.(rowWords(rows, known)) ?? ''
  terminal.result({ shell, script }, out => out.write(script))
  return exitCodes.ok
}
