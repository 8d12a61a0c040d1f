/** A good and a bad legacy answer for every rule. */
import type { ExampleMessage, RuleExample, RuleExamples } from '../../../codec/contract.ts'
import type { Json } from '../../../lib/json-value.ts'
import { Body } from '../../../wire/body.ts'
import { httpWire } from '../../../wire/http.ts'

const row = { unified_id: 'UNI-0001', primary_name: 'IT導入補助金' }
const page = { total: 1, limit: 20, offset: 0, results: [row] }
const explained = { status: 'ok', explanation: 'One program fits.', meta: {}, results: [row] }
const health = {
  status: 'ok',
  version: '1.4.0',
  checks: { wal_mode: { status: 'ok' } },
  timestamp_utc: '2026-04-30T03:00:00Z',
}
const houjin = {
  basic: { houjin_bangou: '4010001000001', name: '例示株式会社' },
  corp_facts: {},
  fact_count: 0,
  adoptions: { total: 0, recent: [] },
  enforcement: { total: 0, recent: [] },
}
const denied = { detail: 'API key required', error: { code: 'auth_required', user_message: 'API キーが必要です。' } }
const limited = { detail: 'slow down', error: { code: 'rate_limit_exceeded', retry_after: 2 } }

function answer(status: number, body: Json, head: Readonly<Record<string, string | undefined>> = {}): ExampleMessage {
  const headers = {
    'content-type': 'application/json',
    'x-envelope-version': 'v1',
    vary: 'Accept, X-Envelope-Version',
    ...head,
  }
  return { wire: httpWire({ status, headers, body: Body.ofJson(body) }) }
}

const pair = (bad: ExampleMessage, good: ExampleMessage = answer(200, page)): RuleExample => ({ good, bad })

export const legacyExamples: RuleExamples = {
  'jpcite/legacy-body': pair(answer(200, [row])),
  'jpcite/legacy-page': pair(answer(200, { ...page, total: '1' })),
  'jpcite/legacy-explained': pair(answer(200, { ...explained, meta: [] }), answer(200, explained)),
  'jpcite/legacy-health': pair(answer(200, { ...health, status: 'fine' }), answer(200, health)),
  'jpcite/legacy-health-status': pair(
    answer(200, { ...health, checks: { wal_mode: { status: 'fail' } } }),
    answer(200, health),
  ),
  'jpcite/legacy-houjin': pair(answer(200, { ...houjin, basic: { houjin_bangou: 'T4010' } }), answer(200, houjin)),
  'jpcite/legacy-error': pair(answer(401, { message: 'no' }), answer(401, denied)),
  'jpcite/legacy-flat-error': pair(
    answer(429, { code: 'rate_limit_exceeded', reason: 'anonymous', retry_after: 2 }, { 'retry-after': '2' }),
    answer(429, limited, { 'retry-after': '2' }),
  ),
  'jpcite/legacy-stack-trace': pair(
    answer(401, { ...denied, detail: 'Error: boom\n    at run (/srv/agent.js:10:5)' }),
    answer(401, denied),
  ),
  'jpcite/legacy-code': pair(answer(401, { detail: 'no', error: { code: 'go_away' } }), answer(401, denied)),
  'jpcite/legacy-status': pair(answer(200, denied), answer(401, denied)),
  'jpcite/legacy-retry-after': pair(
    answer(429, limited, { 'retry-after': '9' }),
    answer(429, limited, { 'retry-after': '2' }),
  ),
  'jpcite/legacy-version-header': pair(answer(200, page, { 'x-envelope-version': 'v2' })),
  'jpcite/legacy-vary': pair(answer(200, page, { vary: undefined })),
}
