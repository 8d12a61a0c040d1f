import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { response, world } from '../../test/faults/files-world.ts'
import { claim } from './disk/claim.ts'
import { claimPath } from './disk/names.ts'
import { Checkpoint, surveyRequests } from './index.ts'

test('a survey changes nothing and misses nothing', async () => {
  const { dir, ask, write, names } = world()
  await ask({ agent: 'reviewer', prompt: 'Review.', phase: 1 })
  write('.agent-response-phase9.json', response('x', 1))
  write('.agent-response.json.stale', response('y', 1))
  const before = names()
  expect(surveyRequests(dir)).toMatchObject({
    dir,
    requests: [{ request: { agent: 'reviewer' }, isAnswered: false, run: 'test' }],
    runs: [{ name: 'test', state: { pending: { agent: 'reviewer' } } }],
    responses: [{ file: join(dir, '.agent-response-phase9.json'), requestId: 'x' }],
    setAside: [join(dir, '.agent-response.json.stale')],
    leftovers: [],
  })
  expect(names()).toEqual(before)
})

test('who works on a request is told, and a file that cannot be read is there all the same', async () => {
  const { dir, ask } = world()
  const request = await ask({ agent: 'reviewer', prompt: 'Review.' })
  if (!(request instanceof Checkpoint)) throw new Error('Not stopped.')
  const held = claim(claimPath(dir, request.requestId), 60_000)
  symlinkSync('/etc/hostname', join(dir, '.agent-request-phase2.json'))
  expect(surveyRequests(dir).requests).toMatchObject([
    { file: join(dir, '.agent-request-phase2.json'), isAnswered: false },
    { file: join(dir, '.agent-request.json'), holder: { pid: process.pid } },
  ])
  if (held.ok) held.claim.release()
  expect(surveyRequests(dir).requests[1]).not.toHaveProperty('holder')
})
