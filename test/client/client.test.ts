/** `connect(url)` over HTTP, against a real server. */
import { describe, expect, test } from 'vitest'
import { connect, dataOf, type Moment, OutcomeError } from '../../src/client/index.ts'
import { answering, clientAt, served, testClock } from './servers.ts'

const contracts = ['yaagents', 'agent-run', 'jpcite', 'adcp', 'problem']

describe.each(contracts)('in %s', contract => {
  test('a completed call has data, the contract and why, and no findings', async () => {
    const { url } = await served()
    const reply = await clientAt(url, { contract }).call('add', { a: 1, b: 2 })
    expect(reply.outcome.kind).toBe('completed')
    expect(JSON.stringify(reply.outcome.payload)).toContain('"sum":3')
    expect(reply.contract).toMatchObject({ id: contract, reason: 'it was given' })
    expect(reply.findings.filter(({ level }) => level === 'must')).toEqual([])
  })

  test('a task is followed to its end, with its progress', async () => {
    const { url } = await served()
    const moments: Moment[] = []
    const reply = await clientAt(url, { contract }).call(
      'long',
      { until: 'done' },
      { wait: true, timeoutMs: 20_000, onMoment: moment => moments.push(moment) },
    )
    // agent-run and jpcite have no word for a task: what they answer is the nearest form.
    if (contract === 'yaagents' || contract === 'adcp') {
      expect(JSON.stringify(reply.outcome.payload)).toContain('"until":"done"')
      expect(moments).toMatchObject([{ kind: 'progress', fraction: 0.5, message: 'half' }])
    } else expect(['completed', 'pending']).toContain(reply.outcome.kind)
  })
})

describe('a call', () => {
  test('is read by the contract that recognises the answer', async () => {
    const { url } = await served()
    const { contract } = await clientAt(url).call('add', { a: 1, b: 2 })
    expect(contract).toEqual({ id: 'yaagents', version: '0.3', reason: 'the header X-YAAgents-Profile' })
  })

  test('puts inputs into the path and the query', async () => {
    const { url } = await served()
    const { outcome } = await clientAt(url).call('look', { thingId: 'a/b', depth: 2 })
    expect(outcome).toMatchObject({ payload: { value: { thingId: 'a/b', depth: 2 } } })
  })

  test('may name a route in place of an operation', async () => {
    const { url } = await served()
    const { outcome } = await connect(url).call('POST /sums', { a: 2, b: 2 })
    expect(outcome).toMatchObject({ payload: { value: { sum: 4 } } })
  })

  test('without a part of its path is refused before it is sent', async () => {
    const { url } = await served()
    const { outcome } = await connect(url).call('look', {})
    expect(outcome).toMatchObject({ fault: { category: 'invalid', began: false, issues: [{ pointer: '/thingId' }] } })
  })

  test('of an operation that is not there is not found', async () => {
    const { url } = await served()
    const { outcome } = await connect(url).call('nothing', {})
    expect(outcome).toMatchObject({ fault: { category: 'not-found', began: false } })
  })

  test('sends ids, and a key when it may have effects', async () => {
    const seen: unknown[] = []
    const url = await answering(({ method, headers }, response) => {
      seen.push([method, typeof headers['x-request-id'], typeof headers['idempotency-key']])
      response.setHeader('content-type', 'application/json').end('{}')
    })
    await connect(url).call('POST /sums', {})
    await connect(url).call('GET /sums', {})
    expect(seen).toEqual([
      ['POST', 'string', 'string'],
      ['GET', 'string', 'undefined'],
    ])
  })

  test('gives its data or throws with orThrow', async () => {
    const { url } = await served()
    const client = clientAt(url)
    expect(await client.call('add', { a: 1, b: 2 }).orThrow()).toEqual({ sum: 3 })
    const thrown = await client
      .call('fail', {})
      .orThrow()
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(OutcomeError)
    expect(thrown).toMatchObject({ code: 'ERR_OUTCOME', outcome: { kind: 'failed', fault: { category: 'conflict' } } })
  })

  test('that its caller stops is canceled, and not thrown', async () => {
    const url = await answering(() => {})
    const stop = new AbortController()
    const calling = connect(url).call('POST /sums', {}, { signal: stop.signal })
    stop.abort()
    expect((await calling).outcome).toMatchObject({ kind: 'canceled' })
  })
})

