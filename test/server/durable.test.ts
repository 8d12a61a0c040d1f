/** Tasks, keys and approvals over real sockets, in the caller's contract. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/principal.ts'
import { ask, created, defineAgent, operation, requireApproval } from '../../src/index.ts'
import { RunRecovery } from '../../src/runtime/recovery.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const Receiver = z.strictObject({
  url: z.string(),
  authentication: z.strictObject({ schemes: z.array(z.string()), credentials: z.string() }),
})

function bookings() {
  const did: string[] = []
  const held = Promise.withResolvers<void>()
  const agent = defineAgent({
    name: 'bookings',
    version: '1.0.0',
    operations: {
      book: operation({
        title: 'Book',
        route: 'POST /bookings',
        input: z.object({ name: z.string() }),
        handler({ name }) {
          did.push(name)
          return created({ name }, { location: `/bookings/${did.length}` })
        },
      }),
      plan: operation({
        title: 'Plan',
        route: 'POST /plans',
        async: true,
        input: z.object({ city: z.string().optional() }),
        async handler({ city }, ctx) {
          if (city === undefined) return ask([{ name: 'city', question: 'Which city?' }])
          await ctx.progress(0.5, 'half')
          await held.promise
          await ctx.progress(0.9, 'nearly')
          return { city }
        },
      }),
      spend: operation({
        title: 'Spend',
        route: 'POST /spendings',
        input: z.strictObject({ amount: z.number() }),
        handler({ amount }, ctx) {
          if (ctx.approval('spend') === undefined) return requireApproval('spend', { action: `Spend ${amount}` })
          did.push(`spent ${amount}`)
          return created({ amount })
        },
      }),
      subscribe: operation({
        title: 'Subscribe',
        route: 'POST /subscriptions',
        input: z.strictObject({ to: z.array(z.strictObject({ push_notification_config: Receiver })) }),
        handler({ to }, ctx) {
          if (ctx.approval('subscribe') === undefined) return requireApproval('subscribe', { action: 'Subscribe' })
          did.push(
            ...to.map(({ push_notification_config: { url, authentication } }) => url + authentication.credentials),
          )
          return created({})
        },
      }),
    },
  })
  return { agent, did, release: () => held.resolve() }
}

/** Whoever names themselves is believed: roles follow after a slash. */
const believed: Authenticate = async request => {
  const name = request.headers.get('x-me')
  if (name === null) return undefined
  const [subject = '', tenant = '', ...roles] = name.split('/')
  return { subject, tenant, roles }
}

