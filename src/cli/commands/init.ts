/** `replywire init`: creates a new agent that works at once. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageSource } from '../agents/package-source.ts'
import { scaffold } from '../agents/scaffold.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { packageRoot, packageVersion } from '../package-root.ts'
import type { initOptions } from '../table/agents.ts'
import { usageError } from '../usage.ts'

export function run({ values, positionals, terminal }: Invocation<typeof initOptions>): number {
  const [name = ''] = positionals
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(name)) {
    throw usageError('A name is lower-case letters, digits and hyphens, and starts with a letter.')
  }
  const folder = resolve(name)
  if (existsSync(folder) && readdirSync(folder).length > 0 && !values.force) {
    throw usageError(`${folder} is not empty; choose another name, or give --force.`)
  }
  mkdirSync(folder, { recursive: true })
  const source = packageSource(fileURLToPath(packageRoot), packageVersion())
  const files = scaffold(name, source.spec)
  for (const [file, text] of files) writeFileSync(join(folder, file), text, { flag: values.force ? 'w' : 'wx' })
  terminal.result({ folder, created: files.map(([file]) => file), replywire: source.spec }, out => {
    const { good, dim } = out.style
    for (const [file] of files) out.line(`${good('✓')} ${join(name, file)}`)
    const build = source.unbuilt === undefined ? '' : `  npm run build --prefix ${source.unbuilt}\n`
    out.line(
      `\nNext:\n${build}  cd ${name}\n  npm install\n  npm test\n  npm start     ${dim('# serves it, and prints a call to copy')}\n  npm run dev   ${dim('# the same, and restarts when a file is saved')}`,
    )
  })
  return exitCodes.ok
}
