import { expect, test } from 'vitest'
import type { JsonObject } from '../lib/json-value.ts'
import type { TaskRun } from '../runtime/runtime.ts'
import { governTask, inputDigest } from './governed-task.ts'

const store = { do: () => Promise.reject(new Error('Nothing is written.')) }
const tools = { store, now: () => 0 }

function taskWith(input: JsonObject, governedInput: string | undefined): TaskRun {
  const call = { operation: 'create_media_buy', input, exchange: {} }
  return { id: 'tsk_1', call, contract: 'adcp@3.1', governedInput } as unknown as TaskRun
}

async function faultOf(task: TaskRun) {
  const result = await governTask(tools, task, { requester: undefined }, {})
  return 'fault' in result ? result.fault : undefined
}

test('a process that cannot check governance runs what was checked elsewhere, and nothing else', async () => {
  const checked = inputDigest({ budget: 1, name: 'a' })
  expect(await faultOf(taskWith({ name: 'a', budget: 1 }, checked))).toBeUndefined()
  expect(await faultOf(taskWith({ name: 'a', budget: 2 }, checked))).toMatchObject({ category: 'forbidden' })
  expect(await faultOf(taskWith({ budget: 2 }, undefined))).toBeUndefined()
})

test('an input that has no canonical form has a digest all the same', () => {
  expect(inputDigest({ text: '\ud800' })).toMatch(/^[0-9a-f]{64}$/)
  expect(inputDigest({ text: '\ud800' })).not.toBe(inputDigest({ text: '\ud801' }))
})