async function started(options: ServeOptions = {}) {
  const parts = bookings()
  const listening = await serve(parts.agent, { authenticate: believed, ...options }).listen({ port: 0 })
  closing.push(async () => {
    parts.release()
    await listening.close()
  })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${listening.url}${path}`, {
      method,
      headers: {
        'x-me': 'ann/north',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json }
  }
  return { ...parts, ...listening, call }
}

describe('a key', () => {
  test('runs once and is answered twice, in the contract of each caller', async () => {
    const { call, did } = await started()
    const headers = { 'idempotency-key': 'one' }
    const first = await call('POST', '/bookings', { name: 'a' }, headers)
    const second = await call('POST', '/bookings', { name: 'a' }, headers)
    const other = await call('POST', '/bookings?envelope=agent-run', { name: 'a' }, headers)
    expect([first.status, second.status, other.status]).toEqual([201, 201, 200])
    expect(second.headers.get('location')).toBe('/bookings/1')
    expect(other.json).toMatchObject({ status: 'ok', outputs: { name: 'a' } })
    expect(did).toEqual(['a'])
    expect((await call('POST', '/bookings', { name: 'b' }, headers)).status).toBe(409)
  })

  test('of a caller of AdCP is told apart from the same one in another contract, whose requests are read otherwise', async () => {
    const { call, did } = await started()
    const headers = { 'idempotency-key': 'k'.repeat(20) }
    const statuses: number[] = []
    for (const query of ['?envelope=adcp', '', '?envelope=adcp', '']) {
      statuses.push((await call('POST', `/bookings${query}`, { name: 'a' }, headers)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201])
    expect(did).toEqual(['a', 'a'])
  })

  test('makes an order on a task or an approval one order, and its repeat gets the answer of the first', async () => {
    const { call } = await started()
    const keyed = (key: string, me = 'ann/north') => ({ 'idempotency-key': key, 'x-me': me })
    const { json } = await call('POST', '/plans', {})
    const at = `/operations/${json.operationId}`
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('paused')
    const answered = await call('POST', `${at}:answer`, { inputs: { city: 'Rome' } }, keyed('answer'))
    const repeated = await call('POST', `${at}:answer`, { inputs: { city: 'Rome' } }, keyed('answer'))
    const { trace: _, ...first } = answered.json
    expect([answered.status, repeated.status]).toEqual([200, 200])
    expect(repeated.json).toMatchObject(first)
    const other = await call('POST', `${at}:answer`, { inputs: { city: 'Oslo' } }, keyed('answer'))
    expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('working')
    expect((await call('POST', `${at}:cancel`, {}, keyed('cancel'))).status).toBe(200)
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('canceled')
    const again = await call('POST', `${at}:cancel`, {}, keyed('cancel'))
    expect([again.status, again.json.cancelRequested]).toEqual([200, true])
    expect((await call('POST', `${at}:cancel`, {}, keyed('another'))).status).toBe(409)
    expect((await call('POST', `${at}:cancel`, {}, keyed('x'.repeat(256)))).status).toBe(422)
    const asked = await call('POST', '/spendings', { amount: 5 })
    const [, link = ''] = /<([^>]+)>; rel="approval"/.exec(asked.headers.get('link') ?? '') ?? []
    const decide = () => call('POST', `${link}:decide`, { decision: 'approve' }, keyed('decide', 'bob/north/approver'))
    expect([(await decide()).status, (await decide()).status]).toEqual([200, 200])
    // What means nothing to an order is passed over.
    const ignored = { prefer: 'respond-async', 'x-approval-token': 'apr_x' }
    expect((await call('POST', `${at}:cancel`, {}, { ...keyed('cancel'), ...ignored })).status).toBe(200)
  })

  test('that is malformed, or whose body two readers could take for different ones, is refused', async () => {
    const { url, call, did } = await started()
    expect((await call('POST', '/bookings', { name: 'a' }, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(422)
    for (const [path, body] of [
      ['/spendings', '{"amount": 9007199254740993}'],
      ['/spendings', '{"amount": 1, "amount": 2}'],
      ['/bookings', '{"name": "\\ud800"}'],
    ]) {
      const headers = { 'x-me': 'ann/north', 'content-type': 'application/json', 'idempotency-key': 'k' }
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: body ?? '' })
      expect(response.status, body).toBe(422)
    }
    expect(did).toEqual([])
  })
})

describe('a task', () => {
  test('is accepted, followed and read as the call would have been answered', async () => {
    const { call, release } = await started()
    const accepted = await call('POST', '/plans', { city: 'Oslo' })
    expect(accepted.status).toBe(202)
    expect(accepted.json).toMatchObject({ type: 'operation_accepted', statusUrl: accepted.headers.get('location') })
    const { operationId: id } = accepted.json
    await expect
      .poll(async () => (await call('GET', accepted.json.statusUrl)).json.progress)
      .toEqual({ fraction: 0.5, message: 'half' })
    const status = await call('GET', accepted.json.statusUrl)
    expect(status.json).toMatchObject({
      operationId: id,
      state: 'working',
      links: { result: `/operations/${id}/result` },
    })
    expect(status.headers.get('retry-after')).toBe('1')
    expect((await call('GET', `/operations/${id}/result`)).status).toBe(202)
    release()
    await expect.poll(async () => (await call('GET', `/operations/${id}`)).json.state).toBe('completed')
    const result = await call('GET', `/operations/${id}/result`)
    expect([result.status, result.json]).toMatchObject([200, { city: 'Oslo' }])
    expect((await call('GET', `/operations/${id}/result?envelope=jpcite`)).json).toMatchObject({
      status: 'sparse',
      results: [{ city: 'Oslo' }],
    })
    expect((await call('GET', '/operations?state=completed')).json).toMatchObject([{ operationId: id }])
  })

  test.each(['yaagents', 'agent-run', 'jpcite', 'adcp', 'problem'])(
    'tells every event once in %s, from wherever a reader goes on',
    async contract => {
      const { call, release } = await started()
      const { json } = await call('POST', '/plans', { city: 'Oslo' })
      const events = `/operations/${json.operationId}/events?envelope=${contract}`
      release()
      await expect.poll(async () => (await call('GET', `/operations/${json.operationId}`)).json.state).toBe('completed')
      const read = async (after?: string) => {
        const place = after === undefined ? undefined : { 'last-event-id': after }
        const { text } = await call('GET', events, undefined, { accept: 'text/event-stream', ...place })
        return [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
      }
      const all = await read()
      expect(all).toEqual(contract === 'agent-run' ? [0, 1, 2, 3] : [1, 2, 3])
      for (const after of [0, 1, 2]) {
        expect(await read(String(after))).toEqual(all.filter(id => id > after))
      }
    },
  )

  test('of another tenant, or another caller, answers exactly like a missing one, on every route', async () => {
    const { call } = await started()
    const { json } = await call('POST', '/plans', { city: 'Oslo' })
    const routes = (id: string): [string, string, unknown?][] => [
      ['GET', `/operations/${id}`],
      ['GET', `/operations/${id}/status`],
      ['GET', `/operations/${id}/result`],
      ['GET', `/operations/${id}/events`],
      ['POST', `/operations/${id}:cancel`, {}],
      ['POST', `/operations/${id}:answer`, { inputs: {} }],
      ['POST', `/operations/${id}:retry`, {}],
    ]
    const without = ({ status, text }: { status: number; text: string }) => [
      status,
      text.replaceAll(/"(requestId|correlationId)":"[^"]*"/g, ''),
    ]
    for (const me of ['eve/south/operator', 'bob/north']) {
      const foreign = routes(json.operationId)
      for (const [index, [method, path, body]] of routes('tsk_missing').entries()) {
        const [, theirs = ''] = foreign[index] ?? []
        const missing = await call(method, path, body, { 'x-me': me })
        expect(missing.status).toBe(404)
        expect(without(await call(method, theirs, body, { 'x-me': me }))).toEqual(without(missing))
      }
    }
    expect(
      (await call('GET', `/operations/${json.operationId}`, undefined, { 'x-me': 'olga/north/operator' })).status,
    ).toBe(200)
  })

  test('that asks is answered and goes on', async () => {
    const { call, release } = await started()
    release()
    const { json } = await call('POST', '/plans', {})
    const at = `/operations/${json.operationId}`
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('paused')
    expect((await call('GET', `${at}/result`)).status).toBe(400)
    expect((await call('POST', `${at}:answer`, { inputs: { city: 'Rome' } })).status).toBe(200)
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('completed')
    expect((await call('GET', `${at}/result`)).json).toMatchObject({ city: 'Rome' })
    expect((await call('POST', `${at}:answer`, { inputs: {} })).status).toBe(409)
  })

  test('that asks refuses an answer that its operation would refuse, and waits on', async () => {
    const { call } = await started()
    const { json } = await call('POST', '/plans', {})
    const at = `/operations/${json.operationId}`
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('paused')
    expect((await call('POST', `${at}:answer`, { inputs: { city: 5 } })).status).toBe(422)
    expect((await call('GET', at)).json.state).toBe('paused')
  })

  test('is listed in pages that say where the next one is', async () => {
    const { call } = await started()
    for (const city of ['Oslo', 'Rome', 'Bern']) await call('POST', '/plans', { city })
    const seen: string[] = []
    let next = '/operations?limit=2'
    while (next !== '') {
      const page = await call('GET', next)
      seen.push(...page.json.map(({ operationId }: { operationId: string }) => operationId))
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(new Set(seen).size).toBe(3)
    expect((await call('GET', '/operations/%00')).status).toBe(404)
  })

  test.each(['[-5,"\\u0000"]', '[1,"\\ud800"]', '[1.5,"tsk_a"]', '[1]', 'no cursor', ''])(
    'is not listed from a cursor that is none: %j, and no approval is',
    async text => {
      const { call } = await started()
      const cursor = Buffer.from(text).toString('base64url')
      for (const path of ['/operations', '/approvals']) {
        const { status, json } = await call('GET', `${path}?cursor=${cursor}`)
        expect([status, json.errors?.[0].field], path).toEqual([422, 'cursor'])
      }
    },
  )

  test('that has ended has nothing more for whoever has it all', async () => {
    const { call, release } = await started()
    release()
    const { json } = await call('POST', '/plans', { city: 'Oslo' })
    const at = `/operations/${json.operationId}`
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('completed')
    expect(
      (await call('GET', `${at}/events`, undefined, { accept: 'text/event-stream', 'last-event-id': '3' })).status,
    ).toBe(204)
    expect((await call('GET', `${at}/result?envelope=agent-run`)).json).toMatchObject({
      task_type: 'plan',
      outputs: { city: 'Oslo' },
    })
  })

  test('that runs has no stream for a reader who names an event that is not there', async () => {
    const { call, release } = await started()
    const { json } = await call('POST', '/plans', { city: 'Oslo' })
    const at = `/operations/${json.operationId}`
    const headers = { accept: 'text/event-stream', 'last-event-id': '999999999999999' }
    expect((await call('GET', `${at}/events`, undefined, headers)).status).toBe(204)
    release()
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('completed')
  })

  test('is canceled while it runs', async () => {
    const { call } = await started()
    const { json } = await call('POST', '/plans', { city: 'Oslo' })
    const at = `/operations/${json.operationId}`
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('working')
    expect((await call('POST', `${at}:cancel`, {})).json).toMatchObject({ cancelRequested: true })
    await expect.poll(async () => (await call('GET', at)).json.state).toBe('canceled')
    expect((await call('POST', `${at}:cancel`, {})).status).toBe(409)
  })

  test('is made of a call that would rather not wait', async () => {
    const { call } = await started()
    const accepted = await call('POST', '/bookings', { name: 'a' }, { prefer: 'respond-async' })
    expect([accepted.status, accepted.headers.get('preference-applied')]).toEqual([202, 'respond-async'])
    const waited = await call('POST', '/bookings', { name: 'b' }, { prefer: 'respond-async, wait=10' })
    expect(waited.status).toBe(201)
    const unasked = await call('POST', '/plans', { city: 'Oslo' })
    expect([unasked.status, unasked.headers.get('preference-applied')]).toEqual([202, null])
  })
})

describe('the server', () => {
  test('that stops hands what it adopted to the next, unharmed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'replywire-durable-'))
    const store = `sqlite:${join(folder, 'r.db')}`
    const did: string[] = []
    const held = Promise.withResolvers<void>()
    const agent = defineAgent({
      name: 'payments',
      version: '1.0.0',
      operations: {
        pay: operation({
          title: 'Pay',
          route: 'POST /payments',
          syncBudgetMs: 1,
          retry: { attempts: 1 },
          input: z.object({}),
          async handler(_, ctx) {
            await ctx.step('charge', () => did.push('charged'), { once: true })
            await Promise.race([held.promise, new Promise(resolve => ctx.signal.addEventListener('abort', resolve))])
            ctx.signal.throwIfAborted()
            return { paid: true }
          },
        }),
      },
    })
    const first = await serve(agent, { store, authenticate: false, shutdownMs: 1 }).listen({ port: 0 })
    const accepted = await fetch(`${first.url}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { operationId } = (await accepted.json()) as { operationId: string }
    expect(accepted.status).toBe(202)
    await first.close()
    held.resolve()
    const second = await serve(agent, { store, authenticate: false }).listen({ port: 0 })
    closing.push(second.close, async () => rmSync(folder, { recursive: true }))
    const result = async () => (await fetch(`${second.url}/operations/${operationId}/result`)).json()
    await expect.poll(result).toMatchObject({ paid: true })
    expect(did).toEqual(['charged'])
  })
})

