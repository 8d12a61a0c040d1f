/**
 * Processes of an older Replywire and of this one on one store, while its tables are migrated under them.
 *
 * `node test/faults/side-by-side.ts OLD_FOLDER…`, where each OLD_FOLDER holds older code with its node_modules. For each
 * of them and each database, an old process makes the store, begins tasks under keys, works on them and sends a webhook
 * for each; then two of this version open the store and do the same with the same keys; at last one more old process
 * starts. Prints one JSON object a store; exits 1 when a task or webhook was lost or doubled, or a process failed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../src/store/open.ts'
import { openDatabases } from '../postgres.ts'
import { type Receiver, startReceiver } from './receivers.ts'

const oldFolders = process.argv.slice(2).map(folder => resolve(folder))
if (oldFolders.length === 0) throw new Error('Name the folder of the older code.')
const newFolder = fileURLToPath(new URL('../..', import.meta.url))
const calls = 400

interface ChildLine {
  me: string
  [name: string]: unknown
}

function run(folder: string, me: string, url: string, receiver: Receiver) {
  const script = fileURLToPath(new URL('side-by-side-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder, url, me, String(calls), receiver.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  /** The next line with this member, or the last line there is. */
  const next = async (member: string): Promise<ChildLine> => {
    for (let last: ChildLine = { me }; ; ) {
      const { value, done } = await lines.next()
      if (done) return last
      last = JSON.parse(value)
      if (member in last) return last
    }
  }
  return next
}

async function sideBySide(oldFolder: string, url: string): Promise<boolean> {
  const receiver = await startReceiver(() => 200)
  const first = run(oldFolder, 'old', url, receiver)
  await first('busy')
  const news = [run(newFolder, 'new 1', url, receiver), run(newFolder, 'new 2', url, receiver)]
  const told = await Promise.all([first('begun'), ...news.map(next => next('begun'))])
  const late = await run(oldFolder, 'old, started late', url, receiver)('refused')
  const store = await openStore(url)
  const version = await store.do('ping', {})
  const { tasks_ended: tasks, claims_done: keys, tasks_dead: dead } = await store.do('stats', {})
  await store.close()
  const sum = (name: string): number => told.reduce((total, one) => total + Number(one[name] ?? 0), 0)
  const failed = told.filter(({ errors }) => errors === undefined || Object.keys(errors as object).length > 0).length
  const tries = receiver.came.length
  const webhooks = new Set(receiver.came.map(({ headers }) => headers['webhook-id'])).size
  await receiver.close()
  const counts = { tasks, keys, begun: sum('begun'), ended: sum('ended'), webhooks, tries }
  const isWell = Object.values(counts).every(count => count === calls) && dead === 0 && failed === 0
  const about = { old: oldFolder, store: url.split(':')[0], isWell, version }
  console.log(JSON.stringify({ ...about, ...counts, dead, told, late }, null, 2))
  return isWell
}

const home = mkdtempSync(join(tmpdir(), 'replywire-side-by-side-'))
const databases = await openDatabases()
let isWell = true
for (const [index, oldFolder] of oldFolders.entries()) {
  for (const url of [`sqlite:${join(home, `${index}.db`)}`, await databases.database()]) {
    isWell = (await sideBySide(oldFolder, url)) && isWell
  }
}
await databases.remove()
rmSync(home, { recursive: true, force: true })
process.exit(isWell ? 0 : 1)
