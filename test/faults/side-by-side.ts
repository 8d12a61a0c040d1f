/**
 * Processes of an older Replywire and of this one on one store, while its tables are migrated under them.
 *
 * `node test/faults/side-by-side.ts OLD_FOLDER [STORE_URL]`, where OLD_FOLDER holds the older code with its
 * node_modules. Without a URL both databases are tried. An old process begins tasks under keys and works on them; then
 * two of this version open the store and do the same with the same keys; at last one more old process starts. Prints
 * one JSON object a store; exits 1 when a task was lost or doubled, or a process failed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../src/store/open.ts'
import { openDatabases } from '../postgres.ts'

const [oldFolder, given] = process.argv.slice(2)
if (oldFolder === undefined) throw new Error('Name the folder of the older code.')
const roots = { old: resolve(oldFolder), new: fileURLToPath(new URL('../..', import.meta.url)) }
const calls = 400

interface Told {
  me: string
  [name: string]: unknown
}

function run(version: keyof typeof roots, me: string, url: string) {
  const script = fileURLToPath(new URL('side-by-side-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, roots[version], url, me, String(calls)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  /** The next line with this member, or the last line there is. */
  const next = async (member: string): Promise<Told> => {
    for (let last: Told = { me }; ; ) {
      const { value, done } = await lines.next()
      if (done) return last
      last = JSON.parse(value)
      if (member in last) return last
    }
  }
  return next
}

async function sideBySide(url: string): Promise<boolean> {
  const first = run('old', 'old', url)
  await first('busy')
  const news = [run('new', 'new 1', url), run('new', 'new 2', url)]
  const told = await Promise.all([first('begun'), ...news.map(next => next('begun'))])
  const late = await run('old', 'old, started late', url)('refused')
  const store = await openStore(url)
  const version = await store.do('ping', {})
  const { tasks_ended: tasks, claims_done: keys, tasks_dead: dead } = await store.do('stats', {})
  await store.close()
  const sum = (name: string): number => told.reduce((total, one) => total + Number(one[name] ?? 0), 0)
  const failed = told.filter(({ errors }) => errors === undefined || Object.keys(errors as object).length > 0).length
  const isWell = tasks === calls && keys === calls && dead === 0 && sum('begun') === calls && failed === 0
  console.log(
    JSON.stringify(
      { store: url.split(':')[0], isWell, version, tasks, keys, dead, ended: sum('ended'), told, late },
      null,
      2,
    ),
  )
  return isWell
}

const home = mkdtempSync(join(tmpdir(), 'replywire-side-by-side-'))
const databases = given === undefined ? await openDatabases() : undefined
const urls =
  given === undefined ? [`sqlite:${join(home, 'replywire.db')}`, (await databases?.database()) ?? ''] : [given]
let isWell = true
for (const url of urls) isWell = (await sideBySide(url)) && isWell
await databases?.remove()
rmSync(home, { recursive: true, force: true })
process.exit(isWell ? 0 : 1)
