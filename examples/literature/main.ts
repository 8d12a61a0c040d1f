/** `node examples/literature/main.ts`: the agent, and calls to copy. */
import { serve } from '../../src/server/index.ts'
import agent from './agent.ts'

const server = serve(agent, { contract: 'agent-run' })
const { url } = await server.listen({ port: Number(process.env.PORT ?? 8122), signals: true })
const body = `'{"request_id":"r-1","task_type":"LIT_RETRIEVAL","inputs":{"query":"naps of nurses","limit":3}}'`

console.log(`Literature at ${url}; pages at ${url}/docs\n`)
console.log(`curl -s ${url}/agents/run/sync -H 'content-type: application/json' -d ${body}`)
console.log(`curl -sN ${url}/agents/run/stream -H 'content-type: application/json' -d ${body}`)
