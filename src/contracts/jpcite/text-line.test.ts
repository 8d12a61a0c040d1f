import { expect, test } from 'vitest'
import { textLine } from './text-line.ts'

const list = (count: number) => Array.from({ length: count }, () => 'x')

test.each([
  [{ status: 'rich', results: list(23) }, 'rich · 23 results'],
  [{ status: 'rich', results: list(1) }, 'rich · 1 result'],
  [{ status: 'rich', results: list(7), retry_with: { hint: 'x' } }, 'rich · 7 results'],
  [{ status: 'sparse', results: list(1) }, 'sparse · 1 result'],
  [{ status: 'sparse', results: list(3), retry_with: { limit: 20 } }, 'sparse · 3 results'],
  [{ status: 'sparse', results: list(3), retry_with: { hint: 'drop tier' } }, 'sparse · 3 results · retry: drop tier'],
  [{ status: 'sparse', results: list(2), retry_with: { hint: '', advice: 'a' } }, 'sparse · 2 results · retry: a'],
  [{ status: 'sparse', results: list(2), retry_with: { advice: 'a', broaden: 'b' } }, 'sparse · 2 results · retry: b'],
  [{ status: 'empty', empty_reason: 'no_match', retry_with: { broaden: true } }, 'empty · no_match'],
  [{ status: 'empty', retry_with: { broaden: 'wider' } }, 'empty · no_match · retry: wider'],
  [{ status: 'empty', retry_with: { hint: 'say\r\nless' } }, 'empty · no_match · retry: say less'],
  [{ status: 'partial', results: [], warnings: list(1) }, 'partial · 0 results · 1 warning'],
  [{ status: 'partial', results: list(1), warnings: list(2) }, 'partial · 1 result · 2 warnings'],
  [{ status: 'error', error: { user_message: 'だめです。' } }, 'だめです。'],
  [{ status: 'error', error: { user_message: 'x'.repeat(120) } }, 'x'.repeat(120)],
  [{ status: 'error', error: { user_message: 'x'.repeat(121) } }, `${'x'.repeat(117)}…`],
  [{ status: 'error', error: { user_message: '🜚'.repeat(120) } }, '🜚'.repeat(120)],
  [{ status: 'error', error: { user_message: '🜚'.repeat(121) } }, `${'🜚'.repeat(117)}…`],
  [{ error: { user_message: 'bare' } }, 'bare'],
])('%# %j', (envelope, line) => {
  expect(textLine(envelope)).toBe(line)
})
