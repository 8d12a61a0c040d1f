/** §§4 and 5 of the profile: every row of the table, from a real upstream, with its trace, without it, and with another status. */
import { describe, expect, test } from 'vitest'
import { gateway, pool, upstream } from './kit.ts'

const vendor = (name: string) => `application/vnd.yaagents.${name}+json`
const message = 'It is so.'
const input = { name: 'metric', location: 'body', type: 'string', required: true, question: 'Which?' }

const rows: [string, number, string, object][] = [
  [
    'accepted',
    202,
    vendor('operation'),
    { type: 'operation_accepted', code: 'OPERATION_ACCEPTED', message, operationId: 'o', statusUrl: '/o' },
  ],
  [
    'clarification_required',
    400,
    vendor('clarification'),
    { type: 'clarification_required', code: 'CLARIFICATION_REQUIRED', message, requiredInputs: [input] },
  ],
  [
    'validation_failed',
    422,
    vendor('validation-error'),
    { type: 'validation_failed', code: 'VALIDATION_FAILED', message, errors: [] },
  ],
  [
    'approval_required',
    412,
    vendor('approval-required'),
    { type: 'approval_required', code: 'APPROVAL_REQUIRED', message, approvalToken: 't' },
  ],
  ['forbidden', 403, vendor('error'), { type: 'forbidden', code: 'NO', message }],
  ['conflict', 409, vendor('conflict'), { type: 'conflict', code: 'TAKEN', message }],
  ['failed_dependency', 424, vendor('error'), { type: 'failed_dependency', code: 'DOWN', message }],
  ['error', 500, vendor('error'), { type: 'error', code: 'BROKEN', message }],
]

async function answered(status: number, type: string, body: string) {
  const agents = await upstream((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const { url } = await gateway({ pools: [pool(agents.url)] })
  const headers = { 'x-correlation-id': 'c', 'x-request-id': 'r' }
  const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST', headers })
  return { response, text: await response.text() }
}

const withTrace = (body: object) => `${JSON.stringify({ ...body, trace: { correlationId: 'c', requestId: 'r' } })} `

describe.each(rows)('%s', (_, status, type, body) => {
  test('passes byte by byte with the propagated trace, and gets the profile header', async () => {
    const sent = withTrace(body)
    const { response, text } = await answered(status, type, sent)
    expect([response.status, response.headers.get('content-type'), text]).toEqual([status, type, sent])
    expect(response.headers.get('x-yaagents-profile')).toBe('v0.3')
  })

  test('without a trace is 500 TRACE_MISSING, with one of another call 500 TRACE_MISMATCH', async () => {
    const missing = await answered(status, type, JSON.stringify(body))
    expect([missing.response.status, JSON.parse(missing.text).code]).toEqual([500, 'TRACE_MISSING'])
    const other = JSON.stringify({ ...body, trace: { correlationId: 'c', requestId: 'other' } })
    const mismatch = await answered(status, type, other)
    expect([mismatch.response.status, JSON.parse(mismatch.text).code]).toEqual([500, 'TRACE_MISMATCH'])
  })

  test('with a status or a media type that is not its own is 500', async () => {
    for (const [otherStatus, otherType] of [
      [200, type],
      [status, 'application/json'],
    ] as const) {
      const { response, text } = await answered(otherStatus, otherType, withTrace(body))
      expect([response.status, JSON.parse(text).code]).toEqual([500, 'UPSTREAM_CONTRACT_VIOLATION'])
    }
  })
})

test.each([200, 201])('%i has a body of the service, with or without a trace', async status => {
  for (const sent of ['{"id":7}', withTrace({ id: 7 })]) {
    const { response, text } = await answered(status, 'application/json', sent)
    expect([response.status, text]).toEqual([status, sent])
  }
})

test('a question without inputs, or with a member that the schema does not have, is 500', async () => {
  const question = rows[1]?.[3] ?? {}
  for (const broken of [
    { ...question, requiredInputs: [] },
    { ...question, hint: 'x' },
  ]) {
    const { response, text } = await answered(400, vendor('clarification'), withTrace(broken))
    expect([response.status, JSON.parse(text).code]).toEqual([500, 'UPSTREAM_CONTRACT_VIOLATION'])
  }
})
