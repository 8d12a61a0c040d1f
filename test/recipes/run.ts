/**
 * `node test/recipes/run.ts [TARBALL]`: recipes whose programs are no dependencies of this repository, as printed:
 * each in a temporary folder with the packed package and what it needs from the registry. Exits 1 when one fails.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run, stopAll } from '../package/processes.ts'
import { finish, group } from '../package/steps.ts'
import { runLangGraph } from './langgraph.ts'
import { runNext } from './next.ts'
import { runServices } from './services.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'replywire-recipes-')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopAll().then(() => process.exit(1)))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

const [given] = process.argv.slice(2)
const tarball = given === undefined ? await pack() : resolve(given)
await group('systemd, Kubernetes and GitHub Actions', step => runServices(step, root, tarball))
await group('LangGraph', step => runLangGraph(step, root, tarball))
await group('Next', step => runNext(step, root, tarball))
process.exitCode = finish()

async function pack(): Promise<string> {
  const here = { folder: resolve('.') }
  await run(here, ['npm', 'run', 'build'])
  const { out } = await run(here, ['npm', 'pack', '--silent', '--pack-destination', root])
  return join(root, out.trim())
}
