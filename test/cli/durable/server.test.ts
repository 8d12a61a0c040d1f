/** The commands for runs on a server, over HTTP, in place of its store. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { serve } from '../../../src/server/index.ts'
import type { ServeOptions } from '../../../src/server/server-context.ts'
import { callCli } from '../call-cli.ts'
import { folder, type Ran } from '../run-cli.ts'
import agent from './agent.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Callers by their tokens. */
const people: Readonly<Record<string, { subject: string; tenant: string; roles: string[] }>> = {
  ann: { subject: 'ann', tenant: 'north', roles: [] },
  bob: { subject: 'bob', tenant: 'north', roles: ['operator', 'approver'] },
  eve: { subject: 'eve', tenant: 'south', roles: ['operator', 'approver'] },
}

function byToken(header: string | undefined) {
  return people[header?.replace('Bearer ', '') ?? '']
}

/** A server of the agent with two ways in: the command line on its address, and on its store. */
async function served(more: Partial<ServeOptions> = {}) {
  const store = `sqlite:${join(folder(), 'replywire.db')}`
  const server = serve(agent, {
    store,
    authenticate: async request => byToken(request.headers.get('authorization') ?? undefined),
    log: { info() {}, warn() {}, error() {} } as never,
    ...more,
  })
  const { url, close } = await server.listen({ port: 0 })
  closing.push(close)
  const on = (token: string, ...words: string[]): Promise<Ran> => callCli([...words, '--url', url, '--token', token])
  return {
    url,
    store,
    operatorToken: server.operatorToken?.value ?? '',
    on,
    json: async (token: string, ...words: string[]) => {
      const { out, err, code } = await on(token, ...words, '--json')
      return { code, told: JSON.parse(out === '' ? err : out) as never }
    },
    /** Starts a task, by this caller. */
    async task(token: string, operation: string, inputs: object): Promise<string> {
      const response = await fetch(`${url}/agents/run/sync`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ request_id: crypto.randomUUID(), task_type: operation.toUpperCase(), inputs }),
      })
      const text = await response.text()
      const [id = ''] = /tsk_[\w-]+/.exec(text) ?? [text]
      return id
    },
  }
}

type Served = Awaited<ReturnType<typeof served>>

async function openApproval({ json }: Served, token: string): Promise<string> {
  const found = async () => {
    const { told } = await json(token, 'inbox')
    return (told as { approvals: { id: string }[] }).approvals.map(({ id }) => id)
  }
  await expect.poll(found, { timeout: 20_000 }).toHaveLength(1)
  return (await found())[0] ?? ''
}

