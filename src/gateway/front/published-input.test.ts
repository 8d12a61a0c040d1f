import { expect, test } from 'vitest'
import { usable } from './published-input.ts'

const good = { type: 'object', properties: { a: { type: 'string' } } }
const bad = { type: 'object', properties: { a: { $ref: '#/nowhere' } } }

test('a schema that no arguments can be checked against is left out, and named', async () => {
  const named: string[] = []
  const offered = [
    { name: 'good', input: good },
    { name: 'bad', input: bad },
  ]
  expect(await usable(offered, name => named.push(name))).toEqual([{ name: 'good', input: good }, { name: 'bad' }])
  expect(named).toEqual(['bad'])
})

test('what nobody wants is not compiled', async () => {
  const named: string[] = []
  const offered = [{ name: 'bad', input: bad }]
  expect(
    await usable(
      offered,
      name => named.push(name),
      () => false,
    ),
  ).toEqual(offered)
  expect(named).toEqual([])
})

test('others have their turn between two schemas', async () => {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const offered = Array.from({ length: 20 }, (_, index) => ({ name: `op${index}`, input: good }))
  await usable(offered, () => {})
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(20)
})
