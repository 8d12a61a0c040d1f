/** What a user does: saves answers of every kind, and asks the command line what is wrong with them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Houjin, sampleData } from './records.ts'
import { type Answer, keys, openValidated, type ValidatedCalls, v2Accept } from './validated-calls.ts'

const folder = mkdtempSync(join(tmpdir(), 'programs-'))
const english = { 'accept-language': 'en' }
const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/
const answers = new Map<string, Answer>()
const opened: ValidatedCalls[] = []

async function open(options: Parameters<typeof openValidated>[0] = {}): Promise<ValidatedCalls> {
  const server = await openValidated(options)
  opened.push(server)
  return server
}

const [company] = sampleData().houjin as [Houjin]
const wrongKey = { 'x-api-key': 'rw_0000000000000000_nobody-has-this-key-at-all' }
const search = '/v1/programs/search?q=%E8%A3%9C%E5%8A%A9'

/** The last of so many answers. */
async function last(ask: () => Promise<Answer>, calls: number): Promise<Answer> {
  for (let done = 1; done < calls; done++) await ask()
  return ask()
}

/** Every kind of answer: successes, the nine codes, and what the server says where there is no route. */
async function gather(shape: string, headers: Record<string, string>): Promise<void> {
  const data = sampleData()
  const [tampered] = data.houjin as [Houjin]
  tampered.basic.name = 'すりかえ株式会社'
  const server = await open({ data })
  const strict = await open({
    limits: { perSecond: { anonymous: { perSecond: 1, burst: 9 }, key: { perSecond: 1, burst: 1 } } },
  })
  const closed = await open()
  closed.catalog.close()
  const from = '127.0.4.1'
  const kinds: [string, () => Promise<Answer>][] = [
    ['rich', () => server.ask(search, headers)],
    ['sparse', () => server.ask(`${search}&limit=2`, headers)],
    ['empty', () => server.ask('/v1/programs/search?q=%E6%9C%88%E9%9D%A2%E8%BE%B2%E5%9C%92', headers)],
    ['partial', () => closed.call('/v1/am/health/deep', { headers })],
    ['partial-503', () => closed.call('/v1/am/health/deep?fail_on_unhealthy=true', { headers })],
    ['health', () => server.call('/v1/am/health/deep', { headers })],
    ['program', () => server.ask(`/v1/programs/${data.programs[0]?.unified_id}`, headers, keys.licensed)],
    ['company', () => strict.ask(`/v1/houjin/${company.basic.houjin_bangou}`, headers, keys.licensed)],
    ['csv', () => server.ask(`${search}&format=csv`, headers)],
    ['ics', () => server.ask(`${search}&format=ics`, headers)],
    ['stats', () => server.ask('/v1/stats', headers)],
    ['UNAUTHORIZED', () => server.call(search, { headers: { ...headers, ...wrongKey }, from })],
    ['UNAUTHORIZED-handler', () => server.call('/v1/am/health/deep?force=true', { headers, from })],
    ['FORBIDDEN', () => server.ask('/v1/am/health/deep?force=true', headers)],
    ['NOT_FOUND', () => server.ask('/v1/programs/UNI-none', headers)],
    ['NOT_FOUND-route', () => server.ask('/v1/nowhere', headers)],
    ['VALIDATION_ERROR', () => server.ask('/v1/programs/search?tier=X', headers)],
    ['VALIDATION_ERROR-method', () => server.call('/v1/programs/search', { method: 'PUT', headers })],
    ['VALIDATION_ERROR-envelope', () => server.ask('/v1/programs/search?envelope=v9', headers)],
    ['VALIDATION_ERROR-export', () => server.ask('/v1/programs/search?format=csv&tier=X', headers)],
    ['LICENSE_GATE_BLOCKED', () => server.ask('/v1/programs/search?license=proprietary', headers)],
    ['INTEGRITY_ERROR', () => server.ask(`/v1/houjin/${company.basic.houjin_bangou}`, headers)],
    ['RATE_LIMITED', () => last(() => strict.ask(search, headers), 2)],
    ['QUOTA_EXCEEDED', () => last(() => server.ask(search, headers, keys.capped), 3)],
    ['INTERNAL_ERROR', () => closed.ask(search, headers)],
  ]
  for (const [kind, ask] of kinds) answers.set(`${shape}.${kind}`, await ask())
}

beforeAll(async () => {
  await gather('v2-ja', v2Accept)
  await gather('v2-en', { ...v2Accept, ...english })
  await gather('legacy-ja', {})
  await gather('legacy-en', english)
  for (const [name, { status, headers, text }] of answers) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ status, headers, text }))
  }
})
afterAll(async () => {
  for (const server of opened) await server.close()
  rmSync(folder, { recursive: true })
})

test('the command line finds nothing in any answer, and knows each for what it is', () => {
  const args = ['src/cli/main.ts', 'validate', '--wire', '--level', 'should', '--json', folder]
  const { files } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(files).toHaveLength(100)
  for (const { file, contract, version, findings } of files) {
    const name = basename(file, '.json')
    // Routes that are not migrated, and exports, are the same whatever is asked for.
    const expected = name.startsWith('v2') && !/\.(?:stats|csv|xlsx|ics)$/.test(name) ? 'v2' : 'legacy'
    expect({ name, contract, version, findings }).toEqual({ name, contract: 'jpcite', version: expected, findings: [] })
  }
})

test('all nine codes are among them, each in the language that was asked for', () => {
  const codes = new Set<string>()
  for (const [name, { body }] of answers) {
    if (body?.error === undefined) continue
    if (name.startsWith('v2')) codes.add(body.error.code)
    expect(`${name} ${japanese.test(body.error.user_message)}`).toBe(`${name} ${name.includes('-ja.')}`)
  }
  expect([...codes].toSorted()).toEqual([
    'FORBIDDEN',
    'INTEGRITY_ERROR',
    'INTERNAL_ERROR',
    'LICENSE_GATE_BLOCKED',
    'NOT_FOUND',
    'QUOTA_EXCEEDED',
    'RATE_LIMITED',
    'UNAUTHORIZED',
    'VALIDATION_ERROR',
  ])
})
