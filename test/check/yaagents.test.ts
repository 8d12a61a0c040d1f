/** The checker is checked: a good service passes, and each fault is found by exactly its rule. */
import { describe, expect, test } from 'vitest'
import { brokenRules, checkService, errorsIn, type Fault, type Reply } from './kit.ts'
import { startYaagents, yaagentsCases } from './yaagents-service.ts'

const check = (url: string) => checkService(url, 'yaagents', { cases: yaagentsCases })

test('a good service passes every check, and all ten rows are probed', async () => {
  const report = await check(await startYaagents())
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
  expect(errorsIn(report)).toEqual([])
  expect(report.checks.filter(({ status }) => status === 'not-probed').map(({ id }) => id)).toEqual([])
  expect(report.checks.filter(({ id }) => id.startsWith('case/'))).toHaveLength(12)
})

const onStatus =
  (status: number, change: (body: Record<string, unknown>, reply: Reply) => object): Fault =>
  reply =>
    reply.status === status ? { ...reply, body: change(reply.body as Record<string, unknown>, reply) } : reply

const without = (name: string) => (body: Record<string, unknown>) => {
  const { [name]: _, ...rest } = body
  return rest
}

const header =
  (name: string, value: string | undefined, where: (reply: Reply) => boolean = () => true): Fault =>
  reply => {
    if (!where(reply)) return reply
    const { [name]: _, ...rest } = reply.headers
    return { ...reply, headers: value === undefined ? rest : { ...rest, [name]: value } }
  }

/** The same exchange, answered as a success. */
const succeed = (reply: Reply): Reply => ({
  status: 200,
  headers: { ...reply.headers, 'content-type': 'application/json' },
  body: { trace: (reply.body as { trace: object }).trace },
})

const isStream = ({ headers }: Reply): boolean => headers['content-type'] === 'text/event-stream'
const isBroken = (text: string): boolean => text.startsWith('{"broken"')

const faults: Record<string, [rule: string, fault: Fault]> = {
  'no profile header': ['yaagents/profile-header', header('x-yaagents-profile', undefined)],
  'the profile header of another version': ['yaagents/profile-header', header('x-yaagents-profile', 'v0.2')],
  'a stream without the profile header': ['yaagents/profile-header', header('x-yaagents-profile', undefined, isStream)],
  'a conflict with a media type of its own': [
    'yaagents/table',
    header('content-type', 'application/problem+json', ({ status }) => status === 409),
  ],
  'a clarification that asks for nothing': [
    'yaagents/required-inputs',
    onStatus(400, body => ({ ...body, requiredInputs: [] })),
  ],
  'a conflict without a trace': ['yaagents/trace', onStatus(409, without('trace'))],
  'an error without a code': ['yaagents/error', onStatus(424, without('code'))],
  'a refusal without a list of errors': ['yaagents/validation-errors', onStatus(422, without('errors'))],
  'an approval without a token': ['yaagents/approval', onStatus(412, without('approvalToken'))],
  'an operation without an id': ['yaagents/operation', onStatus(202, without('operationId'))],
  'a conflict with a member of its own': ['yaagents/closed', onStatus(409, body => ({ ...body, hint: 'later' }))],
  'a success without a trace': ['yaagents/trace-recommended', onStatus(201, without('trace'))],
  'a trace with other ids than the headers': [
    'yaagents/trace-headers',
    onStatus(409, body => ({ ...body, trace: { correlationId: 'a', requestId: 'b' } })),
  ],
  'ids of its own, in trace and headers': [
    'yaagents/ids-echo',
    reply => ({
      ...reply,
      headers: { ...reply.headers, 'x-request-id': 'own-r', 'x-correlation-id': 'own-c' },
      ...(reply.body === undefined || (reply.body as { trace?: object }).trace === undefined
        ? undefined
        : { body: { ...(reply.body as object), trace: { correlationId: 'own-c', requestId: 'own-r' } } }),
    }),
  ],
  'headers without ids': [
    'service/ids-echoed',
    reply => header('x-request-id', undefined)(header('x-correlation-id', undefined)(reply, {} as never), {} as never),
  ],
  'a stack trace in a message': [
    'yaagents/stack-trace',
    onStatus(500, body => ({ ...body, message: 'boom\n    at run (/srv/app.js:3:7)' })),
  ],
  'a conflict answered as an error': [
    'service/row',
    reply =>
      reply.status === 409
        ? {
            ...reply,
            status: 500,
            headers: { ...reply.headers, 'content-type': 'application/vnd.yaagents.error+json' },
            body: { ...(reply.body as object), type: 'error' },
          }
        : reply,
  ],
  'broken JSON answered as a server error': [
    'service/broken-json',
    (reply, { text }) =>
      isBroken(text)
        ? {
            ...reply,
            status: 500,
            headers: { ...reply.headers, 'content-type': 'application/vnd.yaagents.error+json' },
            body: { ...(reply.body as object), type: 'error', errors: undefined },
          }
        : reply,
  ],
  'broken JSON accepted': ['service/broken-json', (reply, { text }) => (isBroken(text) ? succeed(reply) : reply)],
  'an input of the wrong type accepted': [
    'service/wrong-type',
    (reply, { json }) =>
      typeof (json as { amount?: unknown } | undefined)?.amount === 'object' ? succeed(reply) : reply,
  ],
  'an unknown path answered with 200': [
    'service/unknown-route',
    reply => (reply.status === 404 ? succeed(reply) : reply),
  ],
  'an unknown method executed': ['service/unknown-method', reply => (reply.status === 405 ? succeed(reply) : reply)],
  '405 without Allow': ['service/allow', header('allow', undefined, ({ status }) => status === 405)],
  'HEAD refused': ['service/head', (reply, { method }) => (method === 'HEAD' ? { ...reply, status: 405 } : reply)],
  'OPTIONS broken': [
    'service/options',
    (reply, { method }) => (method === 'OPTIONS' ? { ...reply, status: 500 } : reply),
  ],
  'a status URL that leads nowhere': [
    'yaagents/status-url',
    (reply, { path }) => (path.endsWith('/status') ? { ...reply, status: 404 } : reply),
  ],
  'the status of another operation': [
    'yaagents/status-url',
    (reply, { path }) =>
      path.endsWith('/status') ? { ...reply, body: { operationId: 'op-2', state: 'completed' } } : reply,
  ],
  'a result that cannot be fetched': [
    'yaagents/operation-result',
    (reply, { path }) =>
      path.endsWith('/result')
        ? {
            ...reply,
            status: 404,
            headers: { ...reply.headers, 'content-type': 'application/vnd.yaagents.error+json' },
            body: { type: 'error', code: 'GONE', message: 'Gone.', trace: (reply.body as { trace: object }).trace },
          }
        : reply,
  ],
  'a stream without Cache-Control': ['yaagents/sse-cache-control', header('cache-control', undefined, isStream)],
  'a stream answered as JSON': [
    'yaagents/sse-content-type',
    reply =>
      isStream(reply)
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' }, text: '{}' }
        : reply,
  ],
}

describe('a service that is wrong in one way', () => {
  test.each(Object.entries(faults))('%s', async (_, [rule, fault]) => {
    const report = await check(await startYaagents(fault))
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})
