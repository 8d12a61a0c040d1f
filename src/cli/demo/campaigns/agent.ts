/** The agent of the demo: it asks when something is missing, and needs an approval for large budgets. */
import { ask, requireApproval } from '../../../agent/answers.ts'
import { defineAgent, operation } from '../../../agent/define.ts'
import { created } from '../../../outcome/outcome.ts'

const campaignId = { type: 'string', maxLength: 40 } as const

export default defineAgent({
  name: 'campaigns',
  title: 'Campaigns',
  version: '1.0.0',
  description: 'The agent of the Replywire demo.',
  operations: {
    plan: operation({
      title: 'Plan a campaign',
      route: 'POST /campaigns/{campaignId}/plans',
      input: {
        type: 'object',
        required: ['campaignId', 'budget'],
        properties: {
          campaignId,
          budget: { type: 'number', exclusiveMinimum: 0 },
          metric: { enum: ['clicks', 'leads'] },
        },
      },
      async handler({ campaignId: id, budget, metric }, context) {
        if (metric === undefined) {
          return ask([
            { name: 'metric', question: 'Which metric should the plan improve?', allowed: ['clicks', 'leads'] },
          ])
        }
        if (budget > 10_000 && context.approval('spend') === undefined) {
          return requireApproval('spend', { action: `Spend ${budget} on campaign ${id}` })
        }
        await context.progress(0.5, 'splitting the budget')
        const channels = await context.step('split', () => ({ search: budget * 0.6, video: budget * 0.4 }))
        return created({ campaignId: id, metric, channels })
      },
    }),
    advise: operation({
      title: 'Advise on a campaign',
      route: 'GET /campaigns/{campaignId}/advice',
      effects: 'none',
      input: { type: 'object', required: ['campaignId'], properties: { campaignId } },
      handler: ({ campaignId: id }) => ({ campaignId: id, advice: 'Use a shorter headline.' }),
    }),
  },
})
