/** `node examples/media-seller/main.ts`: the seller over REST, MCP and A2A, and tokens to call it with. */
import { serve } from '../../src/server/index.ts'
import { byToken, people } from './buyers.ts'
import seller, { options } from './seller.ts'

const server = serve(seller, {
  ...options,
  // Tokens that everybody can read here: this is an example.
  authenticate: byToken({ 'acme-token': people.acme, 'zeta-token': people.zeta, 'boss-token': people.boss }),
  // So that you can receive webhooks on this machine. Leave it out where others can call.
  webhooks: { allowLoopback: true },
})
const { url } = await server.listen({ port: Number(process.env.PORT ?? 8124), signals: true })

console.log(`Media seller at ${url}; pages at ${url}/docs\n`)
console.log(`curl -s ${url}/get_products -H 'authorization: Bearer acme-token' -H 'content-type: application/json' \\`)
console.log(`  -d '{"brief":"hiking and travel","context":{"mine":1}}'`)
console.log(`\nreplywire call mcp+${url}/mcp get_products brief=hiking --header 'authorization: Bearer acme-token'`)
console.log(`replywire call a2a+${url} get_products brief=hiking --header 'authorization: Bearer acme-token'`)
console.log('\nThe tokens are acme-token, zeta-token and, for approvers, boss-token.')
