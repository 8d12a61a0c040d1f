/** An agent of an agency with everything that its console shows: approvals, a question, steps, progress, failures. */
import { z } from 'zod'
import { ask, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'

export interface AgencyOptions {
  /** What the report waits for, between its steps. */
  gate?: (step: string) => Promise<void>
}

const sources = [
  {
    url: 'https://research.example/reports/spring-audiences',
    title: 'Spring audiences in the Nordics',
    publisher: 'Research Institute',
    excerpt: 'Short videos reached 41 % more of the audience than banners at the same cost.',
  },
  { url: 'https://prices.example/channels', title: 'Channel prices of this week', publisher: 'Price list' },
]

export function agency({ gate = async () => {} }: AgencyOptions = {}) {
  return defineAgent({
    name: 'agency',
    version: '2.1.0',
    title: 'Agency',
    operations: {
      book: operation({
        title: 'Book a campaign',
        description: 'Reserves the budget and buys the space.',
        route: 'POST /bookings',
        async: true,
        input: z.object({
          campaign: z.string().min(1),
          budget: z.number().positive().max(100_000).describe('In euros.'),
          channel: z.enum(['video', 'search', 'banner']),
          audience: z.object({ country: z.string(), ages: z.array(z.number()) }).optional(),
        }),
        async handler({ campaign, budget, channel }, ctx) {
          ctx.cite(...sources)
          const quote = await ctx.step('quote', () => ({ price: Math.round(budget * 0.92) }))
          const approval = ctx.approval('budget')
          if (approval === undefined) {
            return requireApproval('budget', { action: `Spend €${budget.toLocaleString('en')} on “${campaign}”` })
          }
          return { booked: campaign, channel, budget, price: quote.price, approvedBy: approval.by }
        },
      }),
      brief: operation({
        title: 'Write a brief',
        route: 'POST /briefs',
        async: true,
        input: z.object({
          campaign: z.string(),
          metric: z.enum(['reach', 'clicks', 'sales']).optional(),
          days: z.number().optional(),
        }),
        handler({ campaign, metric, days }) {
          if (metric === undefined || days === undefined) {
            return ask([
              { name: 'metric', question: 'Which metric should be optimized?', allowed: ['reach', 'clicks', 'sales'] },
              { name: 'days', question: 'For how many days?', schema: { type: 'integer', minimum: 1 } },
            ])
          }
          return { brief: `${campaign}: ${metric} for ${days} days` }
        },
      }),
      report: operation({
        title: 'Write a report',
        route: 'POST /reports',
        async: true,
        input: z.object({ quarter: z.string() }),
        async handler({ quarter }, ctx) {
          await ctx.step('collect', () => 12)
          await ctx.progress(0.4, 'The numbers are collected.')
          await gate('collect')
          await ctx.progress(0.8, 'The text is written.')
          await ctx.text('Sales grew. ')
          await ctx.text('Search did best.')
          await gate('write')
          return { quarter, pages: 12 }
        },
      }),
      flaky: operation({
        title: 'Ask the price list',
        route: 'POST /prices',
        async: true,
        retry: { attempts: 1 },
        input: z.object({}),
        handler: () => refuse('unavailable', 'The price list does not answer.'),
      }),
    },
  })
}
