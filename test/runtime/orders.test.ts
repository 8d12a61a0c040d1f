/** Orders on tasks from outside, and what the audit log keeps of them. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ask, defineAgent, operation, refuse } from '../../src/index.ts'
import { fromBytes } from '../../src/runtime/bytes.ts'
import { answerTask, cancelTask, retryTask } from '../../src/runtime/task-commands.ts'
import { opened } from './opened.ts'

const agent = defineAgent({
  name: 'ordered',
  version: '1.0.0',
  operations: {
    plan: operation({
      title: 'Plan',
      async: true,
      retry: { attempts: 1 },
      input: z.object({ city: z.string().optional() }),
      handler: ({ city }) =>
        city === undefined ? ask([{ name: 'city', question: 'Which?' }]) : refuse('dependency', 'Away.'),
    }),
  },
})

test('a cancel, an answer and a retry are in the audit log: who, when and what, but no input', async () => {
  const { call, store, runtime, worker } = await opened(agent)
  const id = (await call('plan', {})).outcome.task?.id ?? ''
  const read = async () => {
    const row = await store.do('getTask', { id, tenant: 'north' })
    if (row === undefined) throw new Error('It is gone.')
    return row
  }
  const by = { tenant: 'north', subject: 'ann', actor: 'ann' }
  worker()
  await expect.poll(async () => (await read()).state).toBe('paused')
  expect(await retryTask(runtime, await read(), by)).toBe(false)
  const before = Date.now()
  expect(await answerTask(runtime, await read(), { input: { city: 'Rome' } }, by)).toBe(true)
  await expect.poll(async () => (await read()).dead).toBe(true)
  expect(await retryTask(runtime, await read(), { tenant: 'north', actor: 'olga' })).toBe(true)
  await expect.poll(async () => (await read()).dead).toBe(true)
  expect(await cancelTask(runtime, await read(), by)).toBe('ended')
  const other = (await call('plan', {})).outcome.task?.id ?? ''
  await expect.poll(async () => (await store.do('getTask', { id: other, tenant: 'north' }))?.state).toBe('paused')
  const row = await store.do('getTask', { id: other, tenant: 'north' })
  if (row !== undefined) expect(await cancelTask(runtime, row, by)).toBe('canceled')
  const lines = await store.do('listAudit', { tenant: 'north', limit: 9 })
  expect(lines.map(({ actor, action, subject, detail }) => [actor, action, subject, fromBytes(detail)])).toEqual([
    ['ann', 'task.cancel', other, {}],
    ['olga', 'task.retry', id, {}],
    ['ann', 'task.answer', id, {}],
  ])
  expect(lines.every(({ at }) => at >= before && at <= Date.now())).toBe(true)
})
