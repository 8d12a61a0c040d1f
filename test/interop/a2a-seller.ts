/** A seller whose runs go on when a file is there: `a2a-seller.ts STORE PORT` serves it in a process of its own. */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ask, defineAgent, operation, refuse } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { believing } from './a2a-agent.ts'

const seller = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /media-buys',
      retry: { attempts: 1 },
      input: z.object({ brand: z.string().optional(), gate: z.string().optional(), missing: z.string().optional() }),
      async handler({ brand, gate, missing }) {
        if (brand === undefined) return ask([{ name: 'brand', question: 'Which brand?' }])
        if (missing !== undefined && !existsSync(missing)) return refuse('unavailable', 'It is not there yet.')
        while (gate !== undefined && !existsSync(gate)) await sleep(20)
        return { media_buy_id: `of ${brand}` }
      },
    }),
  },
})

export function serveSeller(store: string, port = 0, options: ServeOptions = {}) {
  const webhooks = { allowLoopback: true }
  return serve(seller, { authenticate: believing, store, webhooks, leaseMs: 3000, ...options }).listen({ port })
}

if (import.meta.main) {
  const [store = '', port = '0'] = process.argv.slice(2)
  const { url } = await serveSeller(store, Number(port))
  process.stdout.write(`${url}\n`)
}
