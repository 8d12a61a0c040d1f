/** A server in a process of its own that measures what it needs: memory, and how long its loop stood still. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { delta } from '../../src/agent/answers.ts'
import type { Authenticate } from '../../src/auth/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import type { LoadSettings } from './load-world.ts'

const { store, webhooks, sendTimeoutMs, worker }: LoadSettings = JSON.parse(process.argv[2] ?? '{}')

const stalls = monitorEventLoopDelay({ resolution: 5 })
let peak = 0
let held = 0
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
setInterval(look, 10).unref()

const number = z.coerce.number()
const agent = defineAgent({
  name: 'load',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Work for so long',
      route: 'POST /work',
      async: true,
      input: z.object({ ms: number, text: z.string().default('') }),
      async handler({ ms, text }) {
        await sleep(ms)
        return { media_buy_id: 'mb-1', text }
      },
    }),
    talk: operation({
      title: 'Talk until nobody listens',
      route: 'GET /talk',
      effects: 'none',
      input: z.object({ events: number, bytes: number }),
      async handler({ events, bytes }, ctx) {
        held += 1
        try {
          for (let n = 0; n < events && !ctx.signal.aborted; n++) {
            await ctx.emit(delta('x'.repeat(bytes)))
            // What so many producers cost while all goes well is not what is measured.
            await sleep(20)
          }
        } finally {
          held -= 1
        }
        return {}
      },
    }),
    large: operation({
      title: 'Answer with so many bytes',
      route: 'GET /large',
      effects: 'none',
      input: z.object({ bytes: number }),
      handler: ({ bytes }) => ({ text: 'x'.repeat(bytes) }),
    }),
    figures: operation({
      title: 'What was needed so far',
      route: 'GET /figures',
      effects: 'none',
      input: z.object({}),
      handler: () => ({ peakMb: peak / 1e6, stallMs: stalls.max / 1e6, held }),
    }),
  },
})

/** Each name is a tenant. */
const byHeader: Authenticate = async request => {
  const tenant = request.headers.get('x-me')
  return tenant === null ? undefined : { subject: 'ann', tenant, roles: [] }
}

const { url } = await serve(agent, {
  authenticate: byHeader,
  store,
  secret: 'a secret of thirty-two characters',
  ...(webhooks === undefined ? undefined : { webhooks }),
  ...(worker === undefined ? undefined : { worker }),
}).listen({ port: 0, signals: true, ...(sendTimeoutMs === undefined ? undefined : { sendTimeoutMs }) })
stalls.enable()
console.log(url)
