/** A program as callers see it: whole, or some of it. */
import { z } from 'zod'
import { authorityLevels, licenses, type Program, tiers } from '../records.ts'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

export const ProgramRow = z.object({
  unified_id: z.string(),
  primary_name: z.string(),
  aliases: z.array(z.string()),
  tier: z.enum(tiers),
  authority_level: z.enum(authorityLevels),
  authority_name: z.string(),
  prefecture: z.string().nullable().meta({ description: 'Null where the whole nation is meant.' }),
  municipality: z.string().nullable(),
  program_kind: z.string(),
  amount_max_man_yen: z.number().meta({ description: 'In units of ten thousand yen.' }),
  amount_min_man_yen: z.number().nullable(),
  subsidy_rate: z.string().nullable(),
  target_types: z.array(z.string()),
  funding_purpose: z.array(z.string()),
  application_window: z
    .object({ opens: day, closes: day })
    .nullable()
    .meta({ description: 'Null where applications are taken all year.' }),
  summary: z.string(),
  license: z.enum(licenses),
  source_url: z.string(),
  source_fetched_at: z.string(),
})

/** What `fields=minimal` leaves. */
export const minimal = [
  'unified_id',
  'primary_name',
  'tier',
  'authority_name',
  'prefecture',
  'amount_max_man_yen',
  'source_url',
] as const satisfies readonly (keyof Program)[]

export const SomeOfProgram = ProgramRow.partial().required({
  unified_id: true,
  primary_name: true,
  tier: true,
  authority_name: true,
  prefecture: true,
  amount_max_man_yen: true,
  source_url: true,
})
