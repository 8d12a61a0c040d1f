/** The checker is checked: a good service passes, and each fault is found by exactly its rule. */
import { describe, expect, test } from 'vitest'
import { jpciteCases, startJpcite, startJpciteMcp, type ToolFault } from './jpcite-service.ts'
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

const checkTools = async (fault?: ToolFault) =>
  checkService(`mcp+${await startJpciteMcp(fault)}/mcp`, 'jpcite', { cases: jpciteCases })

test('a good server passes every check over MCP', async () => {
  const report = await checkTools()
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
  expect(report.checks.filter(({ id }) => !id.startsWith('row/')).map(({ id, status }) => `${id} ${status}`)).toEqual([
    'service/wrong-type passed',
    'service/unknown-operation passed',
    'case/search passed',
    'case/few passed',
    'case/none passed',
    'case/missing passed',
    'case/report passed',
  ])
})

/** Changes the envelopes of one status, with the line of text as it was. */
const inTool =
  (status: string, change: (envelope: Body) => Body): ToolFault =>
  result => {
    const envelope = result.structuredContent as Body
    return envelope.status === status ? { ...result, structuredContent: change(envelope) } : result
  }

const toolFaults: Record<string, [rule: string, fault: ToolFault]> = {
  'no content': ['jpcite/tool-result', result => without(result, 'content')],
  'content that is a text': ['jpcite/tool-result', result => ({ ...result, content: 'rich' })],
  'an error without isError': ['jpcite/is-error', result => without(result, 'isError')],
  'a success with isError': [
    'jpcite/is-error',
    (result, tool) => (tool === 'search' && result.isError === undefined ? { ...result, isError: true } : result),
  ],
  'another line of text': ['jpcite/text-line', result => ({ ...result, content: [{ type: 'text', text: 'Done.' }] })],
  'a rich answer with four rows': [
    'jpcite/rich-rows',
    result => {
      const envelope = result.structuredContent as Body
      if (envelope.status !== 'rich') return result
      const results = (envelope.results as unknown[]).slice(0, 4)
      return { structuredContent: { ...envelope, results }, content: [{ type: 'text', text: 'rich · 4 results' }] }
    },
  ],
  'an empty answer without a reason': ['jpcite/empty-reason', inTool('empty', one => without(one, 'empty_reason'))],
  'no query_echo': ['jpcite/query-echo', inTool('sparse', one => without(one, 'query_echo'))],
  'another api_version': [
    'jpcite/api-version',
    inTool('sparse', one => ({ ...one, meta: { ...(one.meta as object), api_version: '1.1' } })),
  ],
  'an error that bills': [
    'jpcite/billing-on-error',
    inTool('error', one => ({ ...one, meta: { ...(one.meta as object), billable_units: 1 } })),
  ],
  'an unknown error code': [
    'jpcite/error-code',
    inTool('error', one => ({ ...one, error: { ...(one.error as object), code: 'SERVER_ERROR' } })),
  ],
  'a wrong type accepted': [
    'service/wrong-type',
    (result, tool) => {
      if (tool !== 'report' || result.isError === undefined) return result
      const { error: _, ...envelope } = result.structuredContent as Body
      const rows = { status: 'sparse', results: [{ unified_id: 'p-1' }] }
      return {
        structuredContent: { ...envelope, ...rows },
        content: [{ type: 'text', text: 'sparse · 1 result' }],
      }
    },
  ],
  'a source that failed where no row is expected': [
    'service/row',
    result => {
      const envelope = result.structuredContent as Body
      if (envelope.status !== 'empty') return result
      const rest = without(without(envelope, 'empty_reason'), 'retry_with')
      return {
        structuredContent: { ...rest, status: 'partial', warnings: ['One source failed.'] },
        content: [{ type: 'text', text: 'partial · 0 results · 1 warning' }],
      }
    },
  ],
}

describe('a server that is wrong in one way, over MCP', () => {
  test.each(Object.entries(toolFaults))('%s', async (_, [rule, fault]) => {
    const report = await checkTools(fault)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})
