/** The checker is checked: a good host passes, and each fault is found by exactly its rule. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { brokenRules, checkService, errorsIn, probeCase } from './kit.ts'

const host = fileURLToPath(new URL('file-host.ts', import.meta.url))
const cases = [
  probeCase('writer', { input: { prompt: 'Write.' }, expects: 'success' }),
  probeCase('nobody', { input: { prompt: 'Write.' }, expects: 'error' }),
  probeCase('slow', { input: { prompt: 'Write.' }, expects: 'timeout', deadlineMs: 1000 }),
]

const check = (fault = '') =>
  checkService(`file+host:"${process.execPath}" "${host}" {dir} ${fault}`, 'agent-file', { cases, timeoutMs: 20_000 })

test('a good host passes every check', async () => {
  const report = await check()
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
  expect(errorsIn(report)).toEqual([])
  expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'service/wrong-type not-probed',
    'agent-file/malformed-request passed',
    'agent-file/beside-malformed passed',
    'agent-file/two-at-once passed',
    'case/writer passed',
    'case/nobody passed',
    'case/slow passed',
  ])
})

test('a command that cannot be started is an error of the check', async () => {
  const report = await checkService('file+host:/nowhere/host {dir}', 'agent-file', { cases })
  expect(report.summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
  expect(errorsIn(report)[0]).toBe(
    'agent-file/malformed-request: The host command cannot be started (ENOENT); is it installed?',
  )
})

describe('a host that is wrong in one way', () => {
  test.each([
    ['wrong-id', 'agent-file/request-id'],
    ['no-version', 'agent-file/required'],
    ['upper-case', 'agent-file/status-case'],
    ['object-response', 'agent-file/response-text'],
    ['result-field', 'agent-file/result-field'],
    ['extra-field', 'agent-file/closed'],
    ['text-duration', 'agent-file/duration'],
    ['no-timezone', 'agent-file/created-at'],
    ['null-metadata', 'agent-file/metadata'],
    ['bare-output', 'agent-file/envelope'],
    ['error-on-success', 'agent-file/success-errors'],
    ['silent-error', 'agent-file/error-told'],
    ['no-timeout', 'service/row'],
    ['malformed-success', 'agent-file/malformed-request'],
    ['one-file', 'service/answered'],
    ['stops-at-broken', 'service/answered'],
    ['never', 'service/answered'],
  ])('%s', async (fault, rule) => {
    const report = await check(fault)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})
