import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { mcp } from './index.ts'

const words = { type: 'text', text: 'a' }

describe('detection', () => {
  test.each<[string, Json, string, string]>([
    ['a plain result', { content: [words] }, '2025-11-25', 'possible'],
    ['a result that says its type', { resultType: 'complete', content: [words] }, '2026-07-28', 'possible'],
    ['a pause', { resultType: 'input_required', requestState: 's' }, '2026-07-28', 'likely'],
    ['a task', { resultType: 'task', taskId: 't', status: 'working' }, '2026-07-28', 'likely'],
    ['a task of the older form', { task: { taskId: 't' } }, '2025-11-25', 'likely'],
    ['an error', { error: { code: -32602, message: 'x' } }, '2025-11-25', 'possible'],
    ['a result of ours', { content: [words], _meta: { 'replywire/exchange': {} } }, '2025-11-25', 'likely'],
    [
      'an envelope of another contract, even with our ids',
      { content: [words], structuredContent: { status: 'completed' }, _meta: { 'replywire/exchange': {} } },
      '2025-11-25',
      'possible',
    ],
  ])('%s', (_, body, version, sure) => {
    expect(mcp.detect(mcpWire(body))).toMatchObject({ version, sure })
  })

  test.each<[string, Json]>([
    ['a text', 'hello'],
    ['an object of another sort', { answer: 42 }],
    ['an error without a number', { error: 'x' }],
  ])('%s is not its own', (_, body) => {
    expect(mcp.detect(mcpWire(body))).toBeUndefined()
  })

  test('another carrier is not its own', () => {
    expect(mcp.detect(httpWire({ status: 200, body: { content: [words] } }))).toBeUndefined()
  })
})

test('the newest revision is the current one', () => {
  expect(mcp.current).toBe('2026-07-28')
  expect(Object.keys(mcp.editions)).toEqual(['2025-06-18', '2025-11-25', '2026-07-28'])
})
