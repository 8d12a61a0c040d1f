/** A server of its own process, on a store that outlives it: `a2a-child.ts STORE PORT`. */
import { serve } from '../../src/server/index.ts'
import { agent } from './a2a-agent.ts'

const [store = '', port = '0'] = process.argv.slice(2)
const listening = await serve(agent, { store, leaseMs: 1000, webhooks: { allowLoopback: true } }).listen({
  port: Number(port),
})
process.stdout.write(`${listening.url}\n`)
