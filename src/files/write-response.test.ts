import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataOf, world } from '../../test/faults/files-world.ts'
import { completed } from '../outcome/outcome.ts'
import { writeResponse } from './index.ts'
import { readRequest } from './request.ts'

test.each([
  ['a minute behind', -60_000],
  ['a minute ahead', 60_000],
])('a host whose clock is %s gives an answer that is taken', async (_, skewMs) => {
  const { dir, ask, json } = world()
  const question = { agent: 'x', prompt: 'p' }
  await ask(question)
  const read = readRequest(join(dir, '.agent-request.json'))
  if (read?.kind !== 'request') throw new Error('No request.')
  const now = () => new Date(Date.now() + skewMs)
  await writeResponse(read.request, completed({ n: 1 }), { durationMs: 1, now })
  const { created_at: at } = json('.agent-response.json')
  expect(Date.parse(String(at))).toBeGreaterThanOrEqual(Date.parse(read.request.createdAt ?? ''))
  expect(dataOf(await ask(question))).toEqual({ n: 1 })
})
