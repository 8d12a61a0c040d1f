/** `GET /v1/programs/search`. */
import { z } from 'zod'
import { type Completed, type JsonObject, operation, refuse } from '../../../src/index.ts'
import { howToGetMore, isBlank, whyEmpty } from '../advice.ts'
import type { Catalog } from '../catalog.ts'
import { exportForms } from '../exports/forms.ts'
import { maySeeProprietary } from '../keys.ts'
import { echoOf, type Page, type Query, understand } from '../query.ts'
import { authorityLevels, licenses, type Program, tiers } from '../records.ts'
import { locations, parameters, say } from './parameters.ts'
import { minimal, SomeOfProgram } from './program-row.ts'

const label = z.string().min(1).max(64)

const input = parameters({
  q: z.string().max(200).optional(),
  broaden: z.boolean().optional(),
  tier: z.array(z.enum(tiers)).max(4).optional(),
  prefecture: z.string().min(1).max(20).optional(),
  authority_level: z.enum(authorityLevels).optional(),
  funding_purpose: z.array(label).max(16).optional(),
  target_type: z.array(label).max(16).optional(),
  amount_min: z.number().min(0).optional(),
  amount_max: z.number().min(0).optional(),
  license: z.enum(licenses).optional(),
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).max(1000).default(0),
  fields: z.enum(['minimal', 'default']).default('default'),
  format: z.enum(['json', 'csv', 'xlsx', 'ics']).optional(),
}).refine(({ amount_min = 0, amount_max = Number.POSITIVE_INFINITY }) => amount_min <= amount_max, {
  path: ['amount_max'],
  message: 'Is smaller than amount_min.',
})

const otherLicense = {
  ja: 'この利用条件のデータはお渡しできません。別のライセンスを指定してください。',
  en: 'Data under this license cannot be passed on. Ask for another license.',
}

export function searchPrograms(catalog: Catalog) {
  return operation({
    title: 'Search programs',
    description: 'Words are looked for in names, offices and summaries; filters narrow down.',
    route: 'GET /v1/programs/search',
    public: true,
    locations,
    input,
    output: z.array(SomeOfProgram),
    exports: exportForms,
    handler({ fields, limit, offset, format, lang, acceptLanguage, xClientTag: _, ...asked }, context) {
      const allowed = maySeeProprietary(context.principal)
      if (asked.license === 'proprietary' && !allowed) {
        throw refuse('license-blocked', say(otherLicense, { lang, acceptLanguage }), {
          detail: `field='license': proprietary rows need the role license:proprietary`,
        })
      }
      const query = understand(asked, word => catalog.found(word))
      // A calendar needs the windows, which minimal rows do not have.
      const page: Page = { fields: format === 'ics' ? 'default' : fields, limit, offset }
      context.understood(echoOf(query, page))
      context.bill(1)
      const proprietary = allowed && query.filters.license === 'proprietary'
      const { total, programs } = rowsOf(catalog, query, proprietary, page)
      if (programs.length === 0) return pageOf([], total, page, whyEmpty(catalog, query, proprietary, total))
      const withheld = catalog.count({ ...query, proprietary: true }) - total
      if (withheld > 0) context.warn(`${withheld} matching rows are withheld: their license is proprietary`)
      for (const { unified_id } of programs.slice(0, 3)) {
        context.suggest({
          endpoint: '/v1/programs/{unified_id}',
          args: { unified_id },
          reason: 'fetch full program detail',
        })
      }
      const retryWith =
        programs.length < 5
          ? howToGetMore(catalog, { ...query, proprietary }, { total, rows: programs.length, limit })
          : undefined
      return pageOf(programs, total, page, retryWith === undefined ? {} : { retryWith })
    },
  })
}

/** Without words and filters nothing is asked, and nothing is found. */
function rowsOf(
  catalog: Catalog,
  query: Query,
  proprietary: boolean,
  page: Page,
): { total: number; programs: Program[] } {
  if (query.hopeless || isBlank(query)) return { total: 0, programs: [] }
  const selection = { ...query, proprietary }
  return { total: catalog.count(selection), programs: catalog.search(selection, page) }
}

function pageOf(
  programs: readonly Program[],
  total: number,
  { fields, limit, offset }: Page,
  more: Pick<Completed, 'emptyReason' | 'retryWith'>,
): Completed<z.input<typeof SomeOfProgram>[]> {
  const rows = programs.map(program => (fields === 'minimal' ? shortened(program) : program) as unknown as JsonObject)
  return { kind: 'completed', ...more, payload: { kind: 'rows', rows, page: { total, limit, offset } } }
}

function shortened(program: Program): Partial<Program> {
  return Object.fromEntries(minimal.map(name => [name, program[name]]))
}
