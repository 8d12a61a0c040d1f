/** Ids come back as they were sent, unless they could be taken for something else where they are shown. */
import { describe, expect, test } from 'vitest'
import { agent } from '../agent.ts'
import { httpCarriers } from './carriers.ts'

const minted = /^[0-9a-f]{8}-[0-9a-f]{4}-/

describe.each(httpCarriers)('over %s', (_, open) => {
  const idsOf = async (id: string) => {
    const ask = await open(agent, {})
    const headers = { 'x-request-id': id, 'x-correlation-id': id }
    const answer = await ask('/happenings', { headers, body: { what: 'forbidden' } })
    const { trace } = JSON.parse(answer.text) as { trace: { requestId: string; correlationId: string } }
    expect([trace.requestId, trace.correlationId]).toEqual([
      answer.headers['x-request-id'],
      answer.headers['x-correlation-id'],
    ])
    return trace
  }

  test.each(['<', '>', '"', "'", '&', '\\', '`'])('an id with %s is replaced', async letter => {
    const { requestId, correlationId } = await idsOf(`a${letter}b`)
    expect(requestId).toMatch(minted)
    expect(correlationId).toMatch(minted)
  })

  test.each(['r-1', 'a'.repeat(128), '!#$%()*+,-./0:;=?@[]^_{|}~'])('%s comes back', async id => {
    expect(await idsOf(id)).toEqual({ requestId: id, correlationId: id })
  })

  test.each(['a'.repeat(129), 'a b', 'ä'])('%s does not', async id => {
    expect((await idsOf(id)).requestId).toMatch(minted)
  })

  test('an id in the body comes back in the body alone, whatever it is', async () => {
    const ask = await open(agent, {})
    for (const id of ['<b>', 'a\nb']) {
      const body = { request_id: id, task_type: 'ADD', inputs: { a: 1, b: 2 } }
      const answer = await ask('/agents/run/sync', { body })
      expect(JSON.parse(answer.text)).toMatchObject({ request_id: id, status: 'ok' })
      expect(answer.headers['x-request-id']).toBeUndefined()
    }
  })
})
