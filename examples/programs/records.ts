/** What the sample data holds. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Json, JsonObject } from '../../src/index.ts'

export const tiers = ['S', 'A', 'B', 'C'] as const
export type Tier = (typeof tiers)[number]

export const authorityLevels = ['national', 'prefecture', 'municipality'] as const

export const licenses = [
  'pdl_v1.0',
  'cc_by_4.0',
  'gov_standard_v2.0',
  'public_domain',
  'proprietary',
  'unknown',
] as const
export type License = (typeof licenses)[number]

/** A row as callers see it, in both shapes. */
export interface Program {
  unified_id: string
  primary_name: string
  aliases: string[]
  tier: Tier
  authority_level: (typeof authorityLevels)[number]
  authority_name: string
  /** Null where the whole nation is meant. */
  prefecture: string | null
  municipality: string | null
  program_kind: string
  amount_max_man_yen: number
  amount_min_man_yen: number | null
  subsidy_rate: string | null
  target_types: string[]
  funding_purpose: string[]
  /** Null where applications are taken all year. */
  application_window: { opens: string; closes: string } | null
  summary: string
  license: License
  source_url: string
  source_fetched_at: string
}

export interface Adoption {
  program_id: string
  adopted_on: string
  amount_man_yen: number
}

export interface Houjin {
  basic: JsonObject & { houjin_bangou: string; name: string }
  corp_facts: Record<string, { value: Json; unit: string | null; kind: string }>
  invoice_registration: JsonObject | null
  adoptions: Adoption[]
  enforcement: JsonObject[]
  attribution: {
    source_id: string
    source_url: string
    publisher: string
    title: string
    fetched_at: string
    license: License
    /** Over everything above it, by `checksumOf`. */
    checksum: string
  }
}

export interface SampleData {
  programs: Program[]
  houjin: Houjin[]
}

/** The checksum of a record: SHA-256 of its JSON text. */
export function checksumOf(record: object): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(record)).digest('hex')}`
}

/** The data that ships with the example. */
export function sampleData(): SampleData {
  return { programs: lines<Program>('programs.jsonl'), houjin: lines<Houjin>('houjin.jsonl') }
}

function lines<T>(name: string): T[] {
  const text = readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as T)
}
