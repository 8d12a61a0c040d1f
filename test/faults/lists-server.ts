/** The server that test/faults/lists.ts attacks. It tells its parent how much memory it took and how long it stalled. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation, requireApproval } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const [url = '', works = ''] = process.argv.slice(2)

/** Callers are believed: `subject/tenant`. */
const authenticate: Authenticate = async request => {
  const [subject = '', tenant = ''] = (request.headers.get('x-me') ?? '').split('/')
  return subject === '' ? undefined : { subject, tenant, roles: [] }
}

const agent = defineAgent({
  name: 'lists',
  version: '1.0.0',
  operations: {
    spend: operation({
      title: 'Spend',
      route: 'POST /spend',
      async: true,
      input: z.strictObject({ text: z.string() }),
      handler: () => requireApproval('spend', { action: 'Spend it' }),
    }),
    note: operation({
      title: 'Note',
      route: 'POST /notes',
      input: z.strictObject({ text: z.string() }),
      handler: ({ text }) => ({ text }),
    }),
  },
})

const listening = await serve(agent, {
  store: url,
  secret: 'a secret of thirty-two characters',
  authenticate,
  retention: false,
  worker: works === 'works' ? { pollMs: 50 } : false,
}).listen({ port: 0 })

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', async message => {
  if (message === 'reset') delay.reset()
  if (message === 'stop') {
    await listening.close()
    process.exit()
  }
  const stallMs = Number.isFinite(delay.max) ? delay.max / 1e6 : 0
  process.send?.({ peakMb: process.resourceUsage().maxRSS / 1024, stallMs })
})
process.send?.({ url: listening.url })
