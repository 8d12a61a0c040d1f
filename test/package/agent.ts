/** The agent that the installed package serves and works for: it is copied beside it, and imports it by its name. */

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { defineAgent, operation, refuse, requireApproval } from 'replywire'
import { apiKeyAuth, hashApiKey, staticKeys } from 'replywire/auth'
import type { ServeOptions } from 'replywire/server'
import { z } from 'zod'

const { CALLER_KEY = '', RECEIVER_URL = '', RECEIVER_SECRET = '', PRINTER_FILE = '' } = process.env

export default defineAgent({
  name: 'desk',
  version: '1.0.0',
  operations: {
    add: operation({
      title: 'Add two numbers',
      route: 'POST /sums',
      effects: 'none',
      input: z.object({ a: z.number(), b: z.number() }),
      handler: ({ a, b }) => ({ sum: a + b }),
    }),
    report: operation({
      title: 'Write a report',
      route: 'POST /reports',
      async: true,
      input: z.object({ customer: z.string() }),
      async handler({ customer }, ctx) {
        const rows = await ctx.step('rows', () => 3)
        await ctx.progress(0.5, 'half of it')
        return { customer, rows }
      },
    }),
    print: operation({
      title: 'Print on a printer that may be off',
      route: 'POST /prints',
      async: true,
      retry: { attempts: 1 },
      input: z.object({ page: z.string() }),
      handler: ({ page }) => (existsSync(PRINTER_FILE) ? { page } : refuse('dependency', 'The printer is off.')),
    }),
    watch: operation({
      title: 'Watch until canceled',
      route: 'POST /watches',
      async: true,
      input: z.object({ what: z.string() }),
      async handler({ what }, ctx) {
        if (!ctx.signal.aborted) await once(ctx.signal, 'abort')
        return { what }
      },
    }),
    spend: operation({
      title: 'Spend money',
      route: 'POST /expenses',
      async: true,
      input: z.object({ amount: z.number() }),
      handler({ amount }, ctx) {
        const decision = ctx.approval('spend')
        if (decision === undefined) return requireApproval('spend', { action: `Spend ${amount}` })
        return { amount, approvedBy: decision.by }
      },
    }),
  },
})

export const options: ServeOptions = {
  authenticate: apiKeyAuth(
    staticKeys([
      { id: 'ada', hash: hashApiKey(CALLER_KEY), principal: { subject: 'ada', tenant: 'north', roles: [] } },
    ]),
  ),
  // `replywire worker` runs the tasks.
  worker: false,
  webhooks: { allowLoopback: true, endpoints: [{ url: RECEIVER_URL, secret: RECEIVER_SECRET }] },
}