describe('a pause', () => {
  test('is answered by the same call with the answers', async () => {
    const { url } = await served()
    const client = clientAt(url)
    const paused = await client.call('plan', {})
    expect(paused.outcome).toMatchObject({ kind: 'paused', needs: [{ name: 'metric', question: 'Which metric?' }] })
    const { outcome } = await client.answer(paused, { metric: 'ctr' })
    expect(outcome).toMatchObject({ kind: 'completed', payload: { value: { metric: 'ctr' } } })
  })

  test('for an approval goes on when the approval was given', async () => {
    const { url, operator } = await served()
    const client = clientAt(url)
    const paused = await client.call('spend', { amount: 5 })
    const link = paused.wire?.carrier === 'http' ? (paused.wire.headers.link ?? '') : ''
    const [, place] = /<([^<>]*)>; rel="approval"/.exec(link) ?? []
    expect((await client.redeem(paused)).outcome.kind).toBe('paused')
    const decided = await fetch(`${url}${place}:decide`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${operator}` },
      body: '{"decision":"approve"}',
    })
    expect(decided.status).toBe(200)
    expect((await client.redeem(paused)).outcome).toMatchObject({ payload: { value: { amount: 5 } } })
  })
})

describe('a task', () => {
  test('comes back as pending, is waited for and stopped', async () => {
    const { url } = await served()
    const client = clientAt(url)
    const begun = await client.call('long', { until: 'never' })
    expect(begun.outcome.kind).toBe('pending')
    const stopped = await client.cancel(begun)
    expect(stopped.outcome.kind).not.toBe('failed')
    expect((await client.wait(begun, { timeoutMs: 20_000 })).outcome.kind).toBe('canceled')
    const done = await client.call('long', { until: 'done' })
    const { outcome } = await client.wait(done, { timeoutMs: 20_000 })
    expect(outcome.kind === 'completed' && dataOf(outcome)).toEqual({ until: 'done' })
  })

  test('is stopped when its caller stops waiting', async () => {
    const { url } = await served()
    const client = clientAt(url)
    const stop = new AbortController()
    const begun = await client.call('long', { until: 'never' })
    const waiting = client.wait(begun, { signal: stop.signal, onMoment: () => stop.abort() })
    expect((await waiting).outcome.kind).toBe('canceled')
    expect((await client.wait(begun, { timeoutMs: 20_000 })).outcome.kind).toBe('canceled')
  })
})

describe('a stream', () => {
  test.each(['yaagents', 'agent-run', 'jpcite', 'adcp'])('is read moment by moment (%s)', async contract => {
    const { url } = await served()
    const moments: Moment[] = []
    const stream = clientAt(url, { contract }).stream('count', { to: 5 })
    for await (const moment of stream) moments.push(moment)
    expect(moments.map(({ kind }) => kind).filter(kind => kind === 'outcome')).toEqual(['outcome'])
    expect(moments.at(-1)).toMatchObject({ kind: 'outcome', outcome: { kind: 'completed' } })
    const text = moments.flatMap(one => (one.kind === 'delta' && one.part.kind === 'text' ? [one.part.text] : []))
    expect(text.join('')).toBe('1 2 3 4 5 ')
    expect(JSON.stringify((await stream.reply).outcome.payload)).toContain('"counted":5')
  })

  test('of a call that is rejected throws why, once, and ends', async () => {
    const { url } = await served()
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    const headers = async () => {
      throw new Error('no token')
    }
    const read = async () => {
      for await (const _ of clientAt(url, { headers }).stream('count', { to: 3 }));
    }
    await expect(read()).rejects.toThrow('no token')
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  test('that its reader leaves ends the call', async () => {
    const { url } = await served()
    const stream = clientAt(url).stream('count', { to: 1000 })
    for await (const moment of stream) if (moment.kind === 'delta') break
    expect((await stream.reply).outcome.kind).toBe('canceled')
  })
})

describe('reading', () => {
  test('an answer that was obtained elsewhere', async () => {
    const { url } = await served()
    const client = clientAt(url)
    const response = await fetch(`${url}/sums`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1,"b":"x"}',
    })
    const { outcome, contract } = await client.read(response)
    expect(contract?.id).toBe('yaagents')
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'invalid', issues: [{ pointer: '/b' }] } })
  })

  test('a broken answer is read tolerantly, and with strict it is a failure', async () => {
    const url = await answering((_, response) => {
      response.setHeader('x-yaagents-profile', 'v0.3')
      response.writeHead(412, { 'content-type': 'application/vnd.yaagents.approval-required+json' })
      response.end('{"type":"approval_required","code":"APPROVAL_REQUIRED","message":"x","approvalToken":"t"}')
    })
    const tolerant = await clientAt(url).call('POST /x' as 'add', { a: 1, b: 1 })
    expect(tolerant.outcome.kind).toBe('paused')
    expect(tolerant.findings.map(({ rule, level }) => [rule, level])).toContainEqual(['yaagents/trace', 'must'])
    const strict = await clientAt(url, { strict: true }).call('POST /x' as 'add', { a: 1, b: 1 })
    expect(strict.outcome).toMatchObject({
      fault: { category: 'integrity', code: 'CONTRACT_BROKEN', message: expect.stringContaining('yaagents/trace') },
    })
  })

  test('operations with their inputs, and which of them are built in', async () => {
    const { url } = await served()
    const offered = (await clientAt(url).list()) ?? []
    expect(offered.find(({ name }) => name === 'add')).toMatchObject({
      title: 'Add',
      route: 'POST /sums',
      input: { properties: { a: {}, b: {} }, required: ['a', 'b'] },
    })
    expect(offered.filter(({ isBuiltIn }) => isBuiltIn !== true).map(({ name }) => name)).toEqual([
      'add',
      'look',
      'plan',
      'spend',
      'fail',
      'count',
      'long',
    ])
    const inputs = offered.map(({ name, input }) => [name, Object.keys(Object(input?.properties))])
    const shown = ['add', 'look', 'tasks.cancel', 'health']
    expect(inputs.filter(([name]) => shown.includes(String(name)))).toEqual([
      ['add', ['a', 'b']],
      ['look', ['thingId', 'depth']],
      ['tasks.cancel', ['id']],
      ['health', []],
    ])
  })

  test('routes of others that are called like those of a server are operations', async () => {
    const get = (operationId: string, parameters: object[] = []) => ({
      get: { operationId, parameters, responses: {} },
    })
    const header = (name: string, more = {}) => ({ name, in: 'header', schema: { type: 'string' }, ...more })
    const paths = {
      '/tasks/{id}': get('getTask', [header('X-Shape-Profile'), header('idempotency-key')]),
      '/health': get('health', [header('X-Mine', { 'x-replywire': { protocol: true } })]),
      '/mine': { get: { ...get('mine').get, 'x-replywire': { builtIn: true } } },
    }
    const url = await answering((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ openapi: '3.1.0', paths }))
    })
    const offered = (await clientAt(url).list()) ?? []
    expect(
      offered.map(({ name, isBuiltIn, input }) => [name, isBuiltIn, Object.keys(Object(input?.properties))]),
    ).toEqual([
      ['getTask', undefined, ['X-Shape-Profile']],
      ['health', undefined, []],
      ['mine', true, []],
    ])
  })
})

describe('repeating', () => {
  const busy = (code: number, body: object, headers: Record<string, string> = {}) => {
    const seen: string[] = []
    const url = answering(({ headers: sent }, response) => {
      seen.push(String(sent['idempotency-key']))
      response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
    return { seen, url }
  }

  test('a call with a key is made again with the same key, after what Retry-After says', async () => {
    const { seen, url } = busy(429, {}, { 'retry-after': '7' })
    const clock = testClock()
    const { outcome, notes } = await connect(await url, { clock, breaker: false }).call('POST /x', {}, { key: 'k-1' })
    expect(outcome).toMatchObject({ fault: { category: 'rate-limited' } })
    expect(seen).toEqual(['k-1', 'k-1', 'k-1'])
    expect(clock.waits).toEqual([7000, 7000])
    expect(notes).toEqual(['The call was made 3 times.'])
  })

  test('waits longer each time, with jitter, and never beyond the deadline', async () => {
    const { seen, url } = busy(503, {})
    const clock = testClock()
    await connect(await url, { clock, breaker: false, attempts: 3 }).call('GET /x', {})
    expect(clock.waits).toEqual([250, 500])
    const late = testClock()
    await connect(await url, { clock: late, breaker: false, timeoutMs: 600 }).call('GET /x', {})
    expect(late.waits).toEqual([250])
    expect(seen).toHaveLength(5)
  })

  test('a call that may have effects and has no key of its caller is made once', async () => {
    const { seen, url } = busy(503, {})
    await connect(await url, { clock: testClock(), breaker: false }).call('POST /x', {})
    expect(seen).toHaveLength(1)
  })

  test('a Retry-After beyond the deadline is left to the caller, also without a deadline of the caller', async () => {
    const { seen, url } = busy(429, {}, { 'retry-after': '31536000' })
    const clock = testClock()
    const { outcome } = await connect(await url, { clock, breaker: false }).call('GET /x', {})
    expect(outcome).toMatchObject({ fault: { category: 'rate-limited', retryAfterMs: 31_536_000_000 } })
    expect(clock.waits).toEqual([])
    expect(seen).toHaveLength(1)
  })

  test('a call without a key of its caller is made again with one key, where the agent honours keys', async () => {
    const keyed = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }
    const openapi = { openapi: '3.1.0', paths: { '/x': { post: { operationId: 'buy', parameters: [keyed] } } } }
    const seen: string[] = []
    const url = await answering(({ url: target, headers, socket }, response) => {
      if (target === '/openapi.json') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(openapi))
        return
      }
      seen.push(String(headers['idempotency-key']))
      if (seen.length < 3) socket.destroy()
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"bought":1}')
    })
    const { outcome } = await connect(url, { clock: testClock(), breaker: false }).call('buy', {})
    expect(outcome.kind).toBe('completed')
    expect(seen).toHaveLength(3)
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toMatch(/^[\w-]{36}$/)
  })

  test('what cannot pass is not repeated', async () => {
    const { seen, url } = busy(404, {})
    await connect(await url, { clock: testClock(), breaker: false }).call('GET /x', {})
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['INTEGRITY_ERROR', 500, 2],
    ['NOT_FOUND', 404, 1],
    ['RATE_LIMITED', 429, 3],
  ])('jpcite says how often: %s', async (code, status, calls) => {
    const error = { code, user_message: 'x', developer_message: 'x', retryable: true, documentation: 'https://x.test' }
    const meta = { request_id: 'r', api_version: 'v2', latency_ms: 1, billable_units: 0 }
    const body = { status: 'error', error, meta, results: [], citations: [], warnings: [], suggested_actions: [] }
    const { seen, url } = busy(status, { ...body, query_echo: {} }, { 'x-envelope-version': 'v2' })
    const client = connect(await url, { clock: testClock(), breaker: false, contract: 'jpcite' })
    await client.call('GET /x', {})
    expect(seen).toHaveLength(calls)
  })

  test.each([
    ['transient', 3, [2000, 4000]],
    ['correctable', 1, []],
    ['terminal', 1, []],
  ])('adcp says so by recovery: %s', async (recovery, calls, waits) => {
    const error = { code: 'SERVICE_UNAVAILABLE', message: 'x', recovery }
    const { seen, url } = busy(503, { adcp_version: '3.1', status: 'failed', adcp_error: error, errors: [error] })
    const clock = testClock()
    await connect(await url, { clock, breaker: false, contract: 'adcp' }).call('GET /x', {})
    expect(seen).toHaveLength(calls)
    expect(clock.waits).toEqual(waits)
  })

  test('agents that do not answer are left alone for a while, then tried once', async () => {
    const { seen, url } = busy(503, {})
    const clock = testClock()
    const client = clientAt(await url, { clock, attempts: 1, breaker: { failures: 2, coolMs: 1000 } })
    const call = async () => (await client.call('GET /x' as 'look', { thingId: '' })).outcome
    await call()
    await call()
    expect(await call()).toMatchObject({ fault: { code: 'CIRCUIT_OPEN', retryAfterMs: 1000 } })
    expect(seen).toHaveLength(2)
    clock.time += 1000
    expect(await call()).toMatchObject({ fault: { code: 'UNAVAILABLE' } })
    expect(await call()).toMatchObject({ fault: { code: 'CIRCUIT_OPEN' } })
    expect(seen).toHaveLength(3)
  })
})
