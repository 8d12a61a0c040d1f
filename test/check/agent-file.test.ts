/** The checker is checked: a good host passes, and each fault is found by exactly its rule. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { folder, main } from '../cli/run-cli.ts'
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

describe('what a host starts', () => {
  /** A host that starts a process which would outlive it, and notes both folder and process. */
  const lasting = (notes: string) =>
    `file+host:"${process.execPath}" -e "const c=require('node:child_process').spawn('sleep',['300']);require('node:fs').appendFileSync('${notes}',c.pid+' '+process.cwd()+String.fromCharCode(10));setInterval(()=>{},1000)"`
  const isAlive = (pid: number): boolean => {
    try {
      // A process that ended and was not collected yet is no longer one.
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
  const readNotes = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map(line => ({ pid: Number(line.split(' ')[0]), dir: line.split(' ')[1] ?? '' }))

  test('ends with the check', async () => {
    const notes = join(folder(), 'notes.txt')
    // On a busy machine the host may need longer to note what it has started.
    for (let timeoutMs = 500; !existsSync(notes) && timeoutMs < 300_000; timeoutMs *= 2) {
      await checkService(lasting(notes), 'agent-file', {
        cases: cases.slice(0, 1),
        timeoutMs,
        only: ['case/writer'],
      })
    }
    const [started] = readNotes(notes)
    expect(started?.pid).toBeGreaterThan(0)
    await vi.waitFor(() => expect(isAlive(started?.pid ?? 0)).toBe(false), 300_000)
    expect(existsSync(started?.dir ?? '')).toBe(false)
  })

  test.each([
    // A report is written after the first, and nothing after the second.
    ['SIGINT', [130, null]],
    ['SIGHUP', [null, 'SIGHUP']],
  ] as const)('ends with a check that is ended by %s, and so does its folder', async (name, expected) => {
    const cwd = folder({ 'c.yaml': 'cases: [{ name: a, operation: b, effects: none }]\n' })
    const notes = join(cwd, 'notes.txt')
    const words = ['check', lasting(notes), '--contract', 'agent-file', '--cases', 'c.yaml', '--only', 'case/a']
    const child = spawn(process.execPath, [main, ...words], { cwd, stdio: 'ignore' })
    await vi.waitFor(() => expect(readNotes(notes)).toHaveLength(1), 300_000)
    child.kill(name)
    expect(await once(child, 'exit')).toEqual(expected)
    const [started] = readNotes(notes)
    await vi.waitFor(() => expect(isAlive(started?.pid ?? 0)).toBe(false), 300_000)
    expect(existsSync(started?.dir ?? '')).toBe(false)
  })
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
