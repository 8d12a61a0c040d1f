/** A server that is killed while it works on a call with a key. Prints its address. */
import { serve } from '../../src/server/index.ts'
import { recoveryAgent } from './recovery-agent.ts'

const [store = '', mark = ''] = process.argv.slice(2)
const options = { store, secret: 'a secret of thirty-two characters', leaseMs: 3_600_000, worker: false } as const
const listening = await serve(recoveryAgent(mark), options).listen({ port: 0 })
console.log(listening.url)
