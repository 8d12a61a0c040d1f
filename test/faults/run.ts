/**
 * Every fault, one after the other and in full: `npm run faults`. `--only NAME` runs one of them; `--seed N` and
 * `--store sqlite|postgres` are handed on; `--reduced` runs each in the size of the tests. Exits 1 when one did not hold.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
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

const usage = `Usage: npm run faults -- [--only NAME] [--seed N] [--store sqlite|postgres] [--reduced]
  --only NAME  one of ${names.join(', ')}`

const { only, seed, store, reduced: isReduced } = optionsOrExit()
const handed = Object.entries({ seed, store }).flatMap(([name, value]) =>
  value === undefined ? [] : [`--${name}`, value],
)
const failed: string[] = []
const removeBinaries = await shareBinaries()
for (const name of names.filter(one => only === undefined || one === only)) {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const size = isReduced ? [] : ['--full']
  const { status } = spawnSync(process.execPath, [script, ...size, ...handed], { stdio: 'inherit' })
  console.error(`${name}: ${status === 0 ? 'held' : 'DID NOT HOLD'}`)
  if (status !== 0) failed.push(name)
}
removeBinaries()
process.exitCode = failed.length === 0 ? 0 : 1

/** Everything in full takes more than an hour: a word that is not known starts nothing. */
function optionsOrExit() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values } = parseArgs({ options: { only: text, seed: text, store: text, reduced: flag, help: flag } })
    if (values.only !== undefined && !names.includes(values.only)) throw new TypeError(`There is no ${values.only}.`)
    if (values.help !== true) return values
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exit(2)
  }
}
