import { expect, test } from 'vitest'
import { Checkpoint } from './checkpoint.ts'

const pending = {
  question: 'q',
  requestId: 'r-1',
  agent: 'reviewer',
  phase: null,
  phaseName: null,
  createdAt: '2026-01-01T00:00:00Z',
  requestFile: '.agent-request.json',
  resumes: 2,
}

test('a checkpoint is 42 and says in three lines where the answer goes', () => {
  const checkpoint = new Checkpoint('/work/site', pending)
  expect(checkpoint).toMatchObject({ exitCode: 42, requestId: 'r-1', resumes: 2 })
  expect(checkpoint.message).toBe('Waiting for an answer at /work/site/.agent-response.json.')
  expect(checkpoint.lines).toEqual([
    'An agent is needed: reviewer',
    '  its request is /work/site/.agent-request.json',
    '  its answer goes to /work/site/.agent-response.json; then run this again',
  ])
  const eighth = new Checkpoint('/work/site', { ...pending, phase: 8, requestFile: '.agent-request-phase8.json' })
  expect(eighth.lines[0]).toBe('An agent is needed: reviewer (phase 8)')
  expect(eighth.responseFile).toBe('/work/site/.agent-response-phase8.json')
})
