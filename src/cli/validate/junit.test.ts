import { expect, test } from 'vitest'
import { writeJunit } from './junit.ts'
import type { FileVerdict } from './verdict.ts'

const verdict: FileVerdict = { file: 'a.json', contract: 'c', version: '1', valid: true, findings: [] }
const finding = { rule: 'c/r', pointer: '/x', message: 'm', clause: '§1', fix: 'f' }

test('everything is escaped, and what XML cannot hold is replaced', () => {
  const pointer = '/<&>"\'\u0000\u001b\ud800\uffff\n'
  const xml = writeJunit([{ ...verdict, valid: false, findings: [{ ...finding, level: 'must', pointer }] }], 'must')
  expect(xml).toContain('at /&lt;&amp;&gt;&quot;&apos;\ufffd\ufffd\ufffd\ufffd&#10;: m')
})

test('a should finding is a failure only from that level on', () => {
  const advised: FileVerdict = { ...verdict, findings: [{ ...finding, level: 'should' }] }
  expect(writeJunit([advised], 'must')).toContain('tests="1" failures="0" errors="0"')
  expect(writeJunit([advised], 'must')).toContain('<system-out>should c/r at /x: m (§1) f</system-out>')
  expect(writeJunit([advised], 'should')).toContain('tests="1" failures="1" errors="0"')
})
