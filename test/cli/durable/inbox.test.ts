/** `replywire inbox`, `approve`, `reject` and `ask-back`, on stores of both kinds. */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditLine } from '../../../src/runtime/audit.ts'
import { fromBytes } from '../../../src/runtime/bytes.ts'
import { ann, eve } from '../../runtime/kit.ts'
import { folder } from '../run-cli.ts'
import { type Backend, type Lasting, lasting } from './kit.ts'

const backends: Backend[] = ['sqlite', 'postgres']
const me = userInfo().username

/** A store in which a task waits for an approval, and a worker. */
async function request(backend: Backend, more: Parameters<Lasting['task']>[2] = {}) {
  const made = await lasting(backend)
  const task = await made.task('spend', { amount: 5 }, more)
  made.worker()
  await expect.poll(() => made.stateOf(task)).toBe('paused')
  const [row] = await made.store.do('taskApprovals', { taskId: task })
  const answerOf = async () => {
    const tenant = more.caller?.tenant ?? 'north'
    const { outcome } = (await made.store.do('getTask', { id: task, tenant })) ?? {}
    return outcome === undefined || outcome === null ? undefined : fromBytes<{ outcome: object }>(outcome).outcome
  }
  return { ...made, id: row?.id ?? '', taskId: task, answerOf }
}

