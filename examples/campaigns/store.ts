/** Campaigns, kept in memory for as long as the example runs. */
export const metrics = ['ctr', 'cpl', 'conversion_rate', 'lead_quality'] as const
export type Metric = (typeof metrics)[number]

export interface Campaign {
  id: string
  name: string
  budget: number
  targetAudience: string
  successMetric: Metric
  status: 'active'
}

export interface Optimization {
  id: string
  campaignId: string
  successMetric: Metric
  allocations: { channel: string; spend: number; expected: number }[]
  expected: number
}

export class CampaignStore {
  readonly #campaigns = new Map<string, Campaign>()
  readonly #optimizations = new Map<string, Optimization>()
  readonly #running = new Map<string, string>()
  #sequence = 0

  add(campaign: Omit<Campaign, 'id' | 'status'>): Campaign {
    const added: Campaign = { id: `c-${++this.#sequence}`, ...campaign, status: 'active' }
    this.#campaigns.set(added.id, added)
    return added
  }

  find(id: string): Campaign | undefined {
    return this.#campaigns.get(id)
  }

  /** Claims a campaign for one optimization; undefined when another has it. */
  begin(campaignId: string): string | undefined {
    if (this.#running.has(campaignId)) return undefined
    const id = `opt-${++this.#sequence}`
    this.#running.set(campaignId, id)
    return id
  }

  running(campaignId: string): string | undefined {
    return this.#running.get(campaignId)
  }

  end(campaignId: string, optimization?: Optimization): void {
    this.#running.delete(campaignId)
    if (optimization !== undefined) this.#optimizations.set(optimization.id, optimization)
  }
}
