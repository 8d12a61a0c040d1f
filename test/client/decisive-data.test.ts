/** What callers need to go on is in the outcome, whatever the row; what cannot be read is no success. */
import { describe, expect, test } from 'vitest'
import { answering, clientAt } from './servers.ts'

const trace = { correlationId: 'c', requestId: 'r' }
const vendor = (name: string) => `application/vnd.yaagents.${name}+json`

async function outcomeOf(
  status: number,
  type: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const url = await answering((_, response) => {
    const head = { 'x-yaagents-profile': 'v0.3', ...(type && { 'content-type': type }), ...headers }
    response.writeHead(status, head).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return (await clientAt(url, { attempts: 1 }).call('POST /x' as 'fail', {})).outcome
}

describe('an answer keeps', () => {
  test('the token of an approval', async () => {
    const body = {
      type: 'approval_required',
      code: 'APPROVAL_REQUIRED',
      message: 'Ask.',
      approvalToken: 'tok-1',
      trace,
    }
    expect(await outcomeOf(412, vendor('approval-required'), body)).toMatchObject({
      kind: 'paused',
      needs: [{ kind: 'approval', token: 'tok-1' }],
    })
  })

  test('the id and the status URL of an operation', async () => {
    const body = {
      type: 'operation_accepted',
      code: 'OPERATION_ACCEPTED',
      message: 'Soon.',
      operationId: 'op-1',
      statusUrl: '/operations/op-1',
      trace,
    }
    expect(await outcomeOf(202, vendor('operation'), body)).toMatchObject({
      kind: 'pending',
      task: { id: 'op-1', statusUrl: '/operations/op-1' },
    })
  })

  test('code and resource of a conflict, and the wait after a refusal', async () => {
    const conflict = { type: 'conflict', code: 'TAKEN', message: 'Taken.', conflictingResourceId: 'c-7', trace }
    expect(await outcomeOf(409, vendor('conflict'), conflict)).toMatchObject({
      kind: 'failed',
      fault: { category: 'conflict', code: 'TAKEN', resourceId: 'c-7' },
    })
    const limited = { type: 'error', code: 'LIMIT_EXCEEDED', message: 'Wait.', retryAfter: 7, trace }
    expect(await outcomeOf(429, vendor('error'), limited)).toMatchObject({
      fault: { category: 'rate-limited', code: 'LIMIT_EXCEEDED', retryAfterMs: 7000 },
    })
  })

  test('its meaning where there is no body, or a plain media type: no error that could be repeated', async () => {
    expect(await outcomeOf(204, undefined, '')).toEqual({ kind: 'completed' })
    expect(await outcomeOf(202, 'application/json', { operationId: 'op-2' })).toMatchObject({
      kind: 'completed',
      payload: { value: { operationId: 'op-2' } },
    })
  })

  test('and broken JSON with 200 is no success', async () => {
    expect(await outcomeOf(200, 'application/json', '{"a":')).toMatchObject({
      kind: 'failed',
      fault: { category: 'integrity' },
    })
  })
})
