import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { world } from '../../test/faults/files-world.ts'
import { awaits } from './awaits.ts'

test.each<[string, string, object | string, boolean]>([
  ['a request that holds it', '.agent-request-phase3.json', { request_id: 'r-1' }, true],
  ['a request that holds another', '.agent-request.json', { request_id: 'r-2' }, false],
  ['a state of ours', '.mine-state.json', { agent_request_pending: { request_id: 'r-1' } }, true],
  ["another program's state that says it in its own way", '.its-state.json', { agent_request_pending: 'r-1' }, true],
  ['a state that is done with it', '.mine-state.json', { agent_request_pending: null, answers: ['r-1'] }, false],
  ['a longer id', '.mine-state.json', { agent_request_pending: { request_id: 'r-11' } }, false],
  ['a state that cannot be read', '.mine-state.json', '{"agent_request_pending": "r-1"', false],
  ['a file of no interest', 'notes.json', { request_id: 'r-1' }, false],
])('%s', (_, name, file, expected) => {
  const { dir, write } = world()
  write(name, file)
  symlinkSync('/etc/hostname', join(dir, '.agent-request-phase9.json'))
  expect(awaits(dir, 'r-1')).toBe(expected)
})
