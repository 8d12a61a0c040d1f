/** Calls an agent in process, with no socket, file or thread open, and prints the status of the answer. */
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const agent = defineAgent({
  name: 'hangs',
  version: '1.0.0',
  operations: {
    hang: operation({
      title: 'Hang',
      route: 'POST /hang',
      timeoutMs: 50,
      input: {},
      handler: () => new Promise<never>(() => {}),
    }),
  },
})

const headers = { 'content-type': 'application/json' }
const response = await serve(agent).fetch(
  new Request('http://agent/hang?envelope=problem', { method: 'POST', headers, body: '{}' }),
)
console.log(response.status)
