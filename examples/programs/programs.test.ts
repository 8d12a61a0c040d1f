import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generate, linesOf } from './data/generate.ts'
import { type Houjin, sampleData } from './records.ts'
import { keys, openValidated, pathTo, type ValidatedCalls, v2Accept } from './validated-calls.ts'

let server: ValidatedCalls
beforeAll(async () => {
  server = await openValidated()
})
afterAll(() => server.close())

const [company] = sampleData().houjin as [Houjin]
const { houjin_bangou: bangou } = company.basic
const openProgram = sampleData().programs.find(({ license }) => license === 'pdl_v1.0')?.unified_id
const closedProgram = sampleData().programs.find(({ license }) => license === 'proprietary')?.unified_id

describe('GET /v1/programs/{unified_id}', () => {
  test('200: the row itself, and in v2 with its source', async () => {
    const old = await server.ask(`/v1/programs/${openProgram}`)
    const { status, body } = await server.ask(`/v1/programs/${openProgram}`, v2Accept)
    expect([old.status, status, body.status]).toEqual([200, 200, 'sparse'])
    expect(body.results).toEqual([old.body])
    expect(body.citations).toMatchObject([
      { source_url: old.body.source_url, license: 'pdl_v1.0', verification_status: 'verified' },
    ])
    expect(body.citations[0].field_paths).toContain('/results/0/amount_max_man_yen')
    const [{ endpoint, args }] = body.suggested_actions
    expect((await server.ask(pathTo(endpoint, args))).body.total).toBeGreaterThan(0)
  })

  test('404 in both shapes', async () => {
    expect((await server.ask('/v1/programs/UNI-none')).status).toBe(404)
    const { status, body } = await server.ask('/v1/programs/UNI-none?envelope=v2')
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('403 for a row whose license is proprietary, unless the key may', async () => {
    const path = `/v1/programs/${closedProgram}`
    expect((await server.ask(path, v2Accept)).body.error.code).toBe('LICENSE_GATE_BLOCKED')
    expect((await server.ask(path, v2Accept, keys.licensed)).status).toBe(200)
  })
})

describe('GET /v1/houjin/{bangou}', () => {
  test('legacy: the 360 block', async () => {
    const { status, body } = await server.ask(`/v1/houjin/${bangou}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      basic: { houjin_bangou: bangou, name: '架空商事株式会社' },
      corp_facts: { employee_count: { unit: '人', kind: 'count' } },
      fact_count: 4,
      adoptions: { total: company.adoptions.length },
      enforcement: { total: 0, recent: [] },
      provenance: { canonical_id: `houjin:${bangou}` },
    })
    const days = body.adoptions.recent.map(({ adopted_on }: { adopted_on: string }) => adopted_on)
    expect(days).toEqual(days.toSorted().toReversed())
    expect(body.adoptions.recent.every(({ program_name }: { program_name: string }) => program_name)).toBe(true)
  })

  test('v2: the block as the one row, with citations that point into it', async () => {
    const { body } = await server.ask(`/v1/houjin/${bangou}`, v2Accept)
    expect(body.status).toBe('sparse')
    expect(body.results).toEqual([(await server.ask(`/v1/houjin/${bangou}`)).body])
    expect(body.query_echo).toMatchObject({ normalized_input: { bangou }, applied_filters: { bangou } })
    expect(body.citations.map(({ field_paths }: { field_paths: string[] }) => field_paths)).toEqual([
      ['/results/0/basic', '/results/0/corp_facts'],
      ['/results/0/adoptions'],
    ])
    expect(body.citations[0]).toMatchObject({
      source_id: 'src-houjin-001',
      checksum: company.attribution.checksum,
      verification_status: 'verified',
    })
  })

  test('at most five adoptions are shown, of however many', async () => {
    const most = sampleData().houjin.toSorted((a, b) => b.adoptions.length - a.adoptions.length)[0] as Houjin
    const { adoptions } = (await server.ask(`/v1/houjin/${most.basic.houjin_bangou}`)).body
    expect(adoptions.total).toBeGreaterThan(5)
    expect(adoptions.recent).toHaveLength(5)
  })

  const wide = [...bangou].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join('')
  test.each([`T${bangou}`, `t${bangou}`, wide, `Ｔ${wide}`, ` ${bangou} `])('%s is understood', async spelling => {
    const { status, body } = await server.ask(`/v1/houjin/${encodeURIComponent(spelling)}`)
    expect([status, body.basic?.houjin_bangou]).toEqual([200, bangou])
  })

  test.each(['12', `${bangou}0`, '９９００', 'T', `TT${bangou}`, 'abcdefghijklm', '٠١٢٣٤٥٦٧٨٩٠١٢'])(
    '%s is refused with 422',
    async spelling => {
      const { status, body } = await server.ask(`/v1/houjin/${encodeURIComponent(spelling)}`, v2Accept)
      expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
      expect(body.error.developer_message).toContain(`field='bangou'`)
    },
  )

  test('404 for a number that nobody has', async () => {
    expect((await server.ask('/v1/houjin/1234567890123')).status).toBe(404)
    const { status, body } = await server.ask('/v1/houjin/1234567890123', v2Accept)
    expect([status, body.error.code, body.meta.billable_units]).toEqual([404, 'NOT_FOUND', 0])
  })
})

describe('GET /v1/am/health/deep', () => {
  const path = '/v1/am/health/deep'

  test('ok is rich, unbilled, and open to anybody', async () => {
    const { status, headers, body } = await server.call(`${path}?envelope=v2`, { from: '127.0.1.1' })
    expect([status, body.status, body.meta.billable_units]).toEqual([200, 'rich', 0])
    expect(headers['x-anon-quota-remaining']).toBeUndefined()
    const old = (await server.call(path, { from: '127.0.1.1' })).body
    expect(body.results).toEqual([old])
    expect(Object.keys(old)).toEqual(['status', 'version', 'checks', 'timestamp_utc'])
    expect(Object.values(old.checks)).toHaveLength(8)
  })

  test('degraded is partial with a warning, and 503 only for who asks', async () => {
    const data = sampleData()
    for (const program of data.programs.slice(0, 60)) program.license = 'unknown'
    const worse = await openValidated({ data })
    const { status, body } = await worse.call(`${path}?envelope=v2`)
    expect([status, body.status, body.warnings]).toEqual([200, 'partial', ['deep health status=degraded']])
    expect(body.results[0].checks.license_coverage.status).toBe('warn')
    expect((await worse.call(`${path}?fail_on_unhealthy=true`)).status).toBe(200)
    expect((await worse.call(`${path}?fail_on_degraded=true`)).status).toBe(503)
    await worse.close()
  })

  test('unhealthy is partial with a warning, and 503 for who asks, in both shapes', async () => {
    const broken = await openValidated()
    broken.catalog.close()
    const { status, body } = await broken.call(`${path}?envelope=v2`)
    expect([status, body.status, body.warnings]).toEqual([200, 'partial', ['deep health status=unhealthy']])
    const strict = await broken.call(`${path}?envelope=v2&fail_on_unhealthy=true`)
    expect([strict.status, strict.body.status, strict.body.results]).toEqual([503, 'partial', body.results])
    const old = await broken.call(`${path}?fail_on_unhealthy=true`)
    expect([old.status, old.body]).toEqual([503, body.results[0]])
    await broken.close()
  })

  test('a report is kept for 30 seconds, unless somebody who may asks for a new one', async () => {
    const fresh = await openValidated()
    const stamp = async (query = '') => (await fresh.ask(path + query, {}, keys.ops)).body.timestamp_utc
    const first = await stamp()
    fresh.clock.at += 29_999
    expect(await stamp()).toBe(first)
    expect(await stamp('?force=true')).not.toBe(first)
    fresh.clock.at += 30_000
    expect(await stamp()).toBe('2026-05-10T03:00:59.999Z')
    await fresh.close()
  })
})

describe('GET /v1/stats is not migrated', () => {
  test.each(['/v1/stats', '/v1/stats?envelope=v2', '/v1/stats?by=prefecture'])('%s is legacy', async path => {
    const { status, headers, body } = await server.ask(path, v2Accept)
    expect([status, headers['x-envelope-version']]).toEqual([200, 'v1'])
    expect(body.programs).toBe(339)
  })

  test('errors too', async () => {
    const { status, headers, body } = await server.ask('/v1/stats?by=moon&envelope=v2', v2Accept)
    expect([status, headers['x-envelope-version']]).toEqual([422, 'v1'])
    expect(body.error.code).toBe('bad_request')
  })
})

test('all nine error codes are reached, each with its status and its documentation', async () => {
  const data = sampleData()
  const [tampered] = data.houjin as [Houjin]
  tampered.basic.name = 'すりかえ株式会社'
  const other = await openValidated({
    data,
    limits: { perSecond: { anonymous: { perSecond: 1, burst: 4 }, key: { perSecond: 1, burst: 3 } } },
  })
  const search = '/v1/programs/search?q=%E8%A3%9C%E5%8A%A9'
  const answers = [
    await other.call(search, {
      from: '127.0.2.1',
      headers: { ...v2Accept, 'x-api-key': 'rw_0000000000000000_nobody-has-this-key-at-all' },
    }),
    await server.ask('/v1/am/health/deep?force=true', v2Accept),
    await server.ask('/v1/programs/UNI-none', v2Accept),
    await server.ask('/v1/programs/search?tier=X', v2Accept),
    await server.ask('/v1/programs/search?license=proprietary', v2Accept),
    await other.ask(`/v1/houjin/${bangou}`, v2Accept),
  ]
  for (let calls = 0; calls < 2; calls++) await other.ask(search)
  answers.push(await other.ask(search, v2Accept))
  for (let calls = 0; calls < 2; calls++) await other.call(search, { from: '127.0.2.1' })
  answers.push(await other.call(search, { from: '127.0.2.1', headers: v2Accept }))
  other.catalog.close()
  answers.push(await other.ask(search, v2Accept, keys.ops))
  expect(answers.map(({ status, body }) => [body.error.code, status, body.error.retryable])).toEqual([
    ['UNAUTHORIZED', 401, false],
    ['FORBIDDEN', 403, false],
    ['NOT_FOUND', 404, false],
    ['VALIDATION_ERROR', 422, false],
    ['LICENSE_GATE_BLOCKED', 403, false],
    ['INTEGRITY_ERROR', 500, true],
    ['RATE_LIMITED', 429, true],
    ['QUOTA_EXCEEDED', 429, false],
    ['INTERNAL_ERROR', 500, true],
  ])
  for (const { body } of answers) {
    expect(body.results).toEqual([])
    expect(body.meta.billable_units).toBe(0)
    expect(body.error.documentation).toMatch(`#${body.error.code.toLowerCase()}`)
  }
  const internal = answers.at(-1)?.body
  expect(internal.error.developer_message).toBe(`request_id=${internal.meta.request_id}`)
  await other.close()
})

describe('the envelope', () => {
  test('is asked for by query, by Accept, or not at all; the query decides', async () => {
    const served = async (path: string, headers = {}) => (await server.ask(path, headers)).headers['x-envelope-version']
    const path = '/v1/programs/search?tier=S'
    expect(await served(path)).toBe('v1')
    expect(await served(path, v2Accept)).toBe('v2')
    expect(await served(`${path}&envelope=v2`)).toBe('v2')
    expect(await served(`${path}&envelope=V2`)).toBe('v2')
    expect(await served(`${path}&envelope=v1`, v2Accept)).toBe('v1')
    expect(await served(path, { accept: `${v2Accept.accept};q=0, */*` })).toBe('v1')
  })

  test('holds also where there is no route, no such method, and no such envelope', async () => {
    const lost = await server.ask('/v1/nowhere', v2Accept)
    expect([lost.status, lost.body.error.code]).toEqual([404, 'NOT_FOUND'])
    expect((await server.ask('/v1/nowhere')).status).toBe(404)
    const method = await server.call('/v1/programs/search', { method: 'PUT', headers: v2Accept })
    expect([method.status, method.body.error.code]).toEqual([405, 'VALIDATION_ERROR'])
    const strange = await server.ask('/v1/programs/search?envelope=v9', v2Accept)
    expect([strange.status, strange.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('carries the tag of the client, and an id that is a ULID or the caller’s own', async () => {
    const tag = encodeURIComponent('顧問先-001')
    const { headers, body } = await server.ask('/v1/programs/search?tier=S', { ...v2Accept, 'x-client-tag': tag })
    expect(body.meta.client_tag).toBe('顧問先-001')
    expect(body.meta.request_id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(headers['x-request-id']).toBe(body.meta.request_id)
    const own = await server.ask('/v1/stats', { 'x-request-id': 'mine-1' })
    expect(own.headers['x-request-id']).toBe('mine-1')
  })
})

test('the document of the server names the headers that every route understands', async () => {
  const response = await server.fetch(new Request('http://programs.example/openapi.json'))
  const { paths } = (await response.json()) as { paths: Record<string, { get: { parameters: { name?: string }[] } }> }
  const own = Object.entries(paths).filter(([path]) => path.startsWith('/v1/'))
  expect(own).toHaveLength(5)
  for (const [, { get }] of own) {
    const names = get.parameters.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['x-client-tag', 'accept-language', 'lang']))
  }
})

test('nothing of a question, a key or a tag reaches the log', async () => {
  const canary = 'カナリアcanary7f3'
  let text = ''
  const write = (line: string) => {
    text += line
  }
  const logged = await openValidated({ log: pino({}, { write }) })
  const secret = { 'x-api-key': encodeURIComponent(canary), 'x-client-tag': encodeURIComponent(canary) }
  const quoted = encodeURIComponent(canary)
  for (const path of [
    `/v1/programs/search?q=${quoted}`,
    `/v1/programs/${quoted}`,
    `/v1/houjin/${quoted}`,
    `/${quoted}`,
  ]) {
    for (const accept of ['*/*', v2Accept.accept]) {
      await logged.ask(path, { accept, 'x-client-tag': quoted })
      await logged.call(path, { headers: { accept, ...secret }, from: '127.0.3.1' })
    }
  }
  logged.catalog.close()
  await logged.ask(`/v1/programs/search?q=${quoted}`)
  await logged.close()
  expect(text.split('\n').filter(line => line.includes('"msg":"answered"'))).toHaveLength(17)
  expect(text).toContain('"edition":"v2"')
  for (const leak of [canary, quoted, keys.plain, 'canary7f3']) expect(text).not.toContain(leak)
})

describe('the data', () => {
  test('is what the generator makes', () => {
    const made = generate()
    expect(linesOf(made.programs)).toBe(linesOf(sampleData().programs))
    expect(linesOf(made.houjin)).toBe(linesOf(sampleData().houjin))
  })

  test('is invented: reserved domains, and company numbers that can be nobody’s', () => {
    const { programs, houjin } = sampleData()
    expect([programs.length, houjin.length]).toEqual([339, 20])
    expect(
      JSON.stringify([programs, houjin])
        .match(/https?:\/\/[^/"]+/g)
        ?.filter(host => !host.endsWith('.example')),
    ).toEqual([])
    for (const { basic } of houjin) {
      const [check, ...base] = [...basic.houjin_bangou].map(Number)
      const sum = base.toReversed().reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 2), 0)
      expect(check).not.toBe(9 - (sum % 9))
    }
  })
})