describe.each(backends)('the inbox in %s', backend => {
  test('shows what would be done, by whom asked, since when; an approval lets the task go on', async () => {
    const { on, json, id, taskId, stateOf, answerOf } = await request(backend)
    const { code, out } = await on('inbox')
    expect(code).toBe(0)
    const [headings, row] = out.split('\n')
    expect(headings).toMatch(/^ID {2,}OPERATION {2,}REQUESTER {2,}TENANT {2,}AGE {2,}EXPIRES {2,}ACTION$/)
    expect(row).toMatch(
      new RegExp(`^${id} {2}spend {6}ann {8}north {3}(now|\\d+ s) {2,}in 23 h {2}Spend 5 \\\\u\\{1b\\}\\[31m$`),
    )
    expect((await json('inbox', '--tenant', 'south')).told).toEqual({ approvals: [], more: false })

    expect(await on('approve', id, '--note', 'Fine.')).toEqual({
      code: 0,
      out: `✓ Approved ${id}. Task ${taskId} continues.\n`,
      err: '',
    })
    await expect.poll(() => stateOf(taskId)).toBe('completed')
    expect(await answerOf()).toMatchObject({ payload: { value: { spent: 5, by: me } } })
    expect((await on('inbox')).out).toBe('No open requests for approval.\n')
    expect((await on('inbox', '--all')).out).toMatch(/^apv_\S+ {2}approved {2}spend /m)
  })

  test('an edit is shown to the next approver with its author, and one person gives one approval', async () => {
    const { on, json, store, task, worker } = await lasting(backend)
    const id = await task('pay', { amount: 1 }, { caller: { ...ann, account: 'sandbox' } })
    worker()
    const open = async (key: string) => {
      const found = async () =>
        (await store.do('taskApprovals', { taskId: id })).filter(({ state }) => state === 'open')
      await expect.poll(async () => (await found()).map(row => row.key)).toEqual([key])
      return (await found())[0]?.id ?? ''
    }
    const edit = await on('approve', await open('finance'), '--as', 'fin', '--input', '{"amount":9}')
    expect(edit.code).toBe(0)
    const legal = await open('legal')
    expect((await json('inbox', 'show', legal)).told).toMatchObject({
      input: { amount: 9 },
      original: { amount: 1 },
      editedBy: 'fin',
      account: 'sandbox',
      roles: ['legal'],
    })
    const { out } = await on('inbox', 'show', legal)
    expect(out).toMatch(/^ *account +sandbox$/m)
    expect(out).toMatch(/^ *edited by +fin$/m)
    expect(out).toContain('Input as requested\n    {\n      "amount": 1\n    }\n')
    expect((await on('inbox')).out).toMatch(/ACCOUNT.* sandbox /s)
    const same = await json('approve', legal, '--as', 'fin')
    expect(same).toMatchObject({ code: 1, told: { error: { code: 'SAME_PERSON' } } })
    expect((await on('approve', legal, '--as', 'leo')).code).toBe(0)
  })

  test('every decision is in the audit log, with the account that it came from', async () => {
    const { on, json, id } = await request(backend)
    expect((await on('reject', id, '--note', 'Too \u001b[1mmuch.', '--as', 'carol')).code).toBe(0)
    const { told } = await json('inbox', 'show', id)
    expect(told).toMatchObject({
      id,
      state: 'rejected',
      requester: 'ann',
      decidedBy: 'carol',
      input: { amount: 5 },
      history: [
        {
          actor: 'carol',
          action: 'approval.reject',
          decision: 'reject',
          note: 'Too \u001b[1mmuch.',
          via: 'command line',
          account: me,
        },
      ],
    })
    const { out } = await on('inbox', 'show', id)
    expect(out).toContain('Input\n    {\n      "amount": 5\n    }\nHistory\n')
    expect(out).toMatch(
      new RegExp(
        `carol {2}approval\\.reject {2}note: Too \\\\u\\{1b\\}\\[1mmuch\\., via: command line, account: ${me}\n$`,
      ),
    )
    expect(out).not.toContain('\u001b')
  })

  test('what was decided is refused politely, and so is what one asked for oneself', async () => {
    const { on, json, id } = await request(backend)
    const own = await json('approve', id, '--as', 'ann')
    expect(own).toMatchObject({ code: 1, out: '', told: { error: { code: 'OWN_REQUEST' } } })
    expect((await on('approve', id, '--tenant', 'south')).code).toBe(1)
    expect((await on('approve', id, '--as', 'carol')).code).toBe(0)
    const { code, out, err } = await on('reject', id)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(new RegExp(`^✗ ${id} was approved by carol (now|\\d+ s ago); a request is decided once\\.\n$`))
    expect((await json('ask-back', id, '--note', 'Why?')).told).toMatchObject({ error: { code: 'ALREADY_DECIDED' } })
  })

  test('what a canceled task asked for waits no longer, and is refused politely', async () => {
    const { on, json, id, taskId } = await request(backend)
    expect((await on('tasks', 'cancel', taskId)).code).toBe(0)
    expect((await on('inbox')).out).toBe('No open requests for approval.\n')
    expect((await on('inbox', '--all')).out).toMatch(/^apv_\S+ {2}withdrawn {2}spend /m)
    expect(await on('approve', id)).toEqual({
      code: 1,
      out: '',
      err: `✗ ${id} was withdrawn: task ${taskId} has ended, or continues with another input.\n`,
    })
    expect((await json('reject', id)).told).toMatchObject({ error: { code: 'APPROVAL_WITHDRAWN' } })
  })

  test('an approval with credentials in its input is refused: they are for the caller to give', async () => {
    const { on, id } = await request(backend)
    const input = { amount: 3, to: { push_notification_config: { url: 'https://a.example', token: 'T' } } }
    const { code, err } = await on('approve', id, '--input', JSON.stringify(input))
    expect(code).toBe(2)
    expect(err).toContain('--input contains credentials (/to/push_notification_config/token)')
    expect(err).not.toContain('"T"')
  })

  test('an approval with another input runs with that', async () => {
    const { on, id, taskId, stateOf, answerOf } = await request(backend)
    const file = join(folder({ 'input.json': { amount: 3 } }), 'input.json')
    const { out } = await on('approve', id, '--input', `@${file}`)
    expect(out).toContain('Approved with another input')
    expect(out).toContain('The input is validated when the run continues.')
    await expect.poll(() => stateOf(taskId)).toBe('completed')
    expect(await answerOf()).toMatchObject({ payload: { value: { spent: 3 } } })
    const other = await request(backend)
    expect((await other.json('approve', other.id, '--input', '{"amount":2}')).told).toMatchObject({
      edit: { amount: 2 },
      notice: 'The input is validated when the run continues.',
    })
  })

  test('a question is told to the requester, whose answer is asked about anew', async () => {
    const { on, json, id, taskId, stateOf, answerOf, store } = await request(backend)
    expect((await on('ask-back', id, '--note', 'For which client?')).out).toBe(
      `✓ Sent the question to the requester of ${id}.\n`,
    )
    expect((await on('approve', id)).err).toMatch(
      new RegExp(
        `^✗ ${id} is waiting for the requester to answer a question \\(sent by ${me} (now|\\d+ s ago)\\)\\.\n$`,
      ),
    )
    await expect.poll(answerOf).toMatchObject({ kind: 'paused', needs: [{ question: 'For which client?' }] })
    const call = (await store.do('getTask', { id: taskId, tenant: 'north' }))?.call ?? new Uint8Array()
    const kept = fromBytes<{ call: object }>(call)
    const answered = { ...kept, call: { ...kept.call, input: { amount: 5, client: 'Acme' } } }
    const bytes = new TextEncoder().encode(JSON.stringify(answered))
    const now = Date.now()
    const audit = auditLine({ tenant: 'north', actor: 'ann', action: 'task.answer', subject: taskId, at: now })
    await store.do('resumeTask', { id: taskId, tenant: 'north', from: 'paused', call: bytes, audit, now })
    await expect.poll(answerOf).toMatchObject({ kind: 'paused', needs: [{ kind: 'approval' }] })
    const { told } = await json('inbox')
    const [open] = (told as { approvals: { id: string; input: object }[] }).approvals
    expect(open?.input).toEqual({ amount: 5, client: 'Acme' })
    expect((await on('approve', open?.id ?? '')).code).toBe(0)
    await expect.poll(() => stateOf(taskId)).toBe('completed')
  })
})

test('what has expired is refused, and only --all lists it', async () => {
  const { store, on, json } = await lasting('sqlite')
  const past = Date.now() - 60_000
  await store.do('askApproval', {
    id: 'apv_old',
    tenant: eve.tenant,
    requester: ann.subject,
    operation: 'spend',
    key: 'spend',
    digest: 'd',
    action: 'Spend 1',
    input: new TextEncoder().encode('{"amount":1}'),
    tokenHash: 'h',
    taskId: null,
    now: past - 1000,
    expiresAt: past,
  })
  expect((await json('inbox')).told).toEqual({ approvals: [], more: false })
  expect((await on('inbox', '--all')).out).toMatch(/^apv_old {2}expired {2}spend .*1 min ago {2}Spend 1$/m)
  expect(await on('approve', 'apv_old')).toEqual({
    code: 1,
    out: '',
    err: '✗ apv_old expired 1 min ago; the caller must make a new request.\n',
  })
})
