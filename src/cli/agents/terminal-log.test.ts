import { expect, test } from 'vitest'
import type { AccessLogger } from '../../server/log.ts'
import type { Style } from '../terminal.ts'
import { terminalLog } from './terminal-log.ts'

const tag =
  (name: string) =>
  (text: string): string =>
    `<${name}>${text}</>`
const tagged: Style = {
  good: tag('good'),
  bad: tag('bad'),
  warn: tag('warn'),
  dim: tag('dim'),
  strong: tag('strong'),
  name: tag('name'),
}
const same = (text: string): string => text
const plain: Style = { good: same, bad: same, warn: same, dim: same, strong: same, name: same }

function printed(write: (log: AccessLogger) => void, style: Style = plain): string[] {
  const lines: string[] = []
  write(terminalLog({ line: (text = '') => void lines.push(text), style }))
  return lines
}

const answer = {
  request_id: 'req-1',
  correlation_id: 'corr-1',
  operation: 'greet',
  method: 'POST',
  route: 'POST /greetings',
  status: 201,
  outcome: 'completed',
  code: '',
  contract: 'yaagents',
  edition: '0.3',
  duration_ms: 40.4,
  stream: false,
}

test.each([
  [{}, 'POST /greetings 201 yaagents 40 ms req-1'],
  [
    { status: 404, outcome: 'failed', code: 'NOT_FOUND', request_id: '' },
    'POST /greetings 404 NOT_FOUND yaagents 40 ms',
  ],
  [
    { status: 404, outcome: 'failed', code: 'ROUTE_NOT_FOUND', route: '' },
    'POST (no route) 404 ROUTE_NOT_FOUND yaagents 40 ms req-1',
  ],
  [{ status: 412, outcome: 'paused' }, 'POST /greetings 412 paused yaagents 40 ms req-1'],
  [{ method: 'tools/call', route: '/mcp', status: 200 }, 'tools/call /mcp greet 200 yaagents 40 ms req-1'],
])('a call is one line: %j', (more, expected) => {
  expect(printed(log => log.info({ ...answer, ...more }, 'answered'))).toEqual([expected])
})

test.each([
  [{ status: 201, outcome: 'completed' }, '<good>201</>'],
  [{ status: 404, outcome: 'failed', code: 'NOT_FOUND' }, '<warn>404 NOT_FOUND</>'],
  [{ status: 200, outcome: 'failed', code: 'CONFLICT' }, '<warn>200 CONFLICT</>'],
  [{ status: 500, outcome: 'failed', code: 'OUTPUT_INVALID' }, '<bad>500 OUTPUT_INVALID</>'],
])('a status has its colour: %j', (more, expected) => {
  expect(printed(log => log.info({ ...answer, ...more }, 'answered'), tagged)[0]).toContain(` ${expected} `)
})

test('lines of a handler show their fields, and steer no terminal', () => {
  const ids = { request_id: 'req-1', correlation_id: 'c', operation: 'greet' }
  expect(
    printed(log => {
      log.info({ ...ids, rows: 3 }, 'looked \u001b[2J up')
      log.warn({ header: 'x\ny' }, 'a header cannot be sent')
    }),
  ).toEqual(['greet: looked \\u{1b}[2J up rows=3 req-1', '! a header cannot be sent header=x\\u{a}y'])
})

test('a problem shows what is wrong, what to write, and the request', () => {
  const issues = [{ pointer: '/text', message: 'expected string', found: 'number' }]
  const fields = { operation: 'greet', request_id: 'req-1', issues: 1 }
  expect(printed(log => log.problem?.({ summary: 'the answer is wrong', fields, issues, fix: 'Write it.' }))).toEqual([
    '✗ greet: the answer is wrong\n    /text  expected string; found number\n  Write it.\n  request req-1',
  ])
})
