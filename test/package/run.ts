/**
 * Drives the package as a stranger installs it, in an empty folder outside of the repository: README's steps, then
 * every family of commands, on SQLite and on PostgreSQL. `node test/package/run.ts [TARBALL]`; without one it
 * builds and packs first. Exits 1 when a step fails.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabases } from '../postgres.ts'
import { checkMessages } from './check-messages.ts'
import { lintPackage } from './check-package.ts'
import { develop, makeAgent, writeAgent } from './follow-readme.ts'
import { writeContract } from './own-contract.ts'
import { run, stopAll } from './processes.ts'
import { startReceiver } from './receiver.ts'
import { finish, group } from './steps.ts'
import { useFiles } from './use-files.ts'
import { useGateway } from './use-gateway.ts'
import { useSigning } from './use-signing.ts'
import { keepDefaultStore, useStore } from './use-store.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'replywire-package-')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopAll().then(() => process.exit(1)))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

const [given] = process.argv.slice(2)
const tarball = given === undefined ? await pack(root) : resolve(given)
await group('The tarball', step => lintPackage(step, tarball))

/** The agent that README's first steps make; what follows uses its folder. */
const agent = join(root, 'first/greeter')
await group('README: a generated agent', async step => {
  assert.equal(await makeAgent(step, root, tarball), agent)
  await develop(step, agent)
})
await group('README: an agent of your own', step => writeAgent(step, root, tarball))
await group('A contract of your own', step => writeContract(step, root, tarball))
await group('The demo', async step => {
  await step('$ npx replywire demo --tour', async () => {
    const { out } = await run({ folder: agent }, ['npx', 'replywire', 'demo', '--tour'])
    assert.equal(out.match(/^\d of 7 {2}/gm)?.length, 7)
    assert.match(out, /Console {3}http:/)
  })
})
await group('Messages', step => checkMessages(step, agent))
await group('Agent files', step => useFiles(step, agent))
await group('A gateway', step => useGateway(step, agent))
await group('Signatures', step => useSigning(step, agent))

const receiver = await startReceiver()
await group('A store in SQLite', async step => {
  await keepDefaultStore(step, agent)
  await useStore(step, agent, 'sqlite:.replywire/desk.db', receiver)
})
await group('A store in PostgreSQL', async step => {
  const url = 'postgres://nobody@127.0.0.1:9/none'
  await step('without pg, the command says what to install', async () => {
    for (const words of [
      ['store', 'doctor'],
      ['tasks', 'list'],
      ['serve', 'agent.ts', '--port', '0'],
    ]) {
      const place = { folder: agent, env: { REPLYWIRE_SECRET: 'a secret of thirty-two characters' } }
      const { err } = await run(place, ['replywire', ...words, '--store', url], { code: 2 })
      assert.match(err, /needs the package pg, which is not installed\. Run: npm install pg$/m)
    }
  })
  await step('$ npm install pg', () => run({ folder: agent }, ['npm', 'install', 'pg']))
  const databases = await openDatabases()
  try {
    await useStore(step, agent, await databases.database(), receiver)
  } finally {
    await databases.remove()
  }
})
receiver.close()
process.exitCode = finish()

async function pack(folder: string): Promise<string> {
  const here = { folder: resolve('.') }
  await run(here, ['npm', 'run', 'build'])
  const { out } = await run(here, ['npm', 'pack', '--silent', '--pack-destination', folder])
  return join(folder, out.trim())
}
