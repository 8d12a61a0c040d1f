/** `GET /v1/programs/{unified_id}`. */
import { z } from 'zod'
import { completed, operation, refuse } from '../../../src/index.ts'
import type { Catalog } from '../catalog.ts'
import { maySeeProprietary } from '../keys.ts'
import { checksumOf } from '../records.ts'
import { parameters } from './parameters.ts'
import { ProgramRow } from './program-row.ts'

export function getProgram(catalog: Catalog) {
  return operation({
    title: 'Read a program',
    route: 'GET /v1/programs/{unified_id}',
    public: true,
    input: parameters({ unified_id: z.string().max(64) }),
    output: ProgramRow,
    handler({ unified_id }, context) {
      const program = catalog.program(unified_id)
      if (program === undefined) {
        throw refuse('not-found', 'お探しの制度は見つかりませんでした。識別子を確認してください。', {
          detail: 'program not found in the current snapshot',
        })
      }
      if (program.license === 'proprietary' && !maySeeProprietary(context.principal)) {
        throw refuse('license-blocked', 'ライセンスの条件により、この制度の情報はお渡しできません。', {
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
