import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Catalog } from './catalog.ts'
import { type Program, sampleData } from './records.ts'
import { keys, openValidated, pathTo, type ValidatedCalls, v2Accept } from './validated-calls.ts'

let server: ValidatedCalls
beforeAll(async () => {
  server = await openValidated()
})
afterAll(() => server.close())

const path = '/v1/programs/search'
type Query = Record<string, unknown>

const v2 = async (query: Query, key?: string) => (await server.ask(pathTo(path, query), v2Accept, key)).body
const legacy = async (query: Query) => (await server.ask(pathTo(path, query))).body

describe('words', () => {
  test.each(['補助', '農業', '間伐', 'DX', '省エネ', 'IT導入', 'ＩＴ導入', 'ﾛﾎﾞｯﾄ', '補助金', '金'])(
    '%s is found',
    async q => {
      const { total, results } = await legacy({ q })
      expect(total).toBeGreaterThan(0)
      const word = q.normalize('NFKC').toLowerCase()
      for (const row of results) expect(JSON.stringify(row).toLowerCase()).toContain(word)
    },
  )

  test('the index finds exactly what a look at every text finds, for every word of two and three characters', () => {
    const { programs, houjin } = sampleData()
    const catalog = new Catalog({ programs, houjin })
    const texts = programs.map(program =>
      [
        program.primary_name,
        ...program.aliases,
        program.authority_name,
        program.prefecture ?? '',
        program.municipality ?? '',
        program.summary,
      ].join('\n'),
    )
    const words = new Set<string>()
    for (const { primary_name, summary } of programs.filter((_, index) => index % 7 === 0)) {
      for (const size of [2, 3]) {
        for (let at = 0; at + size <= primary_name.length; at++) words.add(primary_name.slice(at, at + size))
        words.add(summary.slice(9, 9 + size))
      }
    }
    const japanese = [...words].filter(word =>
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word),
    )
    expect(japanese.length).toBeGreaterThan(300)
    for (const word of japanese) {
      const expected = texts.filter(text => text.includes(word)).length
      const selection = { words: [word], broaden: false, filters: {}, proprietary: true }
      expect([word, catalog.count(selection)]).toEqual([word, expected])
    }
    catalog.close()
  })

  test('a hit in the name comes before a hit in the summary', async () => {
    const { results } = await legacy({ q: '農業', limit: 100 })
    const inName = results.map((row: Program) => [row.primary_name, ...row.aliases].join().includes('農業'))
    expect(inName.includes(true) && inName.includes(false)).toBe(true)
    expect(inName.lastIndexOf(true)).toBeLessThan(inName.indexOf(false))
  })

  test('all words are meant, or any of them', async () => {
    const all = await legacy({ q: '青葉県 農業' })
    const any = await legacy({ q: '青葉県 農業', broaden: true })
    expect(all.total).toBeGreaterThan(0)
    expect(any.total).toBeGreaterThan(all.total)
  })

  test('signs of the query language are no more than signs', async () => {
    for (const q of ['"', '補助" OR "', 'name:*', '補助*', 'NEAR(a b)', "'; DROP TABLE program; --", 'constructor:x']) {
      expect((await server.ask(pathTo(path, { q }), v2Accept)).status).toBe(200)
    }
  })
})

describe('filters', () => {
  const rows: [Query, (row: Program) => boolean][] = [
    [{ tier: ['S', 'A'] }, row => row.tier === 'S' || row.tier === 'A'],
    [{ prefecture: '青葉県' }, row => row.prefecture === '青葉県'],
    [{ authority_level: 'national' }, row => row.authority_level === 'national' && row.prefecture === null],
    [{ funding_purpose: ['energy', 'tourism'] }, row => /energy|tourism/.test(row.funding_purpose.join())],
    [{ target_type: 'farmer' }, row => row.target_types.includes('farmer')],
    [{ amount_min: 500, amount_max: 900 }, row => row.amount_max_man_yen >= 500 && row.amount_max_man_yen <= 900],
    [{ license: 'cc_by_4.0' }, row => row.license === 'cc_by_4.0'],
    [{ q: 'tier:s purpose:digital' }, row => row.tier === 'S' && row.funding_purpose.includes('digital')],
  ]
  test.each(rows)('%o', async (query, fits) => {
    const { total, results } = await legacy({ ...query, limit: 100 })
    const expected = sampleData().programs.filter(row => row.license !== 'proprietary' && fits(row))
    expect(results.every(fits)).toBe(true)
    expect(total).toBe(expected.length)
    expect(total).toBeGreaterThan(0)
  })

  test('the echo tells how the question was understood, and what was not', async () => {
    const { query_echo } = await v2({
      q: ' ＩＴ導入  tier:a 色:青 foo:bar ぱぴぷぺ ',
      prefecture: '白波県',
      tier: ['S', 'A', 'S'],
    })
    expect(query_echo).toEqual({
      normalized_input: { q: 'IT導入 tier:a 色:青 foo:bar ぱぴぷぺ' },
      applied_filters: { tier: ['A', 'S'], prefecture: '白波県', fields: 'default', limit: 20, offset: 0 },
      unparsed_terms: ['色:青', 'foo:bar', 'ぱぴぷぺ'],
    })
  })
})

