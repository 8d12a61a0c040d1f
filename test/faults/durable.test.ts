/** The faults of tasks and keys, in small: `npm run faults` runs them in full. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freeze } from './frozen.ts'
import { sameKeys } from './keys.ts'
import { cutOff } from './outage.ts'
import { killTasks } from './tasks.ts'

const run = promisify(execFile)

test.concurrent.each(['sqlite', 'postgres'] as const)(
  '%s: servers are killed while they work on tasks: none is lost or doubled, no committed step is repeated',
  async store => {
    const result = await killTasks({ seed: 5, store, tasks: 60, kills: 3 })
    expect(result).toMatchObject({ acknowledged: 60, completed: 60, lost: 0, committedRepeated: 0, problems: [] })
  },
)

test.concurrent.each(['sqlite', 'postgres'] as const)(
  '%s: of 200 identical calls of two processes one is executed',
  async store => {
    const result = await sameKeys({ seed: 5, store, rounds: 2, calls: 100 })
    expect(result).toMatchObject({ executed: 2, answered: 400, problems: [] })
  },
)

test.concurrent('what a process writes that stood still past its lease is refused', async () => {
  expect(await freeze({ seed: 5, store: 'sqlite', times: 1 })).toMatchObject({ frozen: 5, problems: [] })
})

test.concurrent('a database that is cut off costs nobody an answer', async () => {
  const result = await cutOff({ seed: 5, cuts: 1, seconds: 0, between: [1500, 2500], awayMs: 2000 })
  expect(result).toMatchObject({ lost: 0, doubled: 0, committedRepeated: 0, fell: 0, problems: [] })
})

test.concurrent('a fault at a write leaves a call that its key brings to a known end', async () => {
  const script = fileURLToPath(new URL('cells.ts', import.meta.url))
  const { stdout } = await run(process.execPath, [script, '--seed', '8'])
  for (const result of JSON.parse(stdout).results) expect(result).toMatchObject({ problems: [] })
})
