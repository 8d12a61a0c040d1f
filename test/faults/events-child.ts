/** One of several servers on one store. Prints its URL. */
import { z } from 'zod'
import { defineAgent, delta, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const [store = ''] = process.argv.slice(2)
const agent = defineAgent({
  name: 'teller',
  version: '1.0.0',
  operations: {
    tell: operation({
      title: 'Tell',
      route: 'POST /tellings',
      async: true,
      input: z.object({ events: z.number() }),
      async *handler({ events }) {
        for (let n = 1; n <= events; n++) {
          yield delta(`${n} `)
          // Bursts and pauses: readers are sometimes behind and sometimes wait.
          if (n % 97 === 0) await new Promise(resolve => setTimeout(resolve, n % 3))
        }
        return { events }
      },
    }),
  },
})
const secret = 'a secret that both servers share, of course'
const { url } = await serve(agent, { store, secret, authenticate: false }).listen({ port: 0, signals: true })
console.log(url)
