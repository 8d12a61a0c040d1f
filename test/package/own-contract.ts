/** docs/guide/contract-of-your-own.md, from an empty folder: the contract, its laws, its types, and a server. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { commandsOf } from '../docs/commands.ts'
import { blocksIn } from '../docs/markdown.ts'
import { run, start } from './processes.ts'
import type { Step } from './steps.ts'

const compiler = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'],
  ...['--target', 'es2024', '--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node'],
]

export async function writeContract(step: Step, root: string, tarball: string): Promise<void> {
  const folder = join(root, 'contract')
  mkdirSync(folder)
  const block = blocksIn('docs/guide/contract-of-your-own.md').find(({ text }) => text.includes('npm init -y'))
  assert.ok(block !== undefined, 'The guide has no block with "npm init -y".')
  for (const { text } of commandsOf(block)) {
    const line = text.replace(/^(npm install) replywire\b/, `$1 ${tarball}`)
    const { out } = await step(`$ ${text}`, () => run({ folder }, ['sh', '-c', line]))
    if (text.includes('check-laws')) assert.equal(out.match(/^ok jsend 1 http: /gm)?.length, 6)
  }
  await step('its types compile', async () => {
    await run({ folder }, ['npm', 'install', 'typescript', '@types/node'])
    await run({ folder }, ['npx', 'tsc', ...compiler, 'jsend-contract/index.ts', 'jsend-contract/main.ts'])
  })
  await step('$ node jsend-contract/main.ts, and the call that it prints', async () => {
    const server = start({ folder }, ['node', 'jsend-contract/main.ts'])
    const [, call = ''] = await server.waitFor(/^(curl .*)$/m)
    const { out } = await run({ folder }, ['sh', '-c', call])
    assert.deepEqual(JSON.parse(out), { status: 'success', data: { post: { id: 1, title: 'A post' } } })
    await server.stop('SIGINT')
  })
}
