/** A small agent, whose type instantiations are counted above those of `zod-schema.ts`. */
import { ask, created, defineAgent, type InputOf, type OutputOf, operation } from '../../src/index.ts'
import { input, output } from './zod-schema.ts'

export const agent = defineAgent({
  name: 'campaigns',
  version: '1.0.0',
  operations: {
    optimize: operation({
      title: 'Optimize a campaign',
      route: 'POST /campaigns/{campaignId}/optimizations',
      input,
      output,
      async handler({ campaignId, metric }, ctx) {
        if (!metric) return ask([{ name: 'metric', question: 'Which metric?', allowed: ['ctr', 'cpl'] }])
        await ctx.progress(0.5, 'thinking')
        return created({ campaignId, advice: `Raise ${metric} with a shorter headline.` })
      },
    }),
    review: operation({
      title: 'Review a campaign',
      input,
      handler: ({ campaignId }) => ({ campaignId, score: 3 }),
    }),
  },
})

export type Sent = InputOf<typeof agent, 'optimize'>
export type Received = OutputOf<typeof agent, 'review'>
