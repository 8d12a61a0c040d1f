import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { response, world } from '../../test/faults/files-world.ts'
import { completed } from '../outcome/outcome.ts'
import { Checkpoint, readResponse, writeResponse } from './index.ts'
import { readRequest } from './request.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }

async function pendingRequest() {
  const made = world()
  await made.ask(question)
  const read = readRequest(join(made.dir, '.agent-request-phase1.json'))
  if (read?.kind !== 'request') throw new Error('No request.')
  return { ...made, request: read.request }
}

test('readResponse alone reads, and leaves the answer where it is', async () => {
  const { dir, request, names } = await pendingRequest()
  await writeResponse(request, completed({ n: 1 }), { durationMs: 1500 })
  const wanted = {
    dir,
    requestId: request.requestId,
    responseFile: '.agent-response-phase1.json',
    createdAt: request.createdAt,
  }
  const { answer: found, setAside } = await readResponse(wanted)
  expect(found).toMatchObject({ outcome: { kind: 'completed' }, exchange: { durationMs: 1500 }, findings: [] })
  expect(setAside).toEqual([])
  expect(names()).toContain('.agent-response-phase1.json')
  expect(await readResponse({ dir, requestId: 'another' })).toEqual({ setAside: [] })
})

test('a response of another request that somebody waits for stays where it is', async () => {
  const { dir, ask, write, names } = world()
  const other = await ask({ agent: 'x', prompt: 'p' }, { name: 'other' })
  if (!(other instanceof Checkpoint)) throw new Error('Not stopped.')
  write('.agent-response.json', response(other.requestId, 1))
  expect(await readResponse({ dir, requestId: 'mine' })).toEqual({ setAside: [] })
  expect(names()).toContain('.agent-response.json')
})

test('a name that leads out of the directory is refused', async () => {
  const { dir } = world()
  for (const responseFile of ['../.agent-response.json', '/etc/passwd', '.agent-request.json']) {
    await expect(readResponse({ dir, responseFile, requestId: 'r' })).rejects.toThrow('leads elsewhere is refused')
  }
})

test('an answer larger than allowed is rejected, not read', async () => {
  const { dir, write, names } = world()
  write('.agent-response.json', response('r', 'x'.repeat(5000)), 5)
  const { answer, setAside } = await readResponse({ dir, requestId: 'r', maxBytes: 2000 })
  expect(answer).toBeUndefined()
  expect(setAside).toMatchObject([{ why: 'rejected', findings: [{ rule: 'json/bounded' }] }])
  expect(names()).toContain('.agent-response.json.rejected')
})

test('a file that somebody never stops writing is not waited for without end, and stays', async () => {
  const { dir, names } = world()
  const path = join(dir, '.agent-response.json')
  writeFileSync(path, '{"half')
  let now = Date.now()
  // A second passes whenever somebody looks at the clock, and the file is always as new as that.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 1000
    utimesSync(path, new Date(now), new Date(now))
    return now
  })
  onTestFinished(() => clock.mockRestore())
  expect(await readResponse({ dir, requestId: 'r' })).toEqual({ setAside: [] })
  expect(names()).toContain('.agent-response.json')
})
