/** The test agent as a process of its own: prints its URL, stops on SIGTERM. */
import { serve } from '../../src/server/serve.ts'
import { agent } from './agent.ts'

const listening = await serve(agent, { authenticate: false }).listen({ port: 0, signals: true, admin: { port: 0 } })
console.log(`${listening.url} ${listening.adminUrl}`)
