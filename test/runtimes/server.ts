/** The server that every runtime runs: nothing but `fetch`, and no store that lasts. */
import { z } from 'zod'
import { defineAgent, delta, operation, progress } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

let stopped = 0

const agent = defineAgent({
  name: 'anywhere',
  version: '1.0.0',
  operations: {
    add: operation({
      title: 'Add two numbers',
      route: 'POST /sums',
      input: z.object({ a: z.number(), b: z.number() }),
      output: z.object({ sum: z.number() }),
      handler: ({ a, b }) => ({ sum: a + b }),
    }),
    echo: operation({
      title: 'Take a plain JSON Schema',
      route: 'POST /echoes',
      effects: 'none',
      input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      handler: ({ text }) => ({ text }),
    }),
    talk: operation({
      title: 'Talk for a while',
      route: 'POST /talks',
      effects: 'none',
      input: z.object({ words: z.number() }),
      async *handler({ words }) {
        for (let n = 1; n <= words; n++) yield n % 2 === 0 ? delta(`wörd ${n} `) : progress(n / words, `word ${n}`)
        return { words }
      },
    }),
    goOn: operation({
      title: 'Talk until the reader leaves',
      route: 'GET /endless',
      effects: 'none',
      input: {},
      async handler(_, ctx) {
        ctx.signal.addEventListener('abort', () => {
          stopped += 1
        })
        while (!ctx.signal.aborted) await ctx.emit(delta('x'.repeat(1000)))
        return {}
      },
    }),
    countStopped: operation({
      title: 'How many readers left',
      route: 'GET /stopped',
      effects: 'none',
      input: {},
      handler: () => ({ stopped }),
    }),
  },
})

// Fixed, so that answers are the same in every runtime.
export const server = serve(agent, { authenticate: false, now: () => 1_800_000_000_000, newId: () => 'id-1' })
