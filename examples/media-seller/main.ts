/** `node examples/media-seller/main.ts`: the seller over REST, and tokens to call it with. */
import { mkdirSync } from 'node:fs'
import { serve } from '../../src/server/index.ts'
import { mediaSeller } from './agent.ts'
import { Book } from './book.ts'
import { byToken, people } from './buyers.ts'

const folder = '.replywire'
mkdirSync(folder, { recursive: true })
const server = serve(mediaSeller({ book: new Book(`${folder}/media-buys.db`) }), {
  contract: 'adcp',
  adcp: { supportedProtocols: ['media_buy'] },
  // Tokens that everybody can read here: this is an example.
  authenticate: byToken({ 'acme-token': people.acme, 'zeta-token': people.zeta, 'boss-token': people.boss }),
  // Tasks, keys and approvals outlive the process, as the media buys do.
  store: `sqlite:${folder}/media-seller.db`,
  // So that you can receive webhooks on this machine. Leave it out where others can call.
  webhooks: { allowLoopback: true },
})
const { url } = await server.listen({ port: Number(process.env.PORT ?? 8124), signals: true })

console.log(`Media seller at ${url}; pages at ${url}/docs\n`)
console.log(`curl -s ${url}/get_products -H 'authorization: Bearer acme-token' -H 'content-type: application/json' \\`)
console.log(`  -d '{"brief":"hiking and travel","context":{"mine":1}}'`)
console.log('\nThe tokens are acme-token, zeta-token and, for whoever may approve, boss-token.')
