/** The checker is checked: a good service passes, and each fault is found by exactly its rule. */
import { describe, expect, test } from 'vitest'
import { jpciteCases, startJpcite } from './jpcite-service.ts'
import { brokenRules, checkService, errorsIn, type Fault, type Got, type Reply } from './kit.ts'

const check = (url: string) => checkService(url, 'jpcite', { cases: jpciteCases })

test('a good service passes every check', async () => {
  const report = await check(await startJpcite())
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
  expect(errorsIn(report)).toEqual([])
  const notProbed = report.checks.filter(({ status }) => status === 'not-probed').map(({ id }) => id)
  expect(notProbed.filter(id => !id.startsWith('row/'))).toEqual([])
})

type Body = Record<string, unknown>

/** Changes envelopes of one status. */
const v2 =
  (status: string, change: (body: Body) => object): Fault =>
  reply => {
    const body = reply.body as Body | undefined
    return body?.status === status ? { ...reply, body: change(body) } : reply
  }

const header =
  (name: string, value: string | undefined, where: (reply: Reply, request: Got) => boolean = () => true): Fault =>
  (reply, request) => {
    if (!where(reply, request)) return reply
    const { [name]: _, ...rest } = reply.headers
    return { ...reply, headers: value === undefined ? rest : { ...rest, [name]: value } }
  }

const isLegacy = ({ body }: Reply): boolean => body !== undefined && !Object.hasOwn(body as object, 'meta')
const isEnvelope = (reply: Reply): boolean => reply.body !== undefined && !isLegacy(reply)
const without = (body: Body, name: string): Body => {
  const { [name]: _, ...rest } = body
  return rest
}

const faults: Record<string, [rule: string, fault: Fault]> = {
  'a legacy answer for Accept v2': [
    'jpcite/legacy-shape',
    (reply, { query }) =>
      isEnvelope(reply) && query.get('envelope') === null ? { ...reply, body: { total: 0, results: [] } } : reply,
  ],
  '?envelope=v2 ignored': [
    'jpcite/envelope-query',
    (reply, { query }) => (query.get('envelope') === 'v2' ? { ...reply, body: { total: 0, results: [] } } : reply),
  ],
  'X-Envelope-Version v2 on a legacy answer': ['jpcite/served-version', header('x-envelope-version', 'v2', isLegacy)],
  'no X-Envelope-Version on the envelope': [
    'jpcite/envelope-version',
    header('x-envelope-version', undefined, isEnvelope),
  ],
  'no Vary': ['jpcite/vary', header('vary', undefined)],
  'no Vary on legacy answers': ['jpcite/vary', header('vary', undefined, isLegacy)],
  'other rows in the legacy answer': [
    'jpcite/legacy-rows',
    reply => (isLegacy(reply) ? { ...reply, body: { ...(reply.body as object), results: [] } } : reply),
  ],
  'an id of its own': [
    'jpcite/request-id-echo',
    reply =>
      isEnvelope(reply)
        ? {
            ...reply,
            headers: { ...reply.headers, 'x-request-id': '01HAAAAAAAAAAAAAAAAAAAAAAA' },
            body: {
              ...(reply.body as Body),
              meta: { ...((reply.body as Body).meta as object), request_id: '01HAAAAAAAAAAAAAAAAAAAAAAA' },
            },
          }
        : reply,
  ],
  'another id in the header': ['jpcite/request-id-header', header('x-request-id', 'other-id-1', isEnvelope)],
  'no id in the header': ['service/ids-echoed', header('x-request-id', undefined)],
  'a rich answer with four rows': [
    'jpcite/rich-rows',
    v2('rich', body => ({ ...body, results: (body.results as unknown[]).slice(0, 4) })),
  ],
  'an empty answer without a reason': ['jpcite/empty-reason', v2('empty', body => without(body, 'empty_reason'))],
  'no query_echo': ['jpcite/query-echo', v2('sparse', body => without(body, 'query_echo'))],
  'another api_version': [
    'jpcite/api-version',
    v2('sparse', body => ({ ...body, meta: { ...(body.meta as object), api_version: 'v1' } })),
  ],
  'an error that bills': [
    'jpcite/billing-on-error',
    v2('error', body => ({ ...body, meta: { ...(body.meta as object), billable_units: 1 } })),
  ],
  'an unknown error code': [
    'jpcite/error-code',
    v2('error', body => ({ ...body, error: { ...(body.error as object), code: 'SERVER_ERROR' } })),
  ],
  'an error that says it can be retried': [
    'jpcite/retryable',
    v2('error', body => ({ ...body, error: { ...(body.error as object), retryable: true } })),
  ],
  'an error answered with 200': [
    'jpcite/http-status',
    (reply, { path }) => (path.endsWith('/missing') && isEnvelope(reply) ? { ...reply, status: 200 } : reply),
  ],
  'a sparse answer where rows are missing': [
    'service/row',
    (reply, { query }) =>
      isEnvelope(reply) && query.get('tier') === 'C'
        ? {
            ...reply,
            body: {
              ...without(without(reply.body as Body, 'empty_reason'), 'retry_with'),
              status: 'partial',
              warnings: ['One source failed.'],
            },
          }
        : reply,
  ],
  'an unknown path that is no 404': [
    'service/unknown-route',
    (reply, { path }) => {
      if (!path.startsWith('/replywire-check')) return reply
      const body = reply.body as Body
      const documentation = 'https://jpcite.com/docs/api-reference/response_envelope#validation_error'
      const error = { ...(body.error as object), code: 'VALIDATION_ERROR', documentation }
      return { ...reply, status: 422, body: { ...body, error: { ...error, developer_message: 'field=path: unknown' } } }
    },
  ],
  'HEAD refused': ['service/head', (reply, { method }) => (method === 'HEAD' ? { ...reply, status: 405 } : reply)],
}

describe('a service that is wrong in one way', () => {
  test.each(Object.entries(faults))('%s', async (_, [rule, fault]) => {
    const report = await check(await startJpcite(fault))
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})
