import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { world } from '../../test/faults/files-world.ts'
import type { Call } from '../outcome/call.ts'
import { answerRequest } from './index.ts'
import { headOf } from './request-head.ts'
import { RequestReader } from './request-reader.ts'

const whole = {
  request_id: 'r-1',
  version: '1.0',
  phase: 1,
  phase_name: 'ai_analysis',
  agent_name: 'analyst',
  prompt: 'p',
  timeout_seconds: 7,
  created_at: '2026-01-01T00:00:00Z',
  context: {},
  model: null,
}
const longAgo = new Date('2026-01-02T00:00:00Z')
const read = (reader: RequestReader, path: string) => {
  const found = reader.read(path)
  if (found?.kind !== 'request') throw new Error('No request.')
  return found.request
}

/** 16 MB: far more members than text. */
function manyMembers(): string {
  const members = Array.from({ length: 1_200_000 }, (_, index) => `"m${index}":${index % 10}`).join(',')
  return JSON.stringify({ ...whole, context: 0 }).replace('"context":0', `"context":{${members}}`)
}

test('a request of 16 MB with 1.2 million members is refused by its size, and its asker learns so', async () => {
  const { dir, names, json, write } = world()
  write('.agent-request.json', manyMembers(), 60)
  const done = await answerRequest({ dir }, () => ({ ran: true }))
  expect(done).toMatchObject({
    kind: 'rejected',
    setAside: {
      to: join(dir, '.agent-request.json.rejected'),
      reason: 'it is larger than the 4194304 bytes that are read',
    },
    answered: join(dir, '.agent-response.json'),
  })
  expect(json('.agent-response.json')).toMatchObject({
    request_id: 'r-1',
    status: 'error',
    error_message: 'The request file is larger than 4194304 bytes.',
  })
  expect(names()).toEqual([
    '.agent-request.json.rejected',
    '.agent-request.json.rejected.findings.json',
    '.agent-response.json',
  ])
})

test('the limit is an option, and a request within it is answered', async () => {
  const { dir, json, write } = world()
  write('.agent-request.json', { ...whole, prompt: 'p'.repeat(5_000_000) })
  const done = await answerRequest({ dir, maxRequestBytes: 6_000_000 }, call => {
    return { length: (call.input as { prompt: string }).prompt.length }
  })
  expect(done?.kind).toBe('answered')
  expect(json('.agent-response.json')).toMatchObject({ response: '{"length":5000000}' })
})

test('a request that is too large and names another agent is left alone', async () => {
  const { dir, names, write } = world()
  write('.agent-request.json', { ...whole, prompt: 'p'.repeat(5_000_000) }, 60)
  expect(await answerRequest({ dir, accepts: ({ agent }) => agent === 'reviewer' }, () => 1)).toBeUndefined()
  expect(names()).toEqual(['.agent-request.json'])
})

test('a host parses a request once, from the first look to its removal', async () => {
  const { dir, write, names } = world()
  write('.agent-request.json', whole)
  const calls: Call[] = []
  const accepts = ({ call }: { call: Call }) => calls.push(call) > 0
  await answerRequest({ dir, accepts }, call => void calls.push(call))
  expect(calls).toHaveLength(3)
  expect(new Set(calls).size).toBe(1)
  expect(names()).toEqual(['.agent-response.json'])
})

test('a file that did not change is not read again; a changed or exchanged one is', () => {
  const { dir, write } = world()
  const path = join(dir, '.agent-request.json')
  const reader = new RequestReader()
  write('.agent-request.json', whole)
  utimesSync(path, longAgo, longAgo)
  const first = reader.read(path)
  expect(reader.read(path)).toBe(first)
  // In place, of the same length, with its time set back.
  writeFileSync(path, readFileSync(path, 'utf8').replace('r-1', 'r-2'))
  utimesSync(path, longAgo, longAgo)
  expect(read(reader, path).requestId).toBe('r-2')
  write('.agent-request-b.json', { ...whole, request_id: 'r-3' })
  utimesSync(join(dir, '.agent-request-b.json'), longAgo, longAgo)
  renameSync(join(dir, '.agent-request-b.json'), path)
  expect(read(reader, path).requestId).toBe('r-3')
})

test('times that are too young to prove anything are not trusted', () => {
  const { dir, write } = world()
  const path = join(dir, '.agent-request.json')
  const reader = new RequestReader()
  write('.agent-request.json', whole, 0)
  const { call } = read(reader, path)
  expect(read(reader, path).call).toBe(call)
  const { atime, mtime } = statSync(path)
  writeFileSync(path, readFileSync(path, 'utf8').replace('r-1', 'r-2'))
  utimesSync(path, atime, mtime)
  expect(read(reader, path).requestId).toBe('r-2')
})

test('what is kept is bounded', () => {
  const { dir, write } = world()
  const reader = new RequestReader(10_000)
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`)
  for (const name of names) write(`.agent-request-${name}.json`, { ...whole, prompt: 'p'.repeat(8_000) })
  const path = (name: string): string => join(dir, `.agent-request-${name}.json`)
  const calls = names.map(name => read(reader, path(name)).call)
  expect(read(reader, path('n19')).call).toBe(calls[19])
  expect(read(reader, path('n5')).call).toBe(calls[5])
  expect(read(reader, path('n0')).call).not.toBe(calls[0])
})

test.each([
  [
    '{"request_id": "r-1", "phase": 1, "context": {"agent_name": "x"}, "agent_name": "y"}',
    { request_id: 'r-1', phase: 1 },
  ],
  ['{"prompt": ["x"], "request_id": "r-1"}', {}],
  ['[{"request_id": "r-1"}]', {}],
  ['{"request_id": "r\\u002d1", "model": null, "prompt": "', { request_id: 'r-1', model: null }],
  ['"request_id": "r-1",', {}],
])('the head of %s', (text, expected) => {
  expect(headOf(Buffer.from(text))).toEqual(expected)
})
