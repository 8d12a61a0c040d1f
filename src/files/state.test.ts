import { join } from 'node:path'
import { expect, test } from 'vitest'
import { world } from '../../test/faults/files-world.ts'
import { readState } from './state.ts'

const question = { agent: 'x', prompt: 'p' }
const cycle: unknown[] = []
cycle.push(cycle)

test.each<[string, unknown]>([
  ['more levels than are read again', Array.from({ length: 100 }).reduce<unknown>(inner => [inner], 1)],
  ['a bigint', 1n],
  ['a cycle', cycle],
])('data that holds %s is refused, and the state that was saved stays', async (_, value) => {
  const { dir, open, read } = world()
  const run = await open()
  run.data.step = 1
  await run.checkpoint('one')
  const before = read('.test-state.json')
  run.data.wrong = value as never
  await expect(run.checkpoint('two')).rejects.toThrow(
    `${dir}/.test-state.json: not written. The data and the config of a run are objects that JSON can hold`,
  )
  run.close()
  expect(read('.test-state.json')).toBe(before)
  const again = await open()
  expect(again).toMatchObject({ data: { step: 1 }, lastCheckpoint: 'one' })
  again.close()
})

test('dates in the data are saved as JSON has them', async () => {
  const { open } = world()
  const run = await open()
  run.data.at = new Date(0) as never
  await run.checkpoint('one')
  run.close()
  const again = await open()
  expect(again.data).toEqual({ at: '1970-01-01T00:00:00.000Z' })
  again.close()
})

test.each([['/etc/passwd'], ['../../.agent-request/../x.json'], ['.agent-response.json']])(
  'a state that names %s as its request is broken, and that file is not touched',
  async file => {
    const { dir, ask, read, write } = world()
    await ask(question)
    write('.test-state.json', read('.test-state.json').replaceAll(join(dir, '.agent-request.json'), file))
    expect(readState(dir, 'test')).toMatchObject({ kind: 'corrupt' })
  },
)

test('a path in a state counts by its name alone: the directory may have been moved', async () => {
  const { dir, ask, read, write } = world()
  await ask(question)
  write('.test-state.json', read('.test-state.json').replaceAll(dir, '/elsewhere'))
  expect(readState(dir, 'test')).toMatchObject({
    kind: 'state',
    state: { pending: { requestFile: '.agent-request.json', resumes: 0 } },
  })
})

test.each([
  ['no object', '[]', 'corrupt'],
  ['cut short', '{"writer": "replywire", "na', 'corrupt'],
  ['empty', '', 'corrupt'],
  ["another program's", '{"version": "1.0", "checkpoint": "x"}', 'foreign'],
  ['of another run', '{"writer": "replywire", "version": "1.0", "name": "other"}', 'corrupt'],
])('a state that is %s is %s', (_, text, kind) => {
  const { dir, write } = world()
  write('.test-state.json', text)
  expect(readState(dir, 'test')).toMatchObject({ kind })
})
