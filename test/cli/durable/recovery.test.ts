/** Workers that die, on stores of both kinds: their leases have an hour left, so only the lock of the system tells. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder } from '../run-cli.ts'
import { type Backend, type Lasting, lasting, lineOf } from './kit.ts'

const backends: Backend[] = ['sqlite', 'postgres']

/** A worker with a lease of an hour that holds one task until the file is there. */
async function holding({ task, work }: Pick<Lasting, 'task' | 'work'>, until: string) {
  const worker = work('--json', '--lease', '3600', '--concurrency', '1')
  await lineOf(worker.lines, 'ready')
  const id = await task('wait', { until })
  expect(await lineOf(worker.lines, 'started')).toMatchObject({ id, attempt: 1 })
  return { ...worker, id }
}

describe.each(backends)('on %s', backend => {
  test('a worker that starts takes over what a killed one left', async () => {
    const store = await lasting(backend)
    const until = join(folder(), 'go')
    const first = await holding(store, until)
    first.child.kill('SIGKILL')
    await first.ended
    writeFileSync(until, '')
    const second = store.work('--json', '--lease', '3600')
    expect(await lineOf(second.lines, 'started')).toMatchObject({ id: first.id, attempt: 1 })
    expect(await lineOf(second.lines, 'ended')).toMatchObject({ id: first.id, state: 'completed' })
  })

  test('a task whose lease was taken before the clock was set back is taken over', async () => {
    const { store, task, work } = await lasting(backend)
    const id = await task('work', { name: 'a' })
    const later = Date.now() + 3_600_000
    const taken = { now: later, leaseUntil: later + 1000, limit: 1, perTenant: 9, operations: 'work' }
    expect(await store.do('leaseTasks', taken)).toMatchObject([{ id }])
    const { lines } = work('--json')
    expect(await lineOf(lines, 'started')).toMatchObject({ id })
    expect(await lineOf(lines, 'ended')).toMatchObject({ id, state: 'completed' })
  })

  test('a worker that runs takes over too, and never from one that is frozen', async () => {
    const store = await lasting(backend)
    const until = join(folder(), 'go')
    const frozen = await holding(store, until)
    frozen.child.kill('SIGSTOP')
    // The last worker alone is left to take over from the last two: between them it has looked at every process.
    const killed = [await holding(store, until), await holding(store, until), await holding(store, until)]
    const last = store.work('--json', '--lease', '3600')
    await lineOf(last.lines, 'ready')
    for (const { child, id } of killed) {
      child.kill('SIGKILL')
      expect(await lineOf(last.lines, 'started')).toMatchObject({ id })
    }
    expect(await store.store.do('getTask', { id: frozen.id, tenant: 'north' })).toMatchObject({ epoch: 1, lost: 0 })
    writeFileSync(until, '')
    frozen.child.kill('SIGCONT')
    expect(await lineOf(frozen.lines, 'ended')).toMatchObject({ id: frozen.id, state: 'completed' })
  })
})
