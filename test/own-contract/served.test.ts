/** A contract that does not ship is used like those that do: detected, translated, served, and written into webhooks. */
import { describe, expect, test } from 'vitest'
import { jsend } from '../../examples/jsend-contract/index.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { detect } from '../../src/codec/detect.ts'
import { translate } from '../../src/codec/translate.ts'
import { contract, contracts } from '../../src/contracts/registry.ts'
import { serve } from '../../src/server/index.ts'
import { httpWire } from '../../src/wire/http.ts'
import { startReceiver } from '../faults/receivers.ts'

const agent = defineAgent({
  name: 'own',
  version: '1.0.0',
  operations: {
    greet: operation({ title: 'Greet', route: 'POST /greetings', input: {}, handler: () => ({ a: 1 }) }),
  },
})

const greeting = { status: 'success', data: { a: 1 } }

/** Starts a server, asks it once over a socket, and stops it. */
async function answered(options: Parameters<typeof serve>[1], path: string): Promise<unknown> {
  const { url, close } = await serve(agent, options).listen({ port: 0 })
  try {
    return await (await fetch(url + path, { method: 'POST' })).json()
  } finally {
    await close()
  }
}

describe('a contract of one’s own', () => {
  test('is detected among those that ship', () => {
    const wire = httpWire({ body: { status: 'fail', data: { title: 'A title is required' } } })
    expect(detect([...contracts, jsend], wire)[0]?.contract.id).toBe('jsend')
  })

  test.each([
    ['for callers who ask for it', { contracts: [...contracts, jsend] }, '/greetings?envelope=jsend'],
    ['as the default', { contracts: [...contracts, jsend], contract: 'jsend' }, '/greetings'],
    ['alone', { contracts: [jsend], contract: 'jsend' }, '/greetings'],
  ])('is served %s', async (_, options, path) => {
    expect(await answered(options, path)).toEqual(greeting)
  })

  test('leaves the others where they are', async () => {
    const options = { contracts: [...contracts, jsend], contract: 'jsend' }
    expect(await answered(options, '/greetings?envelope=agent-run')).toMatchObject({ status: 'ok', outputs: { a: 1 } })
  })

  test('writes the webhooks of tasks that were asked for in it', async () => {
    const arrived = Promise.withResolvers<Buffer>()
    const receiver = await startReceiver(({ body }) => {
      arrived.resolve(body)
      return 204
    })
    const secret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
    const server = serve(agent, {
      contracts: [jsend],
      contract: 'jsend',
      webhooks: { allowLoopback: true, endpoints: [{ url: receiver.url, secret }] },
    })
    const { url, close } = await server.listen({ port: 0 })
    await fetch(`${url}/greetings`, { method: 'POST', headers: { prefer: 'respond-async' } })
    expect(JSON.parse(String(await arrived.promise))).toMatchObject(greeting)
    await close()
    await receiver.close()
  })

  test('translates into every contract that ships, through the hub alone', () => {
    const wire = httpWire({ status: 404, body: { status: 'fail', data: { message: 'No.' } } })
    for (const target of contracts) {
      const { outcome } = translate(wire, { from: jsend, to: target })
      expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'not-found', message: 'No.' } })
    }
    expect(translate(wire, { from: jsend, to: contract('yaagents') }).wire).toMatchObject({ status: 404 })
  })
})
