/** An agent that does a little of everything A2A can show: ends, asks, waits for approvals and for a file, streams. */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/principal.ts'
import { ask, defineAgent, operation, requireApproval } from '../../src/index.ts'

export const agent = defineAgent({
  name: 'concierge',
  version: '1.2.3',
  title: 'Concierge',
  description: 'Plans and books.',
  operations: {
    greet: operation({
      title: 'Greet',
      description: 'Greets somebody.',
      input: z.object({ name: z.string() }),
      output: z.object({ text: z.string() }),
      effects: 'none',
      handler: ({ name }) => ({ text: `Hello, ${name}` }),
    }),
    plan: operation({
      title: 'Plan',
      input: z.object({ days: z.number(), city: z.string().optional() }),
      handler({ days, city }) {
        if (city === undefined) return ask([{ name: 'city', question: 'Which city?' }])
        return { days, city }
      },
    }),
    spend: operation({
      title: 'Spend',
      input: z.object({ amount: z.number() }),
      handler({ amount }, ctx) {
        const decision = ctx.approval('spend')
        if (decision === undefined) return requireApproval('spend', { action: `Spend ${amount}` })
        return { amount, by: decision.by }
      },
    }),
    wait: operation({
      title: 'Wait for a file',
      input: z.object({ file: z.string() }),
      async handler({ file }, ctx) {
        await ctx.progress(0.1, 'waiting')
        while (!existsSync(file)) await sleep(20, undefined, { signal: ctx.signal })
        await ctx.progress(0.9, 'nearly')
        return { file: 'there' }
      },
    }),
    write: operation({
      title: 'Write',
      input: z.object({ words: z.array(z.string()) }),
      async *handler({ words }) {
        for (const word of words) {
          yield { kind: 'delta' as const, mode: 'append' as const, part: { kind: 'text' as const, text: word } }
        }
        return words.join('')
      },
    }),
    flood: operation({
      title: 'Flood',
      input: z.object({ count: z.number() }),
      async handler({ count }, ctx) {
        for (let step = 1; step <= count; step++) await ctx.progress(step / count, `${step} ${'x'.repeat(200)}`)
        return { count }
      },
    }),
  },
})

/** Whoever names themselves is believed: `Bearer tenant/subject/role`. */
export const believing: Authenticate = async request => {
  const [tenant = '', subject = '', ...roles] = (request.headers.get('authorization') ?? '')
    .replace('Bearer ', '')
    .split('/')
  return subject === '' ? undefined : { tenant, subject, roles }
}
