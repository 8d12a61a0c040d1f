import { expect, onTestFinished, test } from 'vitest'
import { dataOf, world } from '../../test/faults/files-world.ts'
import { askAgent, Checkpoint, finishRun, openRun } from './index.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }

test('ask alone goes through the loop, under the name of the program', async () => {
  const { dir, host, names } = world()
  const options = { dir, unanswered: 'throw' } as const
  await expect(askAgent(question, options)).rejects.toBeInstanceOf(Checkpoint)
  await host()
  expect(dataOf(await askAgent(question, options))).toEqual({ answers: 'reviewer' })
  expect(names().some(name => name.endsWith('-state.json'))).toBe(true)
  await finishRun(options)
  expect(names()).toEqual([])
  const run = await openRun({ dir })
  expect(run.name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]*$/)
  run.close()
})

test.each([
  ['/x/générateur.ts', 'g-n-rateur'],
  ['/x/顧問先.ts', 'agent'],
  ['/x/.hidden', 'agent'],
  ['/x/agent-request.mjs', 'agent'],
  [`/x/${'long'.repeat(30)}.ts`, 'long'.repeat(16)],
  ['/x/-_template-create.v2.ts', 'template-create-v2'],
])('the program %s is a run that can be named', async (program, name) => {
  const { dir } = world()
  const [node = '', before = '', ...rest] = process.argv
  onTestFinished(() => {
    process.argv = [node, before, ...rest]
  })
  process.argv = [node, program]
  const run = await openRun({ dir })
  expect(run.name).toBe(name)
  run.close()
})
