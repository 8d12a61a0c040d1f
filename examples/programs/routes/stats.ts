/** `GET /v1/stats`: not migrated yet, so that it answers in the legacy shape whatever is asked. */
import { z } from 'zod'
import { completed, operation } from '../../../src/index.ts'
import type { Catalog } from '../catalog.ts'
import { locations, parameters } from './parameters.ts'

export function getStats(catalog: Catalog) {
  return operation({
    title: 'Count the programs',
    route: 'GET /v1/stats',
    public: true,
    locations,
    contractOptions: { jpcite: { migrated: false } },
    input: parameters({
      by: z.enum(['tier', 'license', 'prefecture', 'authority_level']).default('tier'),
    }),
    handler: ({ by }) => completed({ programs: catalog.size.programs, by, counts: catalog.counts(by) }),
  })
}
