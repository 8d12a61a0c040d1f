import { join } from 'node:path'
import { expect, test } from 'vitest'
import { world } from '../../test/faults/files-world.ts'
import { readRequest, removeRequest } from './request.ts'

const whole = {
  request_id: 'r-1',
  version: '1.0',
  phase: 8,
  phase_name: 'agent_enhancement',
  agent_name: 'enhancer',
  prompt: 'p',
  timeout_seconds: 7,
  created_at: '2026-01-01T00:00:00+09:00',
  context: {},
  model: null,
}

test('a request tells who is asked, for how long, and where the answer goes', () => {
  const { dir, write } = world()
  write('.agent-request-phase8.json', whole)
  expect(readRequest(join(dir, '.agent-request-phase8.json'))).toMatchObject({
    kind: 'request',
    request: {
      dir,
      responseFile: join(dir, '.agent-response-phase8.json'),
      requestId: 'r-1',
      createdAt: '2026-01-01T00:00:00+09:00',
      agent: 'enhancer',
      timeoutMs: 7000,
    },
    findings: [],
  })
  expect(readRequest(join(dir, '.agent-request.json'))).toBeUndefined()
})

test('a time longer than a timer can be set to is as long as it can be', () => {
  const { dir, write } = world()
  write('.agent-request.json', { ...whole, timeout_seconds: 1e12 })
  expect(readRequest(join(dir, '.agent-request.json'))).toMatchObject({ request: { timeoutMs: 2_147_483_647 } })
})

test.each([
  ['that names an agent tells it', { ...whole, prompt: 7 }, 'r-1', 'enhancer'],
  ['without an id has none', { ...whole, request_id: '' }, undefined, 'enhancer'],
  ['that names nobody is for whoever finds it', { request_id: 'r-2', prompt: 'p' }, 'r-2', undefined],
])('a broken request %s', (_, file, requestId, agent) => {
  const { dir, write } = world()
  write('.agent-request.json', file)
  const read = readRequest(join(dir, '.agent-request.json'))
  expect(read).toMatchObject({ kind: 'malformed', requestId })
  expect(read?.request?.agent).toBe(agent)
})

test('only the request of the id that was meant is removed', () => {
  const { dir, write, names } = world()
  write('.agent-request.json', whole)
  expect(removeRequest(join(dir, '.agent-request.json'), 'r-2')).toBe(false)
  expect(names()).toEqual(['.agent-request.json'])
  expect(removeRequest(join(dir, '.agent-request.json'), 'r-1')).toBe(true)
  expect(names()).toEqual([])
})
