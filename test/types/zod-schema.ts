/** What the zod schema of `zod-agent.ts` costs by itself. */
import { z } from 'zod'

export const input = z.object({ campaignId: z.string(), metric: z.enum(['ctr', 'cpl']).optional() })
export const output = z.object({ campaignId: z.string(), advice: z.string() })

export type Input = z.infer<typeof input>
export type Output = z.infer<typeof output>
