/** Signed calls with the installed package: `call --sign-key`, and `ctx.client` of a handler. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Place, run, start } from './processes.ts'
import type { Step } from './steps.ts'

const buyer = 'https://buyer.example/mcp'

/** A seller that believes the keys of one buyer, and a broker that passes calls on to it, signed. */
const program = `
import { readFileSync } from 'node:fs'
import { defineAgent, operation } from 'replywire'
import { openKeyRing, serve } from 'replywire/server'

const { keys: jwks } = JSON.parse(readFileSync('public/jwks.json', 'utf8'))
const known = new Map(jwks.map(jwk => [jwk.kid, { jwk, signer: '${buyer}' }]))
const keys = {
  async resolveKey({ keyid }) {
    const key = known.get(keyid)
    return key === undefined ? { ok: false, reason: 'key_unknown' } : { ok: true, key }
  },
}
const create_media_buy = operation({
  title: 'Buy media',
  route: 'POST /create_media_buy',
  input: {},
  handler: (_, ctx) => ({ media_buy_id: 'mb_1', buyer: ctx.principal?.subject ?? '' }),
})
const seller = serve(defineAgent({ name: 'seller', version: '1.0.0', operations: { create_media_buy } }), {
  contract: 'adcp',
  signing: { keys },
  contractOptions: {
    adcp: {
      requestSigning: { requiredFor: ['create_media_buy'] },
      capabilities: { identity: { brand_json_url: 'https://seller.example/.well-known/brand.json' } },
    },
  },
})
const { url } = await seller.listen({ port: 0 })
const signer = await openKeyRing('keys.json').signer('request-signing')
const order = operation({
  title: 'Order',
  route: 'POST /orders',
  input: { signed: { type: 'boolean' } },
  handler: ({ signed }, ctx) =>
    ctx.client(url, { contract: 'adcp', ...(signed ? { sign: { signer } } : {}) }).call('create_media_buy', {}).orThrow(),
})
const broker = serve(defineAgent({ name: 'broker', version: '1.0.0', operations: { order } }))
const brokers = await broker.listen({ port: 0 })
console.log('seller ' + url + ' broker ' + brokers.url + ' ready')
`

export async function useSigning(step: Step, agent: string): Promise<void> {
  const place: Place = { folder: join(agent, 'signing'), bin: join(agent, 'node_modules/.bin') }
  mkdirSync(place.folder)
  writeFileSync(join(place.folder, 'seller.mjs'), program)
  await step('keys new and keys publish', async () => {
    await run(place, ['replywire', 'keys', 'new', '--key-file', 'keys.json', '--kid', 'buyer-1'])
    await run(place, [
      'replywire',
      'keys',
      'publish',
      '--key-file',
      'keys.json',
      '--agent-url',
      buyer,
      '--out',
      'public',
    ])
  })
  const server = start(place, ['node', 'seller.mjs'])
  const [, seller = '', broker = ''] = await server.waitFor(/seller (\S+) broker (\S+) ready/)
  await step('call --sign-key signs: the seller knows who calls', async () => {
    const words = ['replywire', 'call', seller, 'create_media_buy', '--json']
    const { out } = await run(place, [...words, '--sign-key', 'keys.json'])
    assert.equal(JSON.parse(out).outcome.payload.value.buyer, buyer)
    await run(place, words, { code: 1 })
  })
  await step('ctx.client signs', async () => {
    const order = async (signed: boolean) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${broker}/orders`, { method: 'POST', headers, body: JSON.stringify({ signed }) })
      return { status: response.status, body: (await response.json()) as { data?: { buyer?: string } } }
    }
    const { status, body } = await order(true)
    assert.deepEqual([status, JSON.stringify(body).includes(buyer)], [200, true])
    assert.equal((await order(false)).status, 424)
  })
  await server.stop('SIGTERM')
}
