import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { fileWire } from '../../wire/file.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { detect } from './detect.ts'

const http = (body: Json, headers = {}, status?: number) => detect(httpWire({ status, headers, body }))
const short = (found: ReturnType<typeof detect>) => found && `${found.version} ${found.sure}`
const v2 = { status: 'rich', query_echo: {}, meta: { api_version: 'v2' } }
const error = { code: 'NOT_FOUND', user_message: 'x' }

describe('detection', () => {
  test.each([
    [{}, { 'x-envelope-version': 'v2' }, 'v2 certain'],
    [{}, { 'x-envelope-version': 'v1' }, 'legacy certain'],
    [{}, { 'content-type': 'application/vnd.jpcite.v2+json; charset=utf-8' }, 'v2 certain'],
    [v2, {}, 'v2 certain'],
    [{ status: 'rich', query_echo: {} }, {}, 'v2 likely'],
    [{ error }, {}, 'v2 likely'],
    [{ basic: { houjin_bangou: '1' }, corp_facts: {} }, {}, 'legacy likely'],
    [{ total: 1, limit: 1, offset: 0, results: [] }, {}, 'legacy possible'],
    [{ status: 'ok', checks: {}, timestamp_utc: 'x' }, {}, 'legacy possible'],
    [{ error: { code: 'auth_required' } }, {}, 'legacy possible'],
    [{ detail: 'Not Found' }, {}, 'legacy possible'],
    [{ detail: [{ loc: ['query', 'q'], msg: 'x', type: 'missing' }] }, {}, 'legacy possible'],
    [{ detail: 'x', houjin_bangou: '1', alternative: 'https://x.example' }, {}, 'legacy possible'],
    [{ code: 'rate_limit_exceeded', reason: 'x', retry_after: 1 }, {}, 'legacy possible'],
    [{ code: 'anything', reason: 'x', detail: 'y' }, {}, 'legacy possible'],
    [{ error: 'idempotency_key_in_use', detail: 'x' }, {}, 'legacy possible'],
    [{ error: 'anything' }, {}, 'legacy possible'],
    [{ status: 'ok', explanation: 'x', meta: {} }, {}, 'legacy possible'],
    [{ title: 'x', status: 404, detail: 'y' }, {}, undefined],
    [{ type: 'error', code: 'X', message: 'x', detail: 'y' }, {}, undefined],
    [{ error: 'invalid_grant', error_description: 'x' }, {}, undefined],
    [{ detail: { code: 'X' } }, {}, undefined],
    [{ total: 1, results: [] }, {}, undefined],
    [{ status: 'success', response: '' }, {}, undefined],
    [{ error: { code: 'SOMETHING' } }, {}, undefined],
    [[], {}, undefined],
    [{}, { 'x-envelope-version': 'v9' }, undefined],
  ])('%# %j', (body, headers, expected) => {
    expect(short(http(body, headers))).toBe(expected)
  })

  test('over MCP looks into the structured content', () => {
    expect(short(detect(mcpWire({ structuredContent: v2 })))).toBe('v2 certain')
    expect(short(detect(mcpWire({ structuredContent: { error } })))).toBe('v2 likely')
    expect(detect(mcpWire({ content: [] }))).toBeUndefined()
  })

  test('knows no files and no requests', () => {
    expect(detect(fileWire(v2))).toBeUndefined()
    expect(detect(httpWire({ method: 'GET', headers: {}, body: v2 }))).toBeUndefined()
  })
})
