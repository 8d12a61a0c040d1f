/** Adding a contract takes one folder and one registry row. */
import { describe, expect, test } from 'vitest'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { detect } from '../../src/codec/detect.ts'
import { translate } from '../../src/codec/translate.ts'
import { contract, contracts } from '../../src/contracts/registry.ts'
import { serve } from '../../src/server/index.ts'
import { laws } from '../../src/testing/laws.ts'
import { httpWire } from '../../src/wire/http.ts'
import { startReceiver } from '../faults/receivers.ts'
import { plain } from './plain.ts'

const agent = defineAgent({
  name: 'seventh',
  version: '1.0.0',
  operations: {
    greet: operation({ title: 'Greet', route: 'POST /greetings', input: {}, handler: () => ({ a: 1 }) }),
  },
})

describe('a contract from elsewhere', () => {
  for (const law of laws(plain, { runs: 1000 })) test(law.name, () => law.run())

  test('is detected beside those that ship', () => {
    const [first] = detect([...contracts, plain], httpWire({ body: { ok: false, id: '7' } }))
    expect(first?.contract.id).toBeDefined()
    expect(detect([plain], httpWire({ body: { ok: false, id: '7' } }))).toHaveLength(1)
  })

  test('is served beside those that ship, to callers who ask for it and as the contract of the server', async () => {
    const beside = serve(agent, { contracts: [...contracts, plain] })
    const alone = serve(agent, { contracts: [plain], contract: 'plain' })
    const post = (url: string) => new Request(url, { method: 'POST', headers: { 'x-request-id': 'r1' } })
    const asked = await beside.fetch(post('http://localhost/greetings?envelope=plain'))
    expect(await asked.json()).toEqual({ id: 'r1', ok: true, data: { a: 1 } })
    const answered = await alone.fetch(post('http://localhost/greetings'))
    expect(await answered.json()).toEqual({ id: 'r1', ok: true, data: { a: 1 } })
  })

  test('writes the webhooks of tasks that were asked for in it', async () => {
    const arrived = Promise.withResolvers<Buffer>()
    const receiver = await startReceiver(({ body }) => {
      arrived.resolve(body)
      return 204
    })
    const secret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
    const server = serve(agent, {
      contracts: [plain],
      contract: 'plain',
      webhooks: { allowLoopback: true, endpoints: [{ url: receiver.url, secret }] },
    })
    const { url, close } = await server.listen({ port: 0 })
    await fetch(`${url}/greetings`, { method: 'POST', headers: { prefer: 'respond-async' } })
    expect(JSON.parse(String(await arrived.promise))).toMatchObject({ ok: true, data: { a: 1 } })
    await close()
    await receiver.close()
  })

  test('translates into every contract that ships, through the hub alone', () => {
    const wire = httpWire({ status: 200, body: { ok: false, id: '7', error: { code: 'not-found', message: 'No.' } } })
    for (const target of contracts) {
      const { outcome } = translate(wire, { from: plain, to: target })
      expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'not-found' } })
    }
    expect(translate(wire, { from: plain, to: contract('yaagents') }).wire).toMatchObject({ status: 404 })
  })
})
