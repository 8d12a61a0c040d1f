/** A seller that verifies governance tokens, in a process of its own, on a store that it shares. */
import { defineAgent, operation } from '../../src/agent/define.ts'
import { completed } from '../../src/outcome/outcome.ts'
import { serve } from '../../src/server/serve.ts'

const { STORE = '', BRAND = '', AUDIENCE = '', BUYER = '' } = process.env
const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /create_media_buy',
      input: { type: 'object' },
      handler: async () => completed({ media_buy_id: 'mb_1' }),
    }),
  },
})
const server = serve(agent, {
  contract: 'adcp',
  store: STORE,
  secret: 'shared-by-both-processes-0123456789',
  authenticate: async () => ({ subject: 'buyer', tenant: '', roles: [] }),
  webhooks: { allowLoopback: true },
  contractOptions: {
    adcp: {
      governance: { audience: AUDIENCE, buyerOf: () => ({ agent: BUYER, brand: BRAND }), isRequired: () => true },
    },
  },
})
const { url } = await server.listen({ port: 0 })
console.log(url)
