import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dataOf, world } from '../../test/faults/files-world.ts'
import { completed } from '../outcome/outcome.ts'
import { Checkpoint, writeResponse } from './index.ts'
import { readRequest, removeRequest } from './request.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }

test.each([
  ['its usual name', []],
  ['a name of its own', [{ name: 'before' }]],
])('an answer that comes between the look and the request, under %s, is taken at once', async (_, others) => {
  const { ask, open, names } = world()
  for (const more of others) await ask(question, more)
  const stopped = await ask(question)
  if (!(stopped instanceof Checkpoint)) throw new Error('Not stopped.')
  const read = readRequest(stopped.requestFile)
  if (read?.kind !== 'request') throw new Error('No request.')
  const run = await open()
  // The state is saved after the look and before the request is placed: a host is done just then.
  run.data.toJSON = (() => {
    void writeResponse(read.request, completed({ just: 'now' }), { durationMs: 1 })
    removeRequest(read.request.file, read.request.requestId)
    return {}
  }) as never
  expect(dataOf(await run.ask(question))).toEqual({ just: 'now' })
  run.close()
  const requests = names().filter(name => name.startsWith('.agent-request'))
  expect(requests).toHaveLength(others.length)
})

test('a broken file under the name of a kept answer does not cost the answer', async () => {
  const { dir, ask, host, write, names, notices } = world()
  const stopped = await ask(question)
  if (!(stopped instanceof Checkpoint)) throw new Error('Not stopped.')
  const mark = createHash('sha256').update(stopped.requestId).digest('hex').slice(0, 12)
  write(`.test-answer-${mark}.json`, '{"half')
  await host()
  for (let start = 0; start < 2; start++) expect(dataOf(await ask(question))).toEqual({ answers: 'reviewer' })
  expect(names()).toContain(`.test-answer-${mark}.json.rejected`)
  expect(notices).toEqual([expect.stringContaining(join(dir, `.test-answer-${mark}.json: set aside as `))])
})

test('a response that somebody never stops writing holds nobody up', async () => {
  const { ask, write, names } = world()
  await ask(question, { name: 'first' })
  const stopped = await ask(question)
  if (!(stopped instanceof Checkpoint)) throw new Error('Not stopped.')
  removeRequest(stopped.requestFile, stopped.requestId)
  const start = Date.now()
  const real = Date.now.bind(Date)
  // A second of this clock takes 20 ms.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + (real() - start) * 50)
  const writer = setInterval(() => {
    write(basename(stopped.responseFile), '{"half')
  }, 5)
  onTestFinished(() => {
    clearInterval(writer)
    clock.mockRestore()
  })
  write(basename(stopped.responseFile), '{"half')
  await expect(ask(question)).rejects.toThrow(`${stopped.requestFile}: not written: another file has the name`)
  expect(names()).toContain(basename(stopped.responseFile))
})
