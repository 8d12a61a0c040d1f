import { z } from 'zod'
import { ask, created, defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const agent = defineAgent({
  name: 'campaigns',
  version: '1.0.0',
  operations: {
    optimize: operation({
      title: 'Optimize a campaign',
      route: 'POST /campaigns/{campaignId}/optimizations',
      input: z.object({ campaignId: z.string(), metric: z.enum(['ctr', 'cpl']).optional() }),
      async handler({ campaignId, metric }, ctx) {
        if (!metric) return ask([{ name: 'metric', question: 'Which metric?', allowed: ['ctr', 'cpl'] }])
        await ctx.progress(0.5, 'thinking')
        return created({ campaignId, advice: `Raise ${metric} with a shorter headline.` })
      },
    }),
  },
})

export const { url, close } = await serve(agent).listen({ port: 0 })
console.log(`curl -s ${url}/campaigns/7/optimizations -H 'content-type: application/json' -d '{"metric":"ctr"}'`)