describe('a server in place of a store', () => {
  test('lists an approval like its store does, takes the decision, and shows the end of the task', async () => {
    const made = await served()
    const task = await made.task('ann', 'spend', { amount: 5 })
    const id = await openApproval(made, 'bob')
    const { out } = await made.on('bob', 'inbox')
    expect(out).toMatch(/^ID +OPERATION +REQUESTER +AGE +EXPIRES +ACTION\n/)
    expect(out).toContain(`${id}  spend      ann`)
    const [local, remote] = await Promise.all([
      callCli(['inbox', 'show', id, '--store', made.store, '--json']),
      made.on('bob', 'inbox', 'show', id, '--json'),
    ])
    const { tenant, ...ofStore } = JSON.parse(local.out)
    expect(tenant).toBe('north')
    expect(JSON.parse(remote.out)).toEqual(ofStore)
    expect(await made.on('ann', 'approve', id)).toMatchObject({ code: 1 })
    expect(await made.on('bob', 'approve', id, '--note', 'Fine.')).toEqual({
      code: 0,
      out: `✓ Approved ${id}. Task ${task} continues.\n`,
      err: '',
    })
    const state = async () => (await made.json('bob', 'tasks', 'show', task)).told as { state: string }
    await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('completed')
    expect(await state()).toMatchObject({
      id: task,
      operation: 'spend',
      answer: { outcome: { kind: 'completed', payload: { value: { spent: 5, by: 'bob' } } } },
    })
    expect(await made.on('bob', 'reject', id)).toMatchObject({ code: 1, err: '✗ The approval was decided.\n' })
    const decided = (await made.json('bob', 'inbox', 'show', id)).told as { history: { action: string }[] }
    expect(decided.history.map(({ action }) => action)).toEqual(['approval.approve'])
  })

  test('shows nothing of another tenant, and says what is missing', async () => {
    const made = await served()
    await made.task('ann', 'spend', { amount: 5 })
    const id = await openApproval(made, 'bob')
    expect((await made.json('eve', 'inbox', '--all')).told).toEqual({ approvals: [], more: false })
    expect(await made.on('eve', 'approve', id)).toEqual({
      code: 1,
      out: '',
      err: `✗ There is no approval ${id}. See replywire inbox.\n`,
    })
    expect((await made.json('eve', 'tasks', 'show', 'tsk_nothing')).told).toMatchObject({
      error: { code: 'TASK_NOT_FOUND' },
    })
  })

  test('an edit is validated by the server, and a question goes to the requester', async () => {
    const made = await served()
    await made.task('ann', 'spend', { amount: 5 })
    const id = await openApproval(made, 'bob')
    const wrong = await made.on('bob', 'approve', id, '--input', '{"amount":"much"}')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toMatch(/^✗ .*\/input\/amount/)
    expect((await made.on('bob', 'ask-back', id, '--note', 'Why?')).out).toBe(
      `✓ Sent the question to the requester of ${id}.\n`,
    )
    expect((await made.json('bob', 'inbox', 'show', id)).told).toMatchObject({ state: 'asked', note: 'Why?' })
  })

  test('lists more tasks than a page has, follows one, cancels and retries', async () => {
    const made = await served()
    const ids: string[] = []
    for (let count = 0; count < 103; count++) ids.push(await made.task('ann', 'work', { name: `n${count}` }))
    const all = (await made.json('bob', 'tasks', 'list', '--limit', '500')).told as {
      tasks: { id: string }[]
      more: boolean
    }
    expect([all.tasks.length, all.more]).toEqual([103, false])
    expect(new Set(all.tasks.map(({ id }) => id))).toEqual(new Set(ids))
    const few = (await made.json('bob', 'tasks', 'list', '--limit', '2')).told as { tasks: object[]; more: boolean }
    expect([few.tasks.length, few.more]).toEqual([2, true])
    const tailed = await made.on('bob', 'tasks', 'tail', ids[0] ?? '')
    expect(tailed.code).toBe(0)
    expect(tailed.out).toMatch(/ 50 % half of n0\n\S+ completed\n$/)
    expect(await made.on('bob', 'tasks', 'cancel', ids[0] ?? '')).toMatchObject({
      code: 1,
      err: '✗ The task has ended.\n',
    })
    const waits = await made.task('ann', 'spend', { amount: 9 })
    await openApproval(made, 'bob')
    expect((await made.on('bob', 'tasks', 'cancel', waits)).out).toBe(`✓ Canceled ${waits}.\n`)
    const fails = await made.task('ann', 'fail', { name: 'x' })
    const dead = async () => (await made.json('bob', 'tasks', 'list', '--dead')).told as { tasks: { id: string }[] }
    await expect.poll(async () => (await dead()).tasks.map(({ id }) => id), { timeout: 20_000 }).toEqual([fails])
    expect((await made.on('bob', 'tasks', 'retry', fails)).out).toBe(
      `✓ Queued ${fails} again. Completed steps are not repeated.\n`,
    )
  })

  test('the operator token opens the inbox of a server without authentication', async () => {
    const made = await served({ authenticate: false })
    await made.task('nobody', 'spend', { amount: 5 })
    const id = await openApproval(made, made.operatorToken)
    expect((await made.on(made.operatorToken, 'approve', id)).code).toBe(0)
    const { code, err } = await callCli(['inbox', '--url', made.url])
    expect([code, err]).toEqual([
      2,
      `replywire: ${made.url} requires a token. Pass one with --token @FILE or in REPLYWIRE_TOKEN; for a server without authentication, replywire token prints it where the store is.\n`,
    ])
    expect((await callCli(['inbox', '--url', made.url, '--token', 'wrong'])).err).toContain('did not accept the token')
  })
})