describe('pages', () => {
  test('put together they are the whole, in the same order', async () => {
    const whole = await legacy({ q: '補助', limit: 100 })
    const pages = await Promise.all([0, 30, 60, 90].map(offset => legacy({ q: '補助', limit: 30, offset })))
    expect(pages.flatMap(({ results }) => results)).toEqual(whole.results)
    expect(whole).toMatchObject({ total: whole.results.length, limit: 100, offset: 0 })
    expect(new Set(whole.results.map((row: Program) => row.unified_id)).size).toBe(whole.total)
  })

  test('v2 tells the same of the page as legacy does', async () => {
    const { pagination } = await v2({ q: '補助', limit: 30, offset: 60 })
    const { total, limit, offset } = await legacy({ q: '補助', limit: 30, offset: 60 })
    expect(pagination).toEqual({ total, limit, offset })
  })

  test.each([
    { q: '補助' },
    { q: 'IT導入', tier: 'S' },
    { authority_level: 'national', fields: 'minimal', limit: 3 },
    { q: 'ぱぴぷぺ' },
    { prefecture: '瑠璃県', offset: 5, limit: 100 },
  ])('v2 rows are the legacy rows, with their nulls and their source: %o', async query => {
    const [{ results }, old] = [await v2(query), await legacy(query)]
    expect(results).toEqual(old.results)
    expect(JSON.stringify(results)).toBe(JSON.stringify(old.results))
    for (const { source_url } of results) expect(source_url).toMatch(/^https:\/\/www\.[a-z-]+\.example\//)
  })

  test('minimal rows have seven members', async () => {
    const [row] = (await legacy({ q: '補助', fields: 'minimal' })).results
    expect(Object.keys(row).toSorted()).toEqual([
      'amount_max_man_yen',
      'authority_name',
      'prefecture',
      'primary_name',
      'source_url',
      'tier',
      'unified_id',
    ])
  })
})

describe('status', () => {
  test('rich: five rows or more, with the way to the first three', async () => {
    const { status, results, suggested_actions, citations, meta } = await v2({ q: 'IT導入', tier: 'S' })
    expect({ status, rows: results.length, citations, units: meta.billable_units }).toEqual({
      status: 'rich',
      rows: 7,
      citations: [],
      units: 1,
    })
    expect(suggested_actions).toHaveLength(3)
    for (const [index, { endpoint, args, reason }] of suggested_actions.entries()) {
      expect(reason).toBe('fetch full program detail')
      const { status, body } = await server.ask(endpoint.replace('{unified_id}', args.unified_id), v2Accept)
      expect(status).toBe(200)
      expect(body.results).toEqual([results[index]])
    }
  })

  test.each([{ q: 'IT導入', limit: 2 }, { q: '青葉県 農業' }, { q: 'IT導入', prefecture: '青葉県' }])(
    'sparse: what it says to try gives more rows (%o)',
    async query => {
      const answer = await v2(query)
      expect(answer.status).toBe('sparse')
      const more = await v2(answer.retry_with)
      expect(more.results.length).toBeGreaterThan(answer.results.length)
    },
  )

  const empties: [string, Query][] = [
    ['no_match', { q: '省エネ化粧水' }],
    ['no_match', { q: 'ぱぴぷぺ', tier: 'S' }],
    ['no_match', { q: '漁船 月面農園 保育' }],
    ['no_match', {}],
    ['no_match', { q: 'foo:bar' }],
    ['filters_too_narrow', { q: '補助', prefecture: '東京都' }],
    ['filters_too_narrow', { q: '漁業', tier: 'S', authority_level: 'municipality' }],
    ['filters_too_narrow', { prefecture: '東京都', target_type: 'nobody' }],
    ['filters_too_narrow', { q: '補助', offset: 1000 }],
    ['license_blocked', { q: '月面農園' }],
    ['license_blocked', { q: 'IT導入', license: 'unknown' }],
  ]
  test.each(empties)('empty, %s: what it says to try gives rows (%o)', async (reason, query) => {
    const answer = await v2(query)
    expect(answer).toMatchObject({ status: 'empty', results: [], empty_reason: reason })
    const again = await v2(answer.retry_with)
    expect(again.results.length).toBeGreaterThan(0)
  })

  test('a part of a word that is known is proposed', async () => {
    expect((await v2({ q: '省エネ化粧水' })).retry_with).toEqual({ q: '省エネ' })
  })
})

describe('licenses', () => {
  test('rows that may not be passed on are left out, and counted in a warning', async () => {
    const { results, warnings } = await v2({ q: '全国', limit: 100 })
    expect(results.some((row: Program) => row.license === 'proprietary')).toBe(false)
    expect(warnings).toEqual([expect.stringMatching(/^\d+ matching rows are withheld: their license is proprietary$/)])
  })

  test('asking for them is refused, unless the key may', async () => {
    const query = pathTo(path, { q: '月面農園', license: 'proprietary' })
    const refused = await server.ask(query, v2Accept)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'LICENSE_GATE_BLOCKED'])
    const { results } = await v2({ q: '月面農園', license: 'proprietary' }, keys.licensed)
    expect(results).toHaveLength(3)
  })
})

describe('inputs that are refused, by name', () => {
  const wrong: [string, Query][] = [
    ['q', { q: '補'.repeat(201) }],
    ['q', { q: ['a', 'b'] }],
    ['tier', { tier: 'X' }],
    ['tier', { tier: ['S', 'A', 'B', 'C', 'S'] }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 101 }],
    ['limit', { limit: 1.5 }],
    ['offset', { offset: 1001 }],
    ['offset', { offset: -1 }],
    ['fields', { fields: 'full' }],
    ['format', { format: 'pdf' }],
    ['license', { license: 'mit' }],
    ['amount_min', { amount_min: 'much' }],
    ['amount_max', { amount_min: 5, amount_max: 4 }],
    ['prefecture', { prefecture: '県'.repeat(21) }],
    ['prefecure', { prefecure: '青葉県' }],
  ]
  test.each(wrong)('%s: %o', async (field, query) => {
    const { status, body } = await server.ask(pathTo(path, query), v2Accept)
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.error.developer_message).toContain(`field='${field}`)
    expect(body.meta.billable_units).toBe(0)
  })
})
