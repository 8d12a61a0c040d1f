/** `replywire tasks`, on stores of both kinds. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { plainPolicy } from '../../../src/runtime/idempotency.ts'
import { conduct } from '../../runtime/conduct.ts'
import { ann, eve } from '../../runtime/kit.ts'
import { callCli as cli } from '../call-cli.ts'
import { folder, main } from '../run-cli.ts'
import agent from './agent.ts'
import { type Backend, lasting } from './kit.ts'

const backends: Backend[] = ['sqlite', 'postgres']
const push = {
  url: 'https://hooks.example/in?token=hidden',
  scheme: 'bearer',
  credentials: `${'c'.repeat(31)}d`,
  config: { url: 'https://hooks.example/in?token=hidden', operation_id: 'op-1', token: 'echo-me' },
} as const

describe.each(backends)('tasks in %s', backend => {
  test('are listed across tenants, newest first, and by state, operation, tenant and death', async () => {
    const { task, on, json, worker, stateOf } = await lasting(backend)
    const dead = await task('fail', { name: 'a' }, { caller: eve })
    worker({ perTenant: 1 })
    await expect.poll(() => stateOf(dead)).toBe('failed')
    const { code, told } = await json('tasks', 'list')
    expect(code).toBe(0)
    expect(told).toMatchObject({
      more: false,
      tasks: [
        { id: dead, tenant: 'south', subject: 'eve', operation: 'fail', state: 'failed', dead: true, attempt: 1 },
      ],
    })
    const { out } = await on('tasks', 'list', '--dead')
    expect(out).toMatch(/^ID {2,}STATE {2,}OPERATION {2,}TENANT {2,}CALLER {2,}ATTEMPTS {2,}AGE\n/)
    expect(out).toMatch(new RegExp(`^${dead} {2}failed \\(dead\\) {2}fail {2,}south {3}eve {5}1/1`, 'm'))
    for (const words of [
      ['--state', 'queued'],
      ['--operation', 'work'],
      ['--tenant', 'north'],
    ]) {
      expect((await on('tasks', 'list', ...words)).out).toBe('No tasks found.\n')
    }
  })

  test('the newest of all tenants come first, and more are said to be there', async () => {
    const { task, on, json } = await lasting(backend)
    const ids: string[] = []
    for (const caller of [ann, eve, ann]) ids.push(await task('work', { name: 'a' }, { caller }))
    const { told } = await json('tasks', 'list', '--limit', '2')
    const { tasks, more } = told as { tasks: { id: string; createdAt: string }[]; more: boolean }
    expect(more).toBe(true)
    expect(tasks).toHaveLength(2)
    expect(ids).toEqual(expect.arrayContaining(tasks.map(({ id }) => id)))
    expect(tasks.map(({ createdAt }) => createdAt)).toEqual(
      tasks
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    )
    expect((await on('tasks', 'list', '--limit', '2')).out).toContain('There are more: --limit 4 shows them.')
  })

  test('one is shown with its steps, events, approvals and deliveries', async () => {
    const { task, on, json, worker, stateOf } = await lasting(backend)
    const done = await task('work', { name: 'a' })
    const paused = await task('spend', { amount: 5 })
    worker()
    await expect.poll(() => stateOf(done)).toBe('completed')
    await expect.poll(() => stateOf(paused)).toBe('paused')
    const { out } = await on('tasks', 'show', done)
    expect(out).toMatch(new RegExp(`^${done} {2}completed\n`))
    expect(out).toMatch(/^ {2}operation {2}work version 1\.2\.3, in yaagents@0\.3$/m)
    expect(out).toMatch(/^ {2}caller {5}ann of tenant north$/m)
    expect(out).toMatch(/^ {2}events {5}2 events$/m)
    expect(out).toContain('Steps\n  ✓ fetch\n  ✓ store\n')
    expect((await on('tasks', 'show', paused)).out).toMatch(/^ {2}apv_\S+ {2}open {3}Spend 5 \\u\{1b\}\[31m$/m)
    const { out: raw, told } = await json('tasks', 'show', paused)
    expect(told).toMatchObject({
      state: 'paused',
      answer: { outcome: { kind: 'paused', needs: [{ kind: 'approval', key: 'spend' }] } },
      steps: [],
      approvals: [{ state: 'open', requester: 'ann', key: 'spend', input: { amount: 5 } }],
      deliveries: [],
    })
    expect(raw).not.toContain('apr_')
  })

  test('one that waits is canceled, once; whoever waits for it is told', async () => {
    const { runtime, store, on, json, task, url, stateOf } = await lasting(backend)
    const { outcome } = await conduct(agent, runtime, {
      call: { operation: 'log_event', input: { name: 'a' }, exchange: {} },
      caller: ann,
      contract: 'adcp@3.1',
      policy: plainPolicy,
      push,
      stream: false,
      signal: new AbortController().signal,
    })
    const id = outcome.task?.id ?? ''
    expect((await on('tasks', 'cancel', id, '--tenant', 'south')).code).toBe(1)
    const env = { REPLYWIRE_SECRET: 'another secret, which is long enough too' }
    const unread = await cli(['tasks', 'cancel', id, '--store', url], { env })
    expect(unread).toMatchObject({ code: 2, err: expect.stringContaining('The secret is not the one') })
    expect(await stateOf(id)).toBe('queued')
    expect(await on('tasks', 'cancel', id)).toEqual({ code: 0, out: `✓ Canceled ${id}.\n`, err: '' })
    const again = await json('tasks', 'cancel', id)
    expect(again).toMatchObject({ code: 1, out: '', told: { error: { code: 'TASK_ENDED' } } })
    const now = Date.now()
    const [delivery] = await store.do('leaseDeliveries', { now, leaseUntil: now, limit: 1, perEndpoint: 1 })
    expect(JSON.parse(Buffer.from(delivery?.body ?? []).toString())).toMatchObject({
      task_id: id,
      operation_id: 'op-1',
      token: 'echo-me',
      status: 'canceled',
    })
    expect((await json('tasks', 'show', id)).told).toMatchObject({
      history: [{ actor: userInfo().username, action: 'task.cancel', via: 'command line' }],
    })
    const shown = await on('tasks', 'show', id)
    expect(shown.out).toContain('https://hooks.example/in?…')
    expect(shown.out).not.toContain('hidden')
    const other = await task('work', { name: 'b' })
    expect((await json('tasks', 'cancel', other)).told).toEqual({ id: other, result: 'canceled' })
  })

  test('a dead one is tried again, and no other', async () => {
    const { task, on, json, worker, stateOf, store } = await lasting(backend)
    const id = await task('fail', { name: 'a' })
    expect((await json('tasks', 'retry', id)).told).toMatchObject({ error: { code: 'TASK_NOT_DEAD' } })
    const working = worker()
    await expect.poll(() => stateOf(id)).toBe('failed')
    await working.stop()
    expect(await on('tasks', 'retry', id)).toMatchObject({ code: 0 })
    expect(await store.do('getTask', { id, tenant: 'north' })).toMatchObject({
      state: 'queued',
      attempt: 0,
      dead: false,
    })
  })

  test('a log is followed to its end, while it grows', async () => {
    const { task, url, on, worker } = await lasting(backend)
    const id = await task('work', { name: 'a' })
    const child = spawn(process.execPath, [main, 'tasks', 'tail', id, '--json', '--store', url])
    const ended = new Promise(resolve => child.once('close', resolve))
    worker()
    const events: { seq: number; kind: string }[] = []
    for await (const line of createInterface({ input: child.stdout })) events.push(JSON.parse(line))
    expect(await ended).toBe(0)
    expect(events).toMatchObject([
      { seq: 1, kind: 'moment', moment: { kind: 'progress', fraction: 0.5, message: 'half of a' } },
      { seq: 2, kind: 'outcome', answer: { outcome: { kind: 'completed' } } },
    ])
    expect((await on('tasks', 'tail', id)).out).toMatch(/^\S+Z 50 % half of a\n\S+Z completed\n$/)
  })

  test('a log that is not at its end is left with Ctrl-C, without a word', async () => {
    const { task, url, worker, stateOf } = await lasting(backend)
    const id = await task('spend', { amount: 5 })
    worker()
    await expect.poll(() => stateOf(id)).toBe('paused')
    const child = spawn(process.execPath, [main, 'tasks', 'tail', id, '--store', url])
    const ended = new Promise(resolve => child.once('close', resolve))
    let err = ''
    child.stderr.on('data', chunk => {
      err += chunk
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    expect((await lines.next()).value).toContain('paused: needs approval: Spend 5 \\u{1b}[31m')
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(err).toBe('')
  })
})

describe('mistakes', () => {
  test.each([
    [['tasks', 'list']],
    [['inbox']],
    [['approve', 'apv_x']],
    [['webhooks', 'resend', 'msg_x']],
    [['worker', join(import.meta.dirname, 'agent.ts')]],
  ])('%j on a store that is not there makes none', async words => {
    const cwd = folder()
    const { code, out, err } = await cli(words, { cwd })
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: 'replywire: There is no store at .replywire/replywire.db. Go to the folder of its server, name it with --store URL, or create one: replywire store migrate\n',
    })
    expect(existsSync(join(cwd, '.replywire'))).toBe(false)
  })

  test.each([
    [['tasks', 'show'], 'ID is missing: A task, as `replywire tasks` lists it. See replywire tasks show --help.'],
    [['tasks', 'list', 'tsk_x'], '"tsk_x" is one argument too many.'],
    [['tasks', 'tail', 'tsk_x', '--dead'], 'replywire tasks tail has no option "--dead"; it belongs to tasks list.'],
    [['tasks', 'list', '--limit', '0'], '--limit takes a whole number from 1 to 1000.'],
    [['tasks', 'list', '--state', 'faild'], 'There is no value for --state "faild". Did you mean failed?'],
    [['inbox', 'show'], 'ID is missing: An approval, as `replywire inbox` lists it. See replywire inbox show --help.'],
    [['ask-back', 'apv_x'], '--note is missing: it is the question.'],
    [['approve', 'apv_x', '--input', '[1]'], '--input takes a JSON object. This is none.'],
    [
      ['approve', 'apv_x', '--input', '{"amount":3,"amount":4}'],
      '/amount is given twice: which is meant is not known.',
    ],
    [
      ['approve', 'apv_x', '--input', '{"amount":0.12345678901234567890}'],
      '/amount is a number that cannot be read exactly',
    ],
    [['reject', 'apv_x', '--input', '{}'], 'There is no option "--input".'],
    [['webhooks', 'test', 'https://a.example'], 'Give exactly one of --secret, --bearer and --hmac'],
    [
      ['webhooks', 'list', '--secret', 'x'],
      'replywire webhooks list has no option "--secret"; it belongs to webhooks test.',
    ],
  ])('%j', async (words, said) => {
    const { code, out, err } = await cli(words, { cwd: folder() })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(said)
  })

  test('an id that is nobody’s is said so, with no control character of it', async () => {
    const { on } = await lasting('sqlite')
    for (const words of [['tasks', 'show'], ['inbox', 'show'], ['approve'], ['webhooks', 'resend']]) {
      const { code, out, err } = await on(...words, 'no\u001b[31m')
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(/^✗ There is no \w+ no\\u\{1b\}\[31m\. See replywire/)
    }
  })

  test('a store that cannot be reached is told without its password', async () => {
    const url = 'postgres://someone:pass-word@127.0.0.1:1/none'
    const { code, err } = await cli(['tasks', 'list', '--store', url])
    expect(code).toBe(2)
    expect(err).toMatch(/^replywire: The store cannot be opened\b.*\n$/)
    expect(err).not.toMatch(/pass-word|someone/)
  })
})
