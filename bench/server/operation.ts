/** The one operation that every contender serves: the same validator, the same answer. */
import { z } from 'zod'

export const input = z.object({
  campaignId: z.string().min(1).max(64),
  metric: z.enum(['ctr', 'cpl']),
  budget: z.number().positive(),
  tags: z.array(z.string().max(32)).max(10),
})

export const sample = { campaignId: '7', metric: 'ctr', budget: 1200.5, tags: ['spring', 'video', 'new'] }

export interface Advice {
  campaignId: string
  advice: string
}

export function advise({ campaignId, metric }: z.infer<typeof input>): Advice {
  return { campaignId, advice: `Raise ${metric} with a shorter headline.` }
}

export const advice: Advice = { campaignId: '7', advice: 'Raise ctr with a shorter headline.' }

/** The pieces of a streamed answer. */
export const pieces = Array.from({ length: 20 }, (_, index) => `piece ${index} `)
