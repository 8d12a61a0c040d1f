/**
 * Every fault, one after the other and in full: `npm run faults`. `--only NAME` runs one of them; `--seed N` and
 * `--store sqlite|postgres` are handed on; `--reduced` runs each in the size of the tests. Exits 1 when one did not hold.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { shareBinaries } from '../postgres.ts'

const names = [
  'files',
  'ssrf',
  'keys',
  'frozen',
  'cells',
  'approvals',
  'events',
  'webhooks',
  'sessions',
  'lists',
  'turns',
  'readers',
  'names',
  'tasks',
  'forwarded',
  'outage',
  'reloads',
  'gateway',
  'shared-limits',
]

const words = process.argv.slice(2)
const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined
if (only !== undefined && !names.includes(only)) {
  console.error(`There is no ${only}. There are: ${names.join(', ')}.`)
  process.exit(2)
}
const handed = ['--seed', '--store'].flatMap(name => {
  const at = words.indexOf(name)
  return at < 0 ? [] : words.slice(at, at + 2)
})
const failed: string[] = []
const removeBinaries = await shareBinaries()
for (const name of names.filter(one => only === undefined || one === only)) {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const size = words.includes('--reduced') ? [] : ['--full']
  const { status } = spawnSync(process.execPath, [script, ...size, ...handed], { stdio: 'inherit' })
  console.error(`${name}: ${status === 0 ? 'held' : 'DID NOT HOLD'}`)
  if (status !== 0) failed.push(name)
}
removeBinaries()
process.exitCode = failed.length === 0 ? 0 : 1
