/** Tasks of agents with status documents of their own: what the word of a state means. */
import { describe, expect, test } from 'vitest'
import { connect, type Reply } from '../../src/client/index.ts'
import { answering, testClock } from './servers.ts'

const error = { code: 'BOOM', message: 'It broke.' }

/** A task whose status documents are these, the last one again and again. */
async function waited(...states: (string | object)[]): Promise<{ reply: Reply; looks: number }> {
  let looks = 0
  const url = await answering(({ method }, response) => {
    const isCall = method === 'POST'
    const state = isCall ? 'queued' : (states[Math.min(looks++, states.length) - 1] ?? states[0])
    const body = typeof state === 'object' ? state : { id: 'o', status: state, ...(state === 'failed' && { error }) }
    response.writeHead(isCall ? 202 : 200, { 'content-type': 'application/json', location: '/operations/o' })
    response.end(JSON.stringify(body))
  })
  const client = connect(url, { clock: testClock(), breaker: false })
  const reply = await client.call('POST /x', {}, { wait: true, timeoutMs: 10_000 })
  return { reply, looks }
}

describe('a status document', () => {
  test('of a failed task is a failure, with what the agent says as details', async () => {
    const { reply } = await waited('failed')
    expect(reply.outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'dependency', code: 'TASK_FAILED', recovery: 'stop', details: { state: 'failed', ...error } },
      task: { statusUrl: '/operations/o' },
    })
    expect(JSON.stringify(reply.outcome)).toContain('It broke.')
    expect(reply.outcome.kind === 'failed' && reply.outcome.fault.message).not.toContain('broke')
  })

  test.each(['error', 'errored', 'timed_out', 'expired', 'rejected', 'FAILED', 'timed-out', 'TimedOut'])(
    'with %s is a failure',
    async state => {
      expect((await waited(state)).reply.outcome).toMatchObject({ kind: 'failed', fault: { code: 'TASK_FAILED' } })
    },
  )

  test.each(['canceled', 'cancelled', 'CANCELLED', 'aborted'])('with %s is canceled', async state => {
    expect((await waited(state)).reply.outcome).toMatchObject({ kind: 'canceled', task: { id: expect.any(String) } })
  })

  test.each(['scheduled', 'waiting', 'queued', 'in-progress', 'inProgress', 'RUNNING', 'retrying'])(
    'with %s goes on',
    async state => {
      const { reply, looks } = await waited(state, state, 'completed')
      expect(reply.outcome).toMatchObject({ kind: 'completed', payload: { value: { status: 'completed' } } })
      expect(looks).toBeGreaterThan(2)
    },
  )

  test.each(['input_required', 'auth-required'])(
    'with %s is not over, is waited for no longer, and says why',
    async state => {
      const { reply, looks } = await waited(state)
      expect(reply.outcome).toMatchObject({
        kind: 'pending',
        message: expect.stringContaining('does not say'),
        notices: [{ code: 'TASK_NEEDS_INPUT' }],
        task: { statusUrl: '/operations/o' },
      })
      expect(looks).toBe(2)
    },
  )

  test.each(['weird', 'constructor', '__proto__'])('with the unknown state %s is unknown', async state => {
    expect((await waited(state)).reply.outcome).toMatchObject({ kind: 'unknown', status: state })
  })

  test.each(['done', 'succeeded', 'success', 'ok', 'finished'])('with %s is completed', async state => {
    expect((await waited(state)).reply.outcome.kind).toBe('completed')
  })

  test('without a state is the answer of the work', async () => {
    const { reply } = await waited({ total: 7 })
    expect(reply.outcome).toMatchObject({ kind: 'completed', payload: { value: { total: 7 } } })
  })
})
