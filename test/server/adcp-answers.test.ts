/** AdCP: what every answer of a server has, over REST, MCP and A2A, and what becomes of a handler's own members. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, completed, defineAgent, operation, refuse } from '../../src/index.ts'
import { type Listening, type Server, serve } from '../../src/server/index.ts'
import { callTask, carriers } from './adcp-calls.ts'

const bodyErrors = [
  { code: 'PRODUCT_UNAVAILABLE', message: 'One product is sold out.', field: 'packages[1]' },
  { code: 'STALE_RESPONSE', message: 'The prices are an hour old.', severity: 'warning', recovery: 'transient' },
]

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /create_media_buy',
      input: z.looseObject({ how: z.enum(['plain', 'errors', 'odd', 'words', 'both', 'fail', 'ask']) }),
      handler({ how }) {
        if (how === 'fail') return refuse('conflict', 'The slot is taken.')
        if (how === 'ask') return ask([{ name: 'brand', question: 'Which brand?' }])
        const body = { media_buy_id: 'mb-1' }
        if (how === 'errors') return { ...body, errors: bodyErrors }
        if (how === 'odd') return { ...body, errors: ['late', ...bodyErrors] }
        if (how === 'words') return { ...body, message: 'Bought with love.' }
        if (how === 'both') return completed({ ...body, message: 'Of the body.' }, { message: 'Of the handler.' })
        return body
      },
    }),
    get_products: operation({
      title: 'Look',
      route: 'POST /get_products',
      effects: 'none',
      async: true,
      input: z.looseObject({}),
      handler: () => ({ products: [] }),
    }),
  },
})

let server: Server
let listening: Listening
beforeAll(async () => {
  server = serve(agent, { contract: 'adcp', authenticate: false, journal: true, worker: { pollMs: 20 } })
  listening = await server.listen({ port: 0 })
})
afterAll(() => listening.close())

describe.each(carriers)('over %s', carrier => {
  const buy = async (how: string) => (await callTask(listening.url, carrier, `"how":"${how}"`)).root

  test("the errors of a handler's body are warnings of the answer", async () => {
    const root = await buy('errors')
    expect(root).toMatchObject({ status: 'completed', media_buy_id: 'mb-1' })
    expect(root.errors).toEqual([
      {
        code: 'PRODUCT_UNAVAILABLE',
        message: 'One product is sold out.',
        field: 'packages[1]',
        severity: 'warning',
        recovery: 'correctable',
      },
      { code: 'STALE_RESPONSE', message: 'The prices are an hour old.', severity: 'warning', recovery: 'transient' },
    ])
    expect(root).not.toHaveProperty('adcp_error')
  })

  test('an entry that is no error is left out', async () => {
    const root = await buy('odd')
    expect(root.errors).toMatchObject([{ code: 'PRODUCT_UNAVAILABLE' }, { code: 'STALE_RESPONSE' }])
    expect(root.ext).toMatchObject({ replywire: { body: { errors: ['late', {}, {}] } } })
  })

  test.each([
    ['plain', 'completed', 'The task is completed.'],
    ['words', 'completed', 'Bought with love.'],
    ['both', 'completed', 'Of the handler.'],
    ['fail', 'failed', 'The slot is taken.'],
    ['ask', 'input-required', 'Which brand?'],
    ['unheard of', 'rejected', 'The request is not valid.'],
  ])('an answer has a message: %s, %s', async (how, status, message) => {
    expect(await buy(how)).toMatchObject({ status, message })
  })

  test.each([
    ['context', '"words"', 'adcp/context'],
    ['context_id', '5', 'adcp/envelope'],
    ['governance_context', '"badé"', 'adcp/governance-context'],
    ['governance_context', '""', 'adcp/governance-context'],
    ['governance_context', '7', 'adcp/governance-context'],
  ])('the journal has a finding for a malformed %s: %s', async (member, value, rule) => {
    await callTask(listening.url, carrier, `"how":"plain","${member}":${value}`)
    const [entry] = (await server.journal?.list({ limit: 1 })) ?? []
    expect(entry?.findings).toEqual([{ rule, level: 'must', pointer: `/${member}` }])
    await callTask(listening.url, carrier, '"how":"unheard of"')
    const [other] = (await server.journal?.list({ limit: 1 })) ?? []
    expect(other?.findings).toEqual([])
  })

  test('an answer of the server itself has a message too', async () => {
    const task = carrier === 'REST' ? 'adcp/get_adcp_capabilities' : 'get_adcp_capabilities'
    const { root } = await callTask(listening.url, carrier, '"other":1', task)
    expect(root).toMatchObject({ status: 'completed', message: 'The task is completed.', adcp: {} })
  })
})

// Over A2A the call is answered with a task that was submitted; its losses are those of that answer.
test.each(['REST', 'MCP'] as const)('over %s, what has no place in the answer is a named loss', async carrier => {
  const losses = async (how: string) => {
    await callTask(listening.url, carrier, `"how":"${how}"`)
    const [entry] = (await server.journal?.list({ limit: 1 })) ?? []
    return entry?.losses.map(({ pointer }) => pointer)
  }
  expect(await losses('both')).toEqual(['/outcome/payload/value/message'])
  expect(await losses('odd')).toEqual(['/outcome/payload/value/errors'])
  expect(await losses('words')).toEqual([])
  expect(await losses('errors')).toEqual([])
})

test('a submitted task has a message, and so has what tasks/get says of it', async () => {
  const { root } = await callTask(listening.url, 'REST', '"other":1', 'get_products')
  expect(root).toMatchObject({ status: 'submitted', message: 'The task is accepted.' })
  const read = () => callTask(listening.url, 'REST', `"task_id":"${root.task_id}"`, 'adcp/tasks/get')
  await expect.poll(async () => (await read()).root.status).toBe('completed')
  expect((await read()).root).toMatchObject({ message: 'The task is completed.' })
})
