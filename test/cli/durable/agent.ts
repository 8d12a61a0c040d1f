/** An agent whose calls last, for the commands around tasks and approvals. */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineAgent, operation, refuse, requireApproval } from '../../../src/index.ts'

const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const amount = { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } }

export default defineAgent({
  name: 'lasting',
  version: '1.2.3',
  operations: {
    work: operation({
      title: 'Work',
      async: true,
      input: named,
      async handler(input, ctx) {
        const { name } = input as { name: string }
        await ctx.step('fetch', () => 1)
        await ctx.progress(0.5, `half of ${name}`)
        await ctx.step('store', () => 2)
        return { name }
      },
    }),
    // AdCP knows tasks of this type, and has a webhook for them.
    log_event: operation({
      title: 'Log an event',
      async: true,
      input: named,
      handler: input => input,
    }),
    wait: operation({
      title: 'Wait until a file is there',
      async: true,
      input: { type: 'object', required: ['until'], properties: { until: { type: 'string' } } },
      async handler(input, ctx) {
        await ctx.progress(0.1, 'begun')
        const { until } = input as { until: string }
        while (!existsSync(until)) await sleep(20)
        return { waited: true }
      },
    }),
    fail: operation({
      title: 'Fail',
      async: true,
      input: named,
      retry: { attempts: 1 },
      handler: () => refuse('dependency', 'Away.', { code: 'AWAY' }),
    }),
    spend: operation({
      title: 'Spend',
      async: true,
      input: amount,
      handler(input, ctx) {
        const { amount: spent } = input as { amount: number }
        const decision = ctx.approval('spend')
        if (decision === undefined) return requireApproval('spend', { action: `Spend ${spent} \u001b[31m` })
        return { spent, by: decision.by }
      },
    }),
    pay: operation({
      title: 'Pay',
      async: true,
      input: amount,
      handler(input, ctx) {
        const { amount: paid } = input as { amount: number }
        for (const key of ['finance', 'legal']) {
          if (ctx.approval(key) === undefined) return requireApproval(key, { action: `Pay ${paid}`, roles: [key] })
        }
        return { paid }
      },
    }),
  },
})