describe('an operator of a server', () => {
  test('lists and shows requests of the tenant', async () => {
    const made = await served({ journal: true })
    await made.task('ann', 'work', { name: 'x' })
    await made.task('eve', 'work', { name: 'y' })
    const listed = async (...words: string[]) => {
      const { told } = await made.json('bob', 'requests', 'list', ...words)
      return (told as { requests: { requestId: string; operation: string; subject: string }[] }).requests
    }
    await expect.poll(() => listed('--operation', 'work'), { timeout: 20_000 }).toHaveLength(1)
    const [entry] = await listed('--operation', 'work', '--http-status', '2xx', '--since', '1h')
    expect(entry).toMatchObject({ operation: 'work', subject: 'ann' })
    expect(await listed('--http-status', '5xx')).toEqual([])
    const shown = (await made.json('bob', 'requests', 'show', entry?.requestId ?? '')).told as { requests: object[] }
    expect(shown.requests).toMatchObject([
      { tenant: 'north', stages: expect.arrayContaining([expect.objectContaining({ stage: 'handOver' })]) },
    ])
    expect(await made.on('eve', 'requests', 'show', entry?.requestId ?? '')).toMatchObject({ code: 1, out: '' })
    expect(await made.on('ann', 'requests')).toEqual({
      code: 2,
      out: '',
      err: 'replywire: GET /requests was not answered: INSUFFICIENT_ROLES: Only an operator of this server may do this.\n',
    })
    expect((await made.on('bob', 'requests', '--governance', 'plan')).err).toContain('--governance needs a store')
  })

  test('sees the steps, deliveries and history of a task, and sends a delivery again', async () => {
    const receiver = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(410).end())
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    closing.push(() => receiver.close())
    const { port } = receiver.address() as AddressInfo
    const secret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
    const endpoints = [{ url: `http://127.0.0.1:${port}/hook?key=1`, secret, tenant: 'north' }]
    const made = await served({ webhooks: { allowLoopback: true, endpoints } })
    const task = await made.task('ann', 'work', { name: 'x' })
    const dead = async () =>
      (await made.json('bob', 'webhooks', 'list', '--state', 'dead')).told as { deliveries: { id: string }[] }
    await expect.poll(async () => (await dead()).deliveries, { timeout: 20_000 }).toHaveLength(1)
    const [delivery] = (await dead()).deliveries
    expect(delivery).toMatchObject({ state: 'dead', task, to: `http://127.0.0.1:${port}/hook`, status: 410 })
    expect((await made.json('eve', 'webhooks')).told).toEqual({ deliveries: [], more: false })
    expect((await made.json('bob', 'tasks', 'show', task)).told).toMatchObject({
      steps: [
        { name: 'fetch', state: 'done' },
        { name: 'store', state: 'done' },
      ],
      deliveries: [{ id: delivery?.id }],
    })
    expect((await made.on('eve', 'webhooks', 'resend', delivery?.id ?? '')).err).toBe(
      `✗ There is no delivery ${delivery?.id}. See replywire webhooks list.\n`,
    )
    expect((await made.on('bob', 'webhooks', 'resend', delivery?.id ?? '')).out).toBe(
      `✓ ${delivery?.id} is queued: the next server or worker sends it, with the same id.\n`,
    )
  })
})

describe('which of the two is asked', () => {
  test('an option before the environment, a store in the environment before a server in it', async () => {
    const made = await served()
    await made.task('ann', 'work', { name: 'x' })
    const ask = async (words: string[], env: Record<string, string>) => {
      const { out, err } = await callCli(['tasks', 'list', ...words], { env })
      return /TENANT/.test(out) ? 'store' : /OPERATION/.test(out) ? 'server' : err
    }
    const server = { REPLYWIRE_URL: made.url, REPLYWIRE_TOKEN: 'bob' }
    const store = { REPLYWIRE_STORE: made.store }
    expect(await ask([], server)).toBe('server')
    expect(await ask([], { ...server, ...store })).toBe('store')
    expect(await ask(['--url', made.url], { ...server, ...store })).toBe('server')
    expect(await ask(['--store', made.store], server)).toBe('store')
    expect(await ask(['--store', made.store, '--url', made.url], {})).toBe(
      'replywire: --url and --store exclude each other: leave one out.\n',
    )
  })

  test('what only a store has is refused, and a server that is away is named', async () => {
    const { url, on } = await served()
    expect((await on('bob', 'inbox', '--tenant', 'north')).err).toBe(
      'replywire: --tenant is for a store: a server shows the tenant of the token. Leave it out, or name a --store.\n',
    )
    expect((await callCli(['inbox', '--url', 'mcp+http://127.0.0.1:1/mcp'])).err).toContain(
      '--url is the address of a server',
    )
    const other = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    closing.push(() => other.close())
    const { port } = other.address() as AddressInfo
    const away = await callCli(['inbox', '--url', 'http://127.0.0.1:9'])
    expect(away.code).toBe(2)
    expect(away.err).toMatch(
      /^replywire: http:\/\/127\.0\.0\.1:9 did not answer \(UNREACHABLE\): .* replywire doctor http:\/\/127\.0\.0\.1:9\n$/,
    )
    const stranger = await callCli(['inbox', '--url', `http://127.0.0.1:${port}`])
    expect([stranger.code, stranger.err.includes(url)]).toEqual([2, false])
  })
})
