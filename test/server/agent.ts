/** An agent for the server's tests: one operation for each thing that can happen. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ask, delta, progress, refuse, requireApproval } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { created, pending } from '../../src/outcome/outcome.ts'

const open = z.looseObject({})

export const agent = defineAgent({
  name: 'test-agent',
  version: '1.0.0',
  operations: {
    add: operation({
      title: 'Add two numbers',
      route: 'POST /sums',
      input: z.object({ a: z.number(), b: z.number() }),
      output: z.object({ sum: z.number() }),
      async handler({ a, b }, context) {
        await context.progress(0.5, 'adding')
        return { sum: a + b }
      },
    }),
    find: operation({
      title: 'Find a thing',
      route: 'GET /things/{thingId}',
      input: z.object({
        thingId: z.string(),
        depth: z.number().optional(),
        tag: z.array(z.string()).optional(),
        apiVersion: z.string().optional(),
      }),
      locations: { apiVersion: 'header' },
      handler: input => ({ found: input }),
    }),
    pause: operation({
      title: 'Pause a thing',
      route: 'POST /things/{thingId}:pause',
      input: z.object({ thingId: z.string() }),
      handler: input => ({ paused: input.thingId }),
    }),
    happen: operation({
      title: 'Make something happen',
      route: 'POST /happenings',
      input: z.object({ what: z.string() }),
      handler({ what }) {
        switch (what) {
          case 'created':
            return created({ id: 'x1' }, { location: '/things/x1' })
          case 'accepted':
            return pending({ id: 'op-1', statusUrl: '/operations/op-1/status', pollAfterMs: 2000 })
          case 'ask':
            return ask([{ name: 'metric', question: 'Which metric?', allowed: ['ctr', 'cpl'] }])
          case 'approval':
            return requireApproval('spend', { action: 'Spend 25000' })
          case 'forbidden':
            return refuse('forbidden', 'You may not.')
          case 'conflict':
            return refuse('conflict', 'One is running.', { resourceId: 'x1' })
          case 'dependency':
            return refuse('dependency', 'The model is down.')
          case 'throw':
            throw new Error('canary-exception')
          default:
            return { what }
        }
      },
    }),
    guarded: operation({
      title: 'Only for optimizers',
      route: 'POST /guarded',
      input: open,
      roles: ['optimizer'],
      handler: () => ({ ok: true }),
    }),
    slow: operation({
      title: 'Take a while',
      route: 'POST /slow',
      input: z.object({ ms: z.number() }),
      async handler({ ms }, context) {
        await sleep(ms, undefined, { signal: context.signal })
        return { slept: ms }
      },
    }),
    talk: operation({
      title: 'Talk for a while',
      route: 'POST /talks',
      input: z.object({ words: z.number(), everyMs: z.number().default(0), thenThrow: z.boolean().default(false) }),
      async *handler({ words, everyMs, thenThrow }) {
        for (let n = 1; n <= words; n++) {
          if (everyMs > 0) await sleep(everyMs)
          yield n % 2 === 0 ? delta(`word ${n} `) : progress(n / words, `word ${n}`)
        }
        if (thenThrow) throw new Error('canary-exception')
        return { words }
      },
    }),
    hidden: operation({ title: 'No REST route', input: open, handler: () => ({ hidden: true }) }),
  },
})
