/** The documents of the examples: clean to two linters, and true to a call and an answer of every operation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaigns } from '../../examples/campaigns/agent.ts'
import { startModel } from '../../examples/campaigns/model.ts'
import { authenticateTokens, signToken } from '../../examples/campaigns/token.ts'
import literature from '../../examples/literature/agent.ts'
import { mediaSeller } from '../../examples/media-seller/agent.ts'
import { byToken, people } from '../../examples/media-seller/buyers.ts'
import { openPrograms } from '../../examples/programs/server.ts'
import { newApiKey } from '../../src/auth/index.ts'
import { contracts } from '../../src/contracts/registry.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { httpEdition } from '../../src/server/negotiate.ts'
import { serve } from '../../src/server/serve.ts'
import { lintDocuments } from '../lint-openapi.ts'
import { type AgainstOpenapi, againstOpenapi } from './against-openapi.ts'
import { agent } from './agent.ts'

const model = await startModel()
afterAll(() => model.close())

const { key, record } = newApiKey({ subject: 'demo', tenant: 'demo', roles: ['ops'] })
const secret = 'a-secret-of-the-test-that-is-long-enough'
const token = await signToken(secret, 'demo', ['campaign:optimize'])

const keyed = { idempotency_key: 'a-key-of-the-buyer-0001' }

type Fetch = (request: Request) => Promise<Response>
type Called = [method: string, path: string, body?: object]

const examples: [string, Fetch, Called[], JsonObject][] = [
  [
    'campaigns',
    serve(campaigns({ modelUrl: model.url }), { authenticate: authenticateTokens(secret) }).fetch,
    [
      ['POST', '/campaigns', { name: 'A', budget: 500, targetAudience: 'b', successMetric: 'ctr' }],
      ['POST', '/campaigns', { name: 'A', budget: 500, targetAudience: 'b' }],
      ['POST', '/campaigns', { name: 'A', budget: 25_000, targetAudience: 'b', successMetric: 'cpl' }],
      ['GET', '/campaigns/c-1'],
      ['GET', '/campaigns/c-9'],
      ['POST', '/campaigns/c-1/optimizations', {}],
      ['POST', '/campaigns/c-2/optimizations', {}],
      ['POST', '/campaigns/c-1/assets:generate', { assetTypes: ['headline'] }],
    ],
    { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  ],
  [
    'literature',
    serve(literature, { contract: 'agent-run' }).fetch,
    [
      ['POST', '/agents/run/sync', { request_id: 'r', task_type: 'LIT_RETRIEVAL', inputs: { query: 'naps' } }],
      ['POST', '/agents/run/sync', { request_id: 'r', task_type: 'POLICY_REVIEW', inputs: { text: 'x' } }],
      ['GET', '/health'],
      ['GET', '/health/ready'],
    ],
    {},
  ],
  [
    'media-seller',
    serve(mediaSeller(), { contract: 'adcp', authenticate: byToken({ [token]: people.acme }) }).fetch,
    [
      ['POST', '/get_products', { brief: 'hiking' }],
      ['POST', '/create_media_buy', { ...keyed, packages: [{ product_id: 'orbit-radio-day', budget: 500 }] }],
      ['POST', '/create_media_buy', { ...keyed, packages: [{ product_id: 'none', budget: 500 }] }],
      ['POST', '/create_media_buy', {}],
      ['POST', '/get_media_buys', { media_buy_ids: ['none'] }],
      ['POST', '/adcp/get_adcp_capabilities', {}],
      ['POST', '/adcp/tasks/get', { task_id: 'none' }],
      ['POST', '/adcp/tasks/list', { filters: { status: 'completed' } }],
      ['POST', '/adcp/tasks/list', { filters: { status: 'active' } }],
    ],
    { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  ],
  [
    'programs',
    openPrograms({ keys: [record] }).fetch,
    [
      ['GET', '/v1/programs/search?q=%E8%A3%9C%E5%8A%A9&envelope=v2'],
      ['GET', '/v1/programs/search?q=%E8%A3%9C%E5%8A%A9'],
      ['GET', '/v1/programs/none?envelope=v2'],
      ['GET', '/v1/houjin/T9900000000001?envelope=v2'],
      ['GET', '/v1/houjin/12?envelope=v2'],
      ['GET', '/v1/am/health/deep?envelope=v2'],
      ['GET', '/v1/stats'],
    ],
    { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  ],
]

async function documentOf(fetch: Fetch): Promise<JsonObject> {
  return (await (await fetch(new Request('http://agent/openapi.json'))).json()) as JsonObject
}

test('linters find nothing in their documents', async () => {
  const documents: Record<string, JsonObject> = {}
  for (const [name, fetch] of examples) documents[name] = await documentOf(fetch)
  expect(await lintDocuments(documents)).toEqual([])
})

describe.each(examples)('%s', (_, fetch, calls, schemes) => {
  let document: JsonObject
  let against: AgainstOpenapi
  beforeAll(async () => {
    document = await documentOf(fetch)
    against = againstOpenapi(document)
  })

  test('says how its callers show who they are', () => {
    expect(document.components).toMatchObject(schemes)
  })

  test('its answers are as the document says', async () => {
    for (const [method, path, body] of calls) {
      const headers = { 'x-api-key': key, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
      const request = new Request(`http://agent${path}`, init)
      expect(await against.response(request, await fetch(request)), path).toEqual([])
    }
  })
})

const spoken = contracts.filter(contract => httpEdition(contract) !== undefined).map(({ id }) => id)

test.each(spoken)('nothing that is accepted is 406 in %s where that is the mount', async contract => {
  const server = serve(agent, { contract, contractOptions: { jpcite: { phase: 'default-v2' } } })
  const headers = { accept: 'image/png', 'x-request-id': 'req-406' }
  const response = await server.fetch(new Request('http://agent/things/1', { headers }))
  expect(response.status).toBe(406)
  expect(response.headers.get('x-request-id')).toBe('req-406')
})
