/** A server that is killed while it works on a call with a key, or sends a webhook to RECEIVER. Prints its address. */
import { serve } from '../../src/server/index.ts'
import { recoveryAgent, webhooksTo } from './recovery-agent.ts'

const [store = '', mark = '', receiver] = process.argv.slice(2)
const options = {
  store,
  secret: 'a secret of thirty-two characters',
  leaseMs: 3_600_000,
  ...(receiver === undefined ? { worker: false as const } : { webhooks: webhooksTo(receiver) }),
}
const listening = await serve(recoveryAgent(mark), options).listen({ port: 0 })
console.log(listening.url)
