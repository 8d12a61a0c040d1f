/** A seller in a process of its own, at a public origin that it is given, on a store that it shares. */
import { serve } from '../../src/server/serve.ts'
import type { PublishedJwk } from '../../src/wire/signature/key-directory.ts'
import { capabilities, seller } from './agent.ts'
import { directory } from './keys.ts'

const { STORE = '', JWK = '{}', ORIGIN = '' } = process.env
const keys = directory('https://buyer.example/agent', [JSON.parse(JWK) as PublishedJwk])
const server = serve(seller(), {
  contract: 'adcp',
  store: STORE,
  secret: 'shared-by-both-processes-0123456789',
  signing: { keys, origins: [ORIGIN] },
  contractOptions: { adcp: { capabilities } },
})
const { url } = await server.listen({ port: 0 })
console.log(url)
