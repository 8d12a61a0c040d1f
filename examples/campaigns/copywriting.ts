/** Ad copy from what is known of a campaign: candidates from a small grammar, scored, the best kept. */
import type { Campaign, Metric } from './store.ts'

export const tones = ['professional', 'friendly', 'urgent'] as const
export type Tone = (typeof tones)[number]

export interface Asset {
  type: string
  text: string
  score: number
}

const openers: Readonly<Record<Tone, readonly string[]>> = {
  professional: ['Made for', 'Designed for', 'The choice of'],
  friendly: ['Hello,', 'Made with love for', 'Come on in,'],
  urgent: ['Now for', 'Last days for', 'Do not miss it,'],
}

const promises: Readonly<Record<Metric, readonly string[]>> = {
  ctr: ['see what is new', 'take a closer look', 'find out why'],
  cpl: ['ask for your offer', 'talk to us today', 'get a quote'],
  conversion_rate: ['start today', 'try it free', 'join in one minute'],
  lead_quality: ['book a consultation', 'see if it fits you', 'meet an expert'],
}

const limits: Readonly<Record<string, number>> = { headline: 60, description: 120, button: 24 }
export const assetTypes = Object.keys(limits)

/** The best text of each type that keeps its length. */
export function writeAssets(campaign: Campaign, types: readonly string[], tone: Tone): Asset[] {
  return types.map(type => {
    const limit = limits[type] ?? 80
    const candidates = candidatesOf(campaign, type, tone)
      .filter(text => text.length <= limit)
      .map(text => ({ type, text, score: score(text, campaign, limit) }))
      .toSorted((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))
    return candidates[0] ?? { type, text: campaign.name.slice(0, limit), score: 0 }
  })
}

function candidatesOf(campaign: Campaign, type: string, tone: Tone): string[] {
  const calls = promises[campaign.successMetric]
  if (type === 'button') return calls.map(capital)
  const heads = openers[tone].flatMap(opener => calls.map(call => `${opener} ${campaign.targetAudience}: ${call}`))
  return type === 'headline' ? heads : heads.map(head => `${campaign.name}. ${head}.`)
}

/** Full use of the space, the audience named, few repeated words. */
function score(text: string, { targetAudience }: Campaign, limit: number): number {
  const words = text.toLowerCase().split(/\W+/).filter(Boolean)
  const variety = new Set(words).size / Math.max(1, words.length)
  const named = text.includes(targetAudience) ? 1 : 0
  return Math.round((text.length / limit + variety + named) * 1000) / 1000
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