describe('an approval', () => {
  test('and a key together: the repeat gets the stored answer', async () => {
    const { call, did } = await started()
    const asked = await call('POST', '/spendings', { amount: 5 })
    const headers = {
      'idempotency-key': 'k',
      'x-approval-token': asked.json.approvalToken,
      'x-me': 'bob/north/approver',
    }
    expect((await call('POST', '/spendings', { amount: 5 }, headers)).status).toBe(201)
    expect((await call('POST', '/spendings', { amount: 5 }, headers)).status).toBe(201)
    expect((await call('POST', '/spendings', { amount: 5 }, { ...headers, 'idempotency-key': 'other' })).status).toBe(
      403,
    )
    expect(did).toEqual(['spent 5'])
  })

  test('is edited only to what its operation takes, and says what it became', async () => {
    const { call } = await started()
    const asked = await call('POST', '/spendings', { amount: 5 })
    const [, link = ''] = /<([^>]+)>; rel="approval"/.exec(asked.headers.get('link') ?? '') ?? []
    const approver = { 'x-me': 'bob/north/approver' }
    expect((await call('POST', `${link}:decide`, { decision: 'edit', input: { amount: 'x' } }, approver)).status).toBe(
      422,
    )
    const note = 'Less.'
    const decided = await call('POST', `${link}:decide`, { decision: 'edit', input: { amount: 4 }, note }, approver)
    expect(decided.json).toMatchObject({ state: 'approved', input: { amount: 5 }, edit: { amount: 4 } })
    const [latest] = (await call('GET', link, undefined, approver)).json.history
    expect(latest).toMatchObject({ action: 'approval.edit', input: { amount: 4 } })
  })

  describe.each([
    ['a call', false],
    ['a task', true],
  ])('of %s that has credentials', (_, isTask) => {
    const item = (url: string, more = {}) => ({
      push_notification_config: { url, authentication: { schemes: ['Bearer'], ...more } },
    })
    const body = {
      to: [item('https://a.example/', { credentials: 'A' }), item('https://b.example/', { credentials: 'B' })],
    }

    async function editedTo(...inputs: object[]) {
      const { call, did } = await started()
      const asked = await call('POST', '/subscriptions', body, isTask ? { prefer: 'respond-async' } : {})
      const at = `/operations/${asked.json.operationId}`
      if (isTask) await expect.poll(async () => (await call('GET', at)).json.state).toBe('paused')
      const [approval] = (await call('GET', '/approvals')).json
      const answers: [number, string | undefined][] = []
      for (const input of inputs) {
        const verdict = { decision: 'edit', input }
        const answer = await call('POST', `/approvals/${approval.id}:decide`, verdict, { 'x-me': 'bob/north/approver' })
        answers.push([answer.status, answer.json.errors?.[0].field])
      }
      if (isTask) await expect.poll(async () => (await call('GET', at)).json.endedAt).not.toBeNull()
      else await call('POST', '/subscriptions', body, { 'x-approval-token': asked.json.approvalToken })
      return { answers, did }
    }

    test('is edited without them, and each goes to the receiver that it was given for', async () => {
      const { answers, did } = await editedTo({ to: [item('https://b.example/')] })
      expect(answers).toEqual([[200, undefined]])
      expect(did).toEqual(['https://b.example/B'])
    })

    test('is not edited to another receiver, for which there are none, nor with credentials of the approver', async () => {
      const { answers, did } = await editedTo(
        { to: [item('https://other.example/')] },
        { to: [item('https://a.example/'), item('https://other.example/', { credentials: 'C' })] },
        { to: [item('https://a.example/')] },
      )
      expect(answers).toEqual([
        [422, 'input.to[0].push_notification_config.authentication.credentials'],
        [422, 'input.to[1].push_notification_config.authentication.credentials'],
        [200, undefined],
      ])
      expect(did).toEqual(['https://a.example/A'])
    })
  })

  test.each([
    ['an approval with another input', { decision: 'approve', input: { amount: 4 } }, 'input'],
    ['a rejection with another input', { decision: 'reject', input: { amount: 4 } }, 'input'],
    ['a question with another input', { decision: 'ask', note: 'Why?', input: { amount: 4 } }, 'input'],
    ['another name for the input', { decision: 'approve', inputs: { amount: 3 } }, 'inputs'],
    ['a question without words', { decision: 'ask', note: '' }, 'note'],
    ['a question of blanks', { decision: 'ask', note: ' \n' }, 'note'],
    ['a note with U+0000', { decision: 'approve', note: 'Fine\u0000.' }, 'note'],
    ['a note with half a character', { decision: 'reject', note: 'No \ud83d' }, 'note'],
  ])('refuses %s, and waits on', async (_, verdict, field) => {
    const { call } = await started()
    const asked = await call('POST', '/spendings', { amount: 5 })
    const [, link = ''] = /<([^>]+)>; rel="approval"/.exec(asked.headers.get('link') ?? '') ?? []
    const approver = { 'x-me': 'bob/north/approver' }
    const refused = await call('POST', `${link}:decide`, verdict, approver)
    expect([refused.status, refused.json.errors?.[0].field]).toEqual([422, field])
    expect((await call('GET', link)).json.state).toBe('open')
    await call('POST', `${link}:decide`, { decision: 'ask', note: 'Why?' }, approver)
    const replied = await call('POST', `${link}:reply`, { reply: 'So\u0000.' })
    expect([replied.status, replied.json.errors?.[0].field]).toEqual([422, 'reply'])
  })

  test('goes the whole way: 412, decision, 201', async () => {
    const { call, did } = await started()
    const asked = await call('POST', '/spendings', { amount: 5 })
    expect(asked.status).toBe(412)
    const [, link = ''] = /<([^>]+)>; rel="approval"/.exec(asked.headers.get('link') ?? '') ?? []
    const approver = { 'x-me': 'bob/north/approver' }
    expect((await call('GET', '/approvals?state=open', undefined, approver)).json).toMatchObject([
      { action: 'Spend 5', requester: 'ann', input: { amount: 5 } },
    ])
    expect(JSON.stringify((await call('GET', link, undefined, approver)).json)).not.toContain(asked.json.approvalToken)
    expect((await call('POST', `${link}:decide`, { decision: 'approve' })).status).toBe(403)
    expect(
      (await call('POST', `${link}:decide`, { decision: 'approve' }, { 'x-me': 'eve/south/approver' })).status,
    ).toBe(404)
    expect((await call('POST', `${link}:decide`, { decision: 'approve', note: 'Fine.' }, approver)).json).toMatchObject(
      { state: 'approved', decidedBy: 'bob' },
    )
    expect((await call('POST', `${link}:decide`, { decision: 'reject' }, approver)).status).toBe(409)
    const token = { 'x-approval-token': asked.json.approvalToken }
    expect((await call('POST', '/spendings', { amount: 6 }, token)).status).toBe(403)
    expect((await call('POST', '/spendings', { amount: 5 }, token)).status).toBe(201)
    expect((await call('POST', '/spendings', { amount: 5 }, token)).status).toBe(403)
    expect(did).toEqual(['spent 5'])
    const history = (await call('GET', link, undefined, approver)).json.history.map(
      ({ action }: { action: string }) => action,
    )
    expect(history).toEqual(['approval.used', 'approval.approve'])
  })

  test.each([
    ['a call', {}],
    ['a task', { prefer: 'respond-async' }],
  ])(
    'of %s that is asked back is answered beside its input, which a strict operation keeps as it is',
    async (_, prefer) => {
      const { call, did } = await started()
      const approver = { 'x-me': 'bob/north/approver' }
      const first = await call('POST', '/spendings', { amount: 5 }, prefer)
      const open = async () => (await call('GET', '/approvals?state=open', undefined, approver)).json
      await expect.poll(async () => (await open()).length).toBe(1)
      const [{ id }] = await open()
      const at = `/approvals/${id}`
      const reply = (headers = {}) => call('POST', `${at}:reply`, { reply: 'For Acme.' }, headers)
      expect((await reply()).json).toMatchObject({ code: 'NOT_ASKED' })
      await call('POST', `${at}:decide`, { decision: 'ask', note: 'For whom?' }, approver)
      const token = { 'x-approval-token': first.json.approvalToken ?? '' }
      const again = () =>
        first.status === 202
          ? call('GET', `/operations/${first.json.operationId}/result`)
          : call('POST', '/spendings', { amount: 5 }, token)
      await expect.poll(async () => (await again()).json.requiredInputs?.[0].question).toBe('For whom?')
      expect((await reply(approver)).status).toBe(409)
      expect((await reply({ 'x-me': 'eve/south' })).status).toBe(404)
      expect((await call('GET', at)).json.links).toMatchObject({ reply: `${at}:reply` })
      expect((await reply()).json).toMatchObject({ id, state: 'open' })
      await expect.poll(async () => (await again()).status).toBe(412)
      const { history } = (await call('GET', at, undefined, approver)).json
      expect(history.slice(0, 2)).toMatchObject([
        { actor: 'ann', action: 'approval.reply', reply: 'For Acme.' },
        { actor: 'bob', action: 'approval.ask', note: 'For whom?' },
      ])
      expect((await call('POST', `${at}:decide`, { decision: 'approve' }, approver)).status).toBe(200)
      await expect.poll(async () => (await again()).status).toBe(201)
      expect(did).toEqual(['spent 5'])
    },
  )

  test.each(['yaagents', 'agent-run', 'jpcite', 'adcp', 'problem'])(
    'of a call that is asked back says in %s where the answer goes, and takes it in the repeated call too',
    async envelope => {
      const { call, did } = await started()
      const approver = { 'x-me': 'bob/north/approver' }
      let keys = 0
      const spend = (more: object, token = '') => {
        keys += 1
        const key = envelope === 'adcp' ? { idempotency_key: `key-number-${keys}`.padEnd(16, '0') } : {}
        const headers = token === '' ? {} : { 'x-approval-token': token }
        return call('POST', `/spendings?envelope=${envelope}`, { amount: 5, ...key, ...more }, headers)
      }
      const first = await spend({})
      const [token = ''] = /apr_[\w-]+/.exec(first.text) ?? []
      const [, at = ''] = /<([^>]+)>; rel="approval"/.exec(first.headers.get('link') ?? '') ?? []
      await call('POST', `${at}:decide`, { decision: 'ask', note: 'For whom?' }, approver)
      const question = await spend({}, token)
      expect(question.headers.get('link')).toContain(`<${at}>; rel="approval"`)
      expect(question.text).toContain(`For whom? (Answer with POST ${at}:reply.)`)
      expect((await spend({ reply: '' }, token)).text).toContain('Expected 1 to 2000 characters')
      const replied = await spend({ reply: 'For Acme.' }, token)
      expect(replied.headers.get('link')).toContain(`<${at}>; rel="approval"`)
      const { state, history } = (await call('GET', at, undefined, approver)).json
      expect([state, history[0]]).toMatchObject([
        'open',
        { actor: 'ann', action: 'approval.reply', reply: 'For Acme.' },
      ])
      await call('POST', `${at}:decide`, { decision: 'approve' }, approver)
      await spend({}, token)
      expect(did).toEqual(['spent 5'])
    },
  )

  test('of a task is named by its status and its result, and a reply to it is taken as an answer', async () => {
    const { call, did } = await started()
    const approver = { 'x-me': 'bob/north/approver' }
    const { json } = await call('POST', '/spendings', { amount: 5 }, { prefer: 'respond-async' })
    const task = `/operations/${json.operationId}`
    const links = async () => (await call('GET', task)).json.links
    await expect.poll(async () => (await links()).approval).toMatch(/^\/approvals\/apv_/)
    const { approval: at } = await links()
    expect((await call('GET', `${task}/result`)).headers.get('link')).toContain(`<${at}>; rel="approval"`)
    await call('POST', `${at}:decide`, { decision: 'ask', note: 'For whom?' }, approver)
    await expect.poll(links).toMatchObject({ approval: at, reply: `${at}:reply` })
    const question = await call('GET', `${task}/result`)
    expect(question.json.message).toBe(`For whom? (Answer with POST ${at}:reply.)`)
    expect(question.headers.get('link')).toContain(`<${at}>; rel="approval"`)
    const wrong = await call('POST', `${task}:answer`, { inputs: { reply: 'So\u0000.' } })
    expect([wrong.status, wrong.json.errors?.[0].field]).toEqual([422, 'inputs.reply'])
    expect((await call('POST', `${task}:answer`, { inputs: { reply: 'For Acme.' } })).status).toBe(200)
    expect((await call('GET', at, undefined, approver)).json).toMatchObject({
      state: 'open',
      history: [{ actor: 'ann', action: 'approval.reply', reply: 'For Acme.' }, {}],
    })
    await call('POST', `${at}:decide`, { decision: 'approve' }, approver)
    await expect.poll(async () => (await call('GET', task)).json.state).toBe('completed')
    expect((await links()).approval).toBeUndefined()
    expect(did).toEqual(['spent 5'])
  })

  test.each([
    ['is canceled', ':cancel', {}],
    ['is answered with other arguments', ':answer', { inputs: { amount: 6 } }],
  ])('of a task that %s is withdrawn', async (_, order, body) => {
    const { call, did } = await started()
    const approver = { 'x-me': 'bob/north/approver' }
    const { json } = await call('POST', '/spendings', { amount: 5 }, { prefer: 'respond-async' })
    const task = `/operations/${json.operationId}`
    await expect.poll(async () => (await call('GET', task)).json.state).toBe('paused')
    const open = async () => (await call('GET', '/approvals?state=open', undefined, approver)).json
    const [{ id }] = await open()
    expect((await call('POST', `${task}${order}`, body)).status).toBe(200)
    expect((await open()).map((one: { id: string }) => one.id)).not.toContain(id)
    expect((await call('GET', `/approvals/${id}`)).json).toMatchObject({ state: 'withdrawn' })
    for (const [path, what, headers] of [
      [':decide', { decision: 'approve' }, approver],
      [':reply', { reply: 'So.' }, {}],
    ] as const) {
      const refused = await call('POST', `/approvals/${id}${path}`, what, headers)
      expect([refused.status, refused.json.code]).toEqual([409, 'APPROVAL_WITHDRAWN'])
    }
    expect(did).toEqual([])
  })

  test.each(['waits', 'is asked back'])(
    'of a task that expires while it %s is asked for anew, and the task names that',
    async how => {
      let now = Date.now()
      // The recovery would ask again by itself, at a moment of its own.
      const recovery = vi.spyOn(RunRecovery.prototype, 'start').mockImplementation(() => {})
      onTestFinished(() => recovery.mockRestore())
      const { call, did } = await started({ now: () => now, approvals: { ttlMs: 60_000 } })
      const approver = { 'x-me': 'bob/north/approver' }
      const decide = (path: string, verdict: object) => call('POST', `${path}:decide`, verdict, approver)
      const { json } = await call('POST', '/spendings', { amount: 5 }, { prefer: 'respond-async' })
      const at = `/operations/${json.operationId}`
      const named = async () => (await call('GET', at)).json.links.approval
      await expect.poll(named).toMatch(/^\/approvals\/apv_/)
      const first = await named()
      if (how === 'is asked back') {
        await decide(first, { decision: 'ask', note: 'For whom?' })
        await expect.poll(async () => (await call('GET', at)).json.links.reply).toBe(`${first}:reply`)
      }
      now += 60_001
      expect(await named()).toBeUndefined()
      expect((await call('GET', `${at}/result`)).headers.get('link') ?? '').not.toContain('rel="approval"')
      if (how === 'is asked back') {
        const late = await call('POST', `${at}:answer`, { inputs: { reply: 'For Acme.' } })
        expect([late.status, late.json.code]).toEqual([409, 'NOT_ASKED'])
      }
      expect((await call('POST', `${at}:answer`, { inputs: {} })).status).toBe(200)
      await expect.poll(named).toMatch(/^\/approvals\/apv_/)
      const second = await named()
      expect(second).not.toBe(first)
      expect((await call('GET', `${at}/result`)).headers.get('link')).toContain(`<${second}>; rel="approval"`)
      expect((await decide(second, { decision: 'approve' })).status).toBe(200)
      await expect.poll(() => did).toEqual(['spent 5'])
    },
  )

  test('of another tenant answers exactly like a missing one, on every route and with its token', async () => {
    const { call, did } = await started()
    const asked = await call('POST', '/spendings', { amount: 5 })
    const [, link = ''] = /<([^>]+)>; rel="approval"/.exec(asked.headers.get('link') ?? '') ?? []
    const eve = { 'x-me': 'ann/south/approver' }
    const without = ({ status, text }: { status: number; text: string }) => [
      status,
      text.replaceAll(/"(requestId|correlationId)":"[^"]*"/g, ''),
    ]
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', ':decide', { decision: 'approve' }],
    ] as const) {
      const missing = await call(method, `/approvals/apv_missing${path}`, body, eve)
      expect(missing.status).toBe(404)
      expect(without(await call(method, `${link}${path}`, body, eve))).toEqual(without(missing))
    }
    expect((await call('GET', '/approvals', undefined, eve)).json).toEqual([])
    const theirs = await call(
      'POST',
      '/spendings',
      { amount: 5 },
      { ...eve, 'x-approval-token': asked.json.approvalToken },
    )
    const madeUp = await call('POST', '/spendings', { amount: 5 }, { ...eve, 'x-approval-token': 'apr_madeup' })
    expect(theirs.status).toBe(403)
    expect(without(theirs)).toEqual(without(madeUp))
    expect(did).toEqual([])
  })
})
