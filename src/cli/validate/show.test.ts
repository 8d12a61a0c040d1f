import { expect, test } from 'vitest'
import type { Finding } from '../../codec/rule.ts'
import type { OutputStream } from '../terminal.ts'
import { startProgress } from './progress.ts'
import { showSummary, showVerdict } from './show.ts'
import type { FileVerdict } from './verdict.ts'

const same = (text: string): string => text
const style = { good: same, bad: same, warn: same, dim: same, strong: same, name: same }

function collect(columns?: number): OutputStream & { text(): string } {
  let all = ''
  const write = (text: string | Uint8Array): void => {
    all += text
  }
  const isTerminal = columns !== undefined
  return { write, line: (text = '') => write(`${text}\n`), style, isTerminal, columns, text: () => all }
}

const verdict: FileVerdict = { file: 'a.json', contract: 'c', version: '1', valid: false, findings: [] }
const found = (more: Partial<Finding>): Finding => ({
  rule: 'c/r',
  level: 'must',
  pointer: '/x',
  message: 'Wrong.',
  clause: '§1',
  fix: 'Mend it.',
  ...more,
})

test('places are aligned; rule, clause and fix are said once for a run of one rule', () => {
  const to = collect()
  const findings = [
    found({}),
    found({ pointer: '/longer/place' }),
    found({ rule: 'c/s', level: 'lenient', pointer: '' }),
  ]
  showVerdict({ ...verdict, findings }, to)
  expect(to.text()).toBe(
    [
      '✗ a.json  c 1',
      '  ✗ /x             Wrong.',
      '  ✗ /longer/place  Wrong.',
      '                   c/r · §1 · Mend it.',
      '  ~ (message)      Wrong.',
      '                   c/s · §1 · Mend it.',
      '',
    ].join('\n'),
  )
})

test('long lines are wrapped under themselves on a terminal', () => {
  const to = collect(40)
  showVerdict({ ...verdict, findings: [found({ fix: 'Do this, and then do that, and be done.' })] }, to)
  const lines = to.text().split('\n')
  expect(lines.every(line => line.length <= 40)).toBe(true)
  expect(lines.slice(2, -1).every(line => line.startsWith('        '))).toBe(true)
})

test('of very many findings the first hundred are shown, and the rest counted', () => {
  const to = collect()
  showVerdict({ ...verdict, findings: Array.from({ length: 1234 }, (_, index) => found({ pointer: `/${index}` })) }, to)
  expect(to.text()).toContain('/99 ')
  expect(to.text()).not.toContain('/100 ')
  expect(to.text()).toContain(
    '… and at least 1,134 findings more; --json lists those, and a check ends at 1,000 findings',
  )
  const fewer = collect()
  const some = Array.from({ length: 123 }, (_, index) => found({ pointer: `/${index}` }))
  showVerdict({ ...verdict, findings: some }, fewer)
  expect(fewer.text()).toContain('… and 23 findings more; --json lists them all')
})

test('contracts that are just as sure are named', () => {
  const to = collect()
  showVerdict({ ...verdict, valid: true, detected: { sure: 'likely', reason: 'its looks', others: ['d@2'] } }, to)
  expect(to.text()).toBe('✓ a.json  c 1 · detected by its looks\n  just as sure: d@2; pass --contract to choose\n')
})

test('the summary counts advice only when it counts', () => {
  const advised: FileVerdict = { ...verdict, valid: true, findings: [found({ level: 'should' })] }
  const strict = collect()
  showSummary([advised, { ...verdict, valid: true }], 'should', strict)
  expect(strict.text()).toBe('! 2 files: 1 with advice, 1 valid\n')
  const easy = collect()
  showSummary([advised, { ...verdict, valid: true }], 'must', easy)
  expect(easy.text()).toBe('✓ 2 files valid · c 1\n')
})

test('progress is a line on a terminal, for many files only', () => {
  const terminal = collect(80)
  const progress = startProgress(1000, { err: terminal, json: false })
  for (let done = 1; done <= 50; done++) progress.step(done)
  expect(terminal.text()).toContain('50 of 1,000 files')
  const few = collect(80)
  startProgress(100, { err: few, json: false }).step(100)
  const piped = collect()
  startProgress(1000, { err: piped, json: false }).step(100)
  expect([few.text(), piped.text()]).toEqual(['', ''])
})
