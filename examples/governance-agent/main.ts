/** `node examples/governance-agent/main.ts`: the governance agent of one buyer, with keys in `.replywire/governance-keys.json`. */
import { discoverKeys } from '../../src/contracts/adcp/governance/index.ts'
import { documentFetcher, openKeyRing, serve } from '../../src/server/index.ts'
import { governanceAgent } from './agent.ts'

const port = Number(process.env.PORT ?? 8126)
const url = process.env.GOVERNANCE_URL ?? `http://127.0.0.1:${port}/mcp`
const buyer = process.env.BUYER_URL ?? 'http://127.0.0.1:8125/mcp'
const ring = openKeyRing('.replywire/governance-keys.json')
const plans = [{ plan_id: 'plan_1', buyer, budget: { total: 100_000, currency: 'EUR' } }]

const server = serve(governanceAgent({ ring, url, plans }), {
  contract: 'adcp',
  // Callers are known by their signatures.
  signing: {
    // Keys of agents on this machine, because this is an example. Leave `allowLoopback` out where others can call.
    keys: discoverKeys({ agents: [buyer], fetch: documentFetcher({ allowLoopback: true }) }),
    publish: { ring, agent: { url, type: 'governance', id: 'governance' } },
  },
  contractOptions: {
    adcp: { supportedProtocols: ['governance'], requestSigning: { requiredFor: ['check_governance'] } },
  },
})
const listening = await server.listen({ port, signals: true })
console.log(`Governance agent at ${listening.url}, known as ${url}`)
