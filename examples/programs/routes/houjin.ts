/** `GET /v1/houjin/{bangou}`: all that is known of a company, in one block. */
import { z } from 'zod'
import { completed, operation, refuse } from '../../../src/index.ts'
import type { Catalog } from '../catalog.ts'
import { checksumOf, type Houjin } from '../records.ts'
import { locations, parameters, say } from './parameters.ts'

const disclaimer = 'これは見本のための架空のデータです。実在の法人とは関係ありません。'

const unknownCompany = {
  ja: 'この法人番号の法人は見つかりませんでした。番号を確認してください。',
  en: 'No company has this number. Check the number.',
}
const contradiction = {
  ja: 'データの不整合が見つかりました。一度だけ再試行してください。',
  en: 'The data of this company contradicts itself. Try once more.',
}

/** After this long a fact may have changed at its source. */
const staleAfterMs = 365 * 86_400_000

/** Full-width digits, spaces around, and the T of an invoice number are understood. */
const bangou = z
  .string()
  .max(64)
  .transform(text => text.normalize('NFKC').trim().replace(/^t/i, ''))
  .refine(text => /^\d{13}$/.test(text), 'Must be 13 digits, with or without a leading T.')

export function getHoujin(catalog: Catalog, now: () => number) {
  return operation({
    title: 'Read a company',
    route: 'GET /v1/houjin/{bangou}',
    public: true,
    locations,
    input: parameters({ bangou }),
    handler(input, context) {
      const company = catalog.houjin(input.bangou)
      if (company === undefined) {
        throw refuse('not-found', say(unknownCompany, input), {
          detail: 'houjin not found in the current snapshot; the official register may still have it',
        })
      }
      const { attribution, ...record } = company
      if (checksumOf(record) !== attribution.checksum) {
        throw refuse('integrity', say(contradiction, input), {
          detail: 'the record does not match the checksum of its source',
        })
      }
      context.understood({ input: { bangou: input.bangou }, filters: { bangou: input.bangou } })
      context.bill(1)
      const { source_id, source_url, publisher, title, fetched_at, license, checksum } = attribution
      context.cite(
        {
          id: source_id,
          url: source_url,
          publisher,
          title,
          fetchedAt: fetched_at,
          checksum,
          license,
          paths: ['/basic', '/corp_facts'],
          verification: now() - Date.parse(fetched_at) > staleAfterMs ? 'stale' : 'verified',
        },
        {
          id: `${source_id}-adoptions`,
          url: `${source_url}/adoptions`,
          publisher: '架空採択者一覧',
          fetchedAt: fetched_at,
          license: 'cc_by_4.0',
          paths: ['/adoptions'],
          verification: 'inferred',
        },
      )
      return completed(blockOf(catalog, company))
    },
  })
}

/** The 360 block. */
function blockOf(catalog: Catalog, { basic, corp_facts, invoice_registration, enforcement, attribution }: Houjin) {
  const adoptions = catalog.adoptions(basic.houjin_bangou)
  return {
    basic,
    corp_facts,
    fact_count: Object.keys(corp_facts).length,
    invoice_registration,
    adoptions: { total: adoptions.length, recent: adoptions.slice(0, 5) },
    enforcement: { total: enforcement.length, recent: enforcement.slice(0, 5) },
    provenance: { canonical_id: `houjin:${basic.houjin_bangou}`, fetched_at: attribution.fetched_at },
    _attribution: attribution,
    _disclaimer: disclaimer,
  }
}
