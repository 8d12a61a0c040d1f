/** `GET /v1/programs/{unified_id}`. */
import { z } from 'zod'
import { completed, operation, refuse } from '../../../src/index.ts'
import type { Catalog } from '../catalog.ts'
import { maySeeProprietary } from '../keys.ts'
import { checksumOf } from '../records.ts'
import { locations, parameters, say } from './parameters.ts'
import { ProgramRow } from './program-row.ts'

const unknownProgram = {
  ja: 'お探しの制度は見つかりませんでした。識別子を確認してください。',
  en: 'There is no such program. Check the identifier.',
}
const withheld = {
  ja: 'ライセンスの条件により、この制度の情報はお渡しできません。',
  en: 'The license of this program does not allow it to be passed on.',
}

export function getProgram(catalog: Catalog) {
  return operation({
    title: 'Read a program',
    route: 'GET /v1/programs/{unified_id}',
    public: true,
    locations,
    input: parameters({ unified_id: z.string().max(64) }),
    output: ProgramRow,
    handler({ unified_id, ...asked }, context) {
      const program = catalog.program(unified_id)
      if (program === undefined) {
        throw refuse('not-found', say(unknownProgram, asked), {
          detail: 'program not found in the current snapshot',
        })
      }
      if (program.license === 'proprietary' && !maySeeProprietary(context.principal)) {
        throw refuse('license-blocked', say(withheld, asked), {
          detail: 'the license of this row is proprietary; it needs the role license:proprietary',
        })
      }
      context.understood({ input: { unified_id } })
      context.bill(1)
      context.cite({
        id: `src-${unified_id.toLowerCase()}`,
        url: program.source_url,
        publisher: program.authority_name,
        title: program.primary_name,
        fetchedAt: program.source_fetched_at,
        checksum: checksumOf(program),
        license: program.license,
        paths: ['/amount_max_man_yen', '/subsidy_rate', '/application_window'],
        verification: 'verified',
      })
      context.suggest({
        endpoint: '/v1/programs/search',
        args: { funding_purpose: program.funding_purpose, tier: [program.tier] },
        reason: 'find similar programs',
      })
      return completed(program)
    },
  })
}
