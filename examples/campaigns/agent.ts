/** Campaigns behind the YAAgents profile: every row of its table, from one agent. */
import { z } from 'zod'
import { ask, created, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'
import { assetTypes, tones, writeAssets } from './copywriting.ts'
import type { Allocation } from './model.ts'
import { type Campaign, CampaignStore, type Metric, metrics } from './store.ts'

export interface CampaignOptions {
  /** Where the model answers. */
  modelUrl: string
  /** Above this budget somebody has to approve. */
  approvalAbove?: number
}

const CampaignBody = z.object({
  id: z.string(),
  name: z.string(),
  budget: z.number(),
  targetAudience: z.string(),
  successMetric: z.enum(metrics),
  status: z.literal('active'),
})

export function campaigns({ modelUrl, approvalAbove = 10_000 }: CampaignOptions) {
  const store = new CampaignStore()
  const known = (id: string): Campaign => {
    const campaign = store.find(id)
    if (campaign === undefined) throw refuse('not-found', 'There is no such campaign.')
    return campaign
  }

  return defineAgent({
    name: 'campaigns',
    version: '1.0.0',
    title: 'Campaigns',
    description: 'Creates campaigns and lets an agent optimize them.',
    operations: {
      createCampaign: operation({
        title: 'Create a campaign',
        route: 'POST /campaigns',
        contractOptions: { yaagents: { resource: 'campaign', operationKind: 'mutation', deterministic: true } },
        input: z.object({
          name: z.string().min(1),
          budget: z.number().positive(),
          targetAudience: z.string().min(1),
          successMetric: z.enum(metrics).optional(),
        }),
        output: z.object({ campaign: CampaignBody }),
        handler({ successMetric, ...campaign }) {
          if (successMetric === undefined) {
            return ask([
              { name: 'successMetric', question: 'Which success metric should be optimized?', allowed: [...metrics] },
            ])
          }
          const added = store.add({ ...campaign, successMetric })
          return created({ campaign: added }, { location: `/campaigns/${added.id}` })
        },
      }),

      getCampaign: operation({
        title: 'Read a campaign',
        route: 'GET /campaigns/{campaignId}',
        contractOptions: { yaagents: { resource: 'campaign', operationKind: 'analysis', deterministic: true } },
        input: z.object({ campaignId: z.string() }),
        output: z.object({ campaign: CampaignBody }),
        handler: ({ campaignId }) => ({ campaign: known(campaignId) }),
      }),

      optimize: operation({
        title: 'Optimize a campaign',
        description: 'Asks the model how to split the budget over the channels.',
        route: 'POST /campaigns/{campaignId}/optimizations',
        contractOptions: { yaagents: { resource: 'optimization', operationKind: 'recommendation' } },
        roles: ['campaign:optimize'],
        timeoutMs: 20_000,
        input: z.object({ campaignId: z.string(), budget: z.number().positive().optional() }),
        async handler({ campaignId, budget }, context) {
          const campaign = known(campaignId)
          const spend = budget ?? campaign.budget
          if (spend > approvalAbove && context.approval('spend') === undefined) {
            return requireApproval('spend', { action: `Spend ${spend} on ${campaign.name}` })
          }
          const id = store.begin(campaignId)
          if (id === undefined) {
            return refuse('conflict', 'An optimization of this campaign is running.', {
              code: 'OPTIMIZATION_RUNNING',
              resourceId: store.running(campaignId) ?? '',
            })
          }
          try {
            await context.progress(0.1, 'asking the model')
            const allocations = await context.step('allocate', () =>
              askModel(modelUrl, spend, campaign.successMetric, context.signal),
            )
            const expected = Math.round(allocations.reduce((sum, part) => sum + part.expected, 0) * 1000) / 1000
            const optimization = { id, campaignId, successMetric: campaign.successMetric, allocations, expected }
            store.end(campaignId, optimization)
            return created({ optimization }, { location: `/campaigns/${campaignId}/optimizations/${id}` })
          } finally {
            store.end(campaignId)
          }
        },
      }),

      generateAssets: operation({
        title: 'Generate assets',
        route: 'POST /campaigns/{campaignId}/assets:generate',
        contractOptions: { yaagents: { resource: 'asset', operationKind: 'generation', deterministic: true } },
        input: z.object({
          campaignId: z.string(),
          assetTypes: z.array(z.enum(assetTypes)).min(1),
          tone: z.enum(tones).default('professional'),
        }),
        output: z.object({ assets: z.array(z.object({ type: z.string(), text: z.string(), score: z.number() })) }),
        handler: input =>
          created({
            assets: writeAssets(known(input.campaignId), input.assetTypes, input.tone),
          }),
      }),
    },
  })
}

async function askModel(url: string, budget: number, metric: Metric, signal: AbortSignal): Promise<Allocation[]> {
  let response: Response
  try {
    response = await fetch(url, { method: 'POST', body: JSON.stringify({ budget, metric }), signal })
  } catch {
    throw refuse('dependency', 'The model does not answer.', { code: 'MODEL_UNAVAILABLE' })
  }
  if (!response.ok) throw refuse('dependency', 'The model refused.', { code: 'MODEL_REFUSED' })
  const { allocations } = (await response.json()) as { allocations: Allocation[] }
  return allocations
}
