/** The members that a contract asks of every request stand in the documents that describe requests. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineAgent, operation } from '../../src/index.ts'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { connect } from '../interop/mcp/clients.ts'

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /buys',
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['budget'],
        properties: { budget: { type: 'number' } },
      },
      handler: () => ({ media_buy_id: 'mb-1' }),
    }),
    get_products: operation({
      title: 'Products',
      route: 'POST /products',
      effects: 'none',
      input: { type: 'object', properties: { context_id: { type: 'string', maxLength: 9 } } },
      handler: () => ({ products: [] }),
    }),
    count: operation({ title: 'Count', route: 'POST /counts', input: { type: 'integer' }, handler: () => ({ n: 1 }) }),
    tidy: operation({ title: 'Tidy', route: 'POST /tidy', input: { type: 'object' }, handler: () => ({}) }),
  },
})

const members = [
  'idempotency_key',
  'context',
  'context_id',
  'governance_context',
  'push_notification_config',
  'adcp_version',
  'adcp_major_version',
]

let listening: Listening
beforeAll(async () => {
  listening = await serve(agent, { authenticate: false }).listen({ port: 0 })
})
afterAll(() => listening.close())

function at(value: Json | undefined, ...names: string[]): Json | undefined {
  return names.reduce<Json | undefined>((node, name) => (isObject(node) ? node[name] : undefined), value)
}

describe('the tools of MCP', () => {
  async function inputOf(envelope: string, name: string): Promise<JsonObject> {
    const peer = await connect('v1', { url: `${listening.url}/mcp?envelope=${envelope}` })
    const tools = await peer.tools()
    await peer.close()
    return tools.find(tool => tool.name === name)?.inputSchema as JsonObject
  }

  test('name what a call with effects needs in AdCP', async () => {
    const schema = await inputOf('adcp', 'create_media_buy')
    expect(Object.keys(schema.properties as JsonObject)).toEqual(['budget', ...members])
    expect(schema.required).toEqual(['budget', 'idempotency_key'])
    expect(at(schema, 'properties', 'idempotency_key', 'pattern')).toBe('^[A-Za-z0-9_.:-]{16,255}$')
    expect(schema.additionalProperties).toBeUndefined()
  })

  test('require no key of a call that reads, and keep what the operation names itself', async () => {
    const schema = await inputOf('adcp', 'get_products')
    expect(schema.required).toBeUndefined()
    expect(at(schema, 'properties', 'context_id')).toEqual({ type: 'string', maxLength: 9 })
    expect(at(schema, 'properties', 'idempotency_key', 'type')).toBe('string')
  })

  test('name none where the arguments are no object, or the contract has no such members', async () => {
    expect(await inputOf('adcp', 'count')).toMatchObject({ properties: { input: { type: 'integer' } } })
    expect(Object.keys((await inputOf('adcp', 'count')).properties as JsonObject)).toEqual(['input'])
    expect(Object.keys((await inputOf('mcp', 'create_media_buy')).properties as JsonObject)).toEqual(['budget'])
  })
})

describe('OpenAPI', () => {
  async function bodyOf(path: string, contract?: string) {
    const server = serve(agent, { authenticate: false, ...(contract === undefined ? undefined : { contract }) })
    const document = (await (await server.fetch(new Request('http://agent/openapi.json'))).json()) as JsonObject
    const body = at(document, 'paths', path, 'post', 'requestBody') as JsonObject
    const schema = at(body, 'content', 'application/json', 'schema') as JsonObject
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'https://agent/openapi', components: document.components })
    const fits = ajv.compile({ $ref: `https://agent/openapi${String(schema.$ref)}` })
    return { body, document, fits: (value: Json) => fits(value) }
  }

  test('names them in the bodies of operations that the contract knows', async () => {
    const { body, document, fits } = await bodyOf('/buys')
    expect(body.description).toBe('In adcp it needs idempotency_key, or the header Idempotency-Key.')
    expect(
      Object.keys(at(document, 'components', 'schemas', 'AdcpRequestMembers', 'properties') as JsonObject),
    ).toEqual(members)
    expect(fits({ budget: 1, idempotency_key: 'k-0123456789abcdef', context: { mine: 1 } })).toBe(true)
    expect(fits({ budget: 1, idempotency_key: 'short' })).toBe(false)
    expect(fits({ budget: 1, other: 1 })).toBe(false)
  })

  test('names them in the bodies of all operations where the contract is the mount’s own', async () => {
    expect((await bodyOf('/tidy')).body.description).toBeUndefined()
    const { body, fits } = await bodyOf('/tidy', 'adcp')
    expect(body.description).toBe('In adcp it needs idempotency_key, or the header Idempotency-Key.')
    expect(fits({ idempotency_key: 'short' })).toBe(false)
  })
})
