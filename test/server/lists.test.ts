/** Lists over real sockets: what is long is loaded only when it is asked for, and a page is bounded in bytes. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/principal.ts'
import { ask, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'

const long = 'x'.repeat(300_000)
const megabyte = 1024 * 1024

const believed: Authenticate = async request => {
  const [subject = '', ...roles] = (request.headers.get('x-me') ?? '').split('/')
  return subject === '' ? undefined : { subject, tenant: 'north', roles }
}

const input = z.strictObject({ how: z.string(), text: z.string() })
const agent = defineAgent({
  name: 'lists',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /buy',
      async: true,
      input,
      handler({ how, text }) {
        if (how === 'fail') return refuse('conflict', text, { code: 'TAKEN' })
        if (how === 'refuse') return refuse('conflict', text, { code: 'TAKEN', began: false })
        if (how === 'ask') return ask([{ name: 'city', question: text }])
        if (how === 'approve') return requireApproval('buy', { action: text.slice(0, 2000) })
        return { text }
      },
    }),
  },
})

/** How many bytes of bodies come out of the store, in all results of an operation. */
function watched(store: Store) {
  const bytes = new Map<string, number>()
  const sizeOf = (value: unknown): number => {
    if (value instanceof Uint8Array) return value.length
    if (typeof value !== 'object' || value === null) return 0
    return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0)
  }
  const spied: Store = {
    kind: store.kind,
    onWake: listener => store.onWake(listener),
    close: () => store.close(),
    async do(name, given) {
      const result = await store.do(name, given)
      bytes.set(name, (bytes.get(name) ?? 0) + sizeOf(result))
      return result
    },
  }
  const during = async <T>(work: () => Promise<T>) => {
    bytes.clear()
    const result = await work()
    return { result, bytes: [...bytes.values()].reduce((sum, one) => sum + one, 0) }
  }
  return { spied, during }
}

async function started() {
  const { spied, during } = watched(await openStore('sqlite::memory:'))
  const listening = await serve(agent, {
    // A page of 1 MiB takes more approvals than one caller may have open by default.
    perCaller: { openApprovals: 1000 },
    store: spied,
    authenticate: believed,
    contract: 'adcp',
    worker: { pollMs: 20 },
    webhooks: {},
  }).listen({ port: 0 })
  const request = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(listening.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-me': 'ann', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, bytes: text.length, json: JSON.parse(text), link: response.headers.get('link') }
  }
  const begin = async (how: string, text = long) => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    return (await request('/buy', { how, text }, key)).json.task_id as string
  }
  const rpc = async (method: string, params: object, version = '1.0') => {
    const call = { jsonrpc: '2.0', id: 1, method, params }
    return request('/a2a?envelope=a2a', call, { 'a2a-version': version })
  }
  const state = async (id: string) => (await rpc('GetTask', { id })).json.result?.status.state
  return { spied, during, request, begin, rpc, state, close: () => listening.close() }
}

let world: Awaited<ReturnType<typeof started>>
beforeEach(async () => {
  world = await started()
})
afterEach(async () => {
  await world.close()
  await world.spied.close()
})

const ends = {
  fail: 'TASK_STATE_FAILED',
  refuse: 'TASK_STATE_REJECTED',
  ask: 'TASK_STATE_INPUT_REQUIRED',
  approve: 'TASK_STATE_INPUT_REQUIRED',
  work: 'TASK_STATE_COMPLETED',
} as const

describe('tasks whose arguments and results are long', () => {
  let ids: Record<string, string>
  beforeEach(async () => {
    ids = {}
    for (const [how, end] of Object.entries(ends)) {
      ids[how] = await world.begin(how)
      await expect.poll(() => world.state(ids[how] ?? '')).toBe(end)
    }
  })
  const expected = () => Object.fromEntries(Object.entries(ends).map(([how, end]) => [ids[how], end]))

  const get = (path: string) => () => world.request(path, undefined, { 'a2a-version': '1.0' }).then(({ json }) => json)

  test.each([
    ['JSON-RPC', () => world.rpc('ListTasks', { pageSize: 100 }).then(({ json }) => json.result)],
    ['HTTP+JSON', get('/a2a/tasks?pageSize=100&envelope=a2a')],
  ])('A2A over %s lists them in the states that each has, and reads no body', async (_, list) => {
    const { result, bytes } = await world.during(list)
    const tasks: { id: string; status: { state: string } }[] = result.tasks
    expect(Object.fromEntries(tasks.map(({ id, status }) => [id, status.state]))).toEqual(expected())
    expect(result).toMatchObject({ nextPageToken: '', totalSize: 5 })
    expect(bytes).toBe(0)
  })

  test('GET /operations and AdCP tasks/list read no body', async () => {
    const http = await world.during(() => world.request('/operations?limit=100&envelope=yaagents'))
    expect(http.result.json).toHaveLength(5)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const adcp = await world.during(() => world.request('/adcp/tasks/list', { pagination: { max_results: 100 } }, key))
    const tasks: { task_id: string; status: string }[] = adcp.result.json.tasks
    expect(Object.fromEntries(tasks.map(({ task_id, status }) => [task_id, status]))).toEqual({
      [ids.fail ?? '']: 'failed',
      [ids.refuse ?? '']: 'rejected',
      [ids.ask ?? '']: 'input-required',
      [ids.approve ?? '']: 'input-required',
      [ids.work ?? '']: 'completed',
    })
    expect([http.bytes, adcp.bytes]).toEqual([0, 0])
  })

  test('AdCP tasks/list looks into at most some MB of arguments for a page, and goes on where it stopped', async () => {
    for (let n = 0; n < 20; n++) await world.begin('work')
    const found = new Set<string>()
    let cursor: string | undefined
    let pages = 0
    do {
      const pagination = { max_results: 100, ...(cursor === undefined ? undefined : { cursor }) }
      const key = { 'idempotency-key': crypto.randomUUID() }
      const filters = { context_contains: 'xxx' }
      const body = { filters, pagination }
      const { result, bytes } = await world.during(() => world.request('/adcp/tasks/list', body, key))
      // Calls of 300 KB until 4 MiB are reached, and results of the same length with them.
      expect(bytes).toBeLessThan(10 * megabyte)
      for (const { task_id } of result.json.tasks) found.add(task_id)
      cursor = result.json.pagination.cursor
      pages += 1
    } while (cursor !== undefined)
    expect([found.size, pages > 1]).toEqual([25, true])
  })
})

test('A2A: pages with artifacts and history end at 1 MiB, and lead to all tasks, one longer than a page too', async () => {
  const all: string[] = []
  for (const length of [200_000, 200_000, 900_000, 200_000, 200_000, 200_000]) {
    const id = await world.begin('work', 'x'.repeat(length))
    await expect.poll(() => world.state(id)).toBe('TASK_STATE_COMPLETED')
    all.push(id)
  }
  const listed: string[] = []
  const sizes: number[] = []
  let pageToken = ''
  do {
    const ask = { pageSize: 100, includeArtifacts: true, historyLength: 5, pageToken }
    const { json, bytes } = await world.rpc('ListTasks', ask)
    const { tasks, nextPageToken, totalSize } = json.result
    for (const task of tasks) {
      expect([task.artifacts.length, totalSize]).toEqual([1, 6])
      listed.push(task.id)
    }
    sizes.push(tasks.length)
    if (tasks.length > 1) expect(bytes).toBeLessThan(1.1 * megabyte)
    pageToken = nextPageToken
  } while (pageToken !== '')
  expect(listed).toEqual(all.toReversed())
  expect(Math.max(...sizes)).toBeLessThan(6)
})

describe('approvals whose inputs are long', () => {
  test('are listed without them, are named as abridged, and are whole by their id', async () => {
    const [big, small] = [await world.begin('approve'), await world.begin('approve', 'Buy one')]
    for (const id of [big, small]) {
      await expect.poll(() => world.state(id)).toBe('TASK_STATE_INPUT_REQUIRED')
    }
    const list = () => world.request('/approvals?limit=100&envelope=yaagents', undefined, { 'x-me': 'eve/approver' })
    const { result, bytes } = await world.during(list)
    const ofTask = (id: string) => result.json.find((row: { operationId: string }) => row.operationId === id)
    expect(ofTask(small)).toMatchObject({ action: 'Buy one', input: { how: 'approve', text: 'Buy one' } })
    expect(ofTask(small)).not.toHaveProperty('abridged')
    expect(ofTask(big)).toMatchObject({ action: 'x'.repeat(1000), abridged: ['action', 'input'] })
    expect(ofTask(big)).not.toHaveProperty('input')
    expect(bytes).toBeLessThan(100)
    const whole = await world.request(`${ofTask(big).links.self}?envelope=yaagents`)
    expect(whole.json).toMatchObject({ action: 'x'.repeat(2000), input: { text: long } })
  })

  test('are read one at a time, however many ask for them', async () => {
    const id = await world.begin('approve')
    await expect.poll(() => world.state(id), { timeout: 20_000 }).toBe('TASK_STATE_INPUT_REQUIRED')
    const [{ links }] = (await world.request('/approvals?envelope=yaagents')).json
    let [open, most] = [0, 0]
    const read = world.spied.do
    world.spied.do = async (name, given) => {
      if (name !== 'getApproval') return read(name, given)
      most = Math.max(most, ++open)
      return read(name, given).finally(() => open--)
    }
    const all = await Promise.all(Array.from({ length: 40 }, () => world.request(`${links.self}?envelope=yaagents`)))
    expect(all.map(({ status }) => status)).toEqual(Array(40).fill(200))
    expect(most).toBe(1)
  })

  test('a page of many middling ones ends at 1 MiB, and its link leads to the rest', async () => {
    const text = '🎉'.repeat(2000)
    await Promise.all(Array.from({ length: 140 }, () => world.begin('approve', text)))
    const open = async () => (await world.spied.do('stats', {})).approvals_open
    await expect.poll(open).toBe(140)
    const sizes: number[] = []
    let path: string | undefined = '/approvals?limit=100&envelope=yaagents'
    while (path !== undefined) {
      const page = await world.request(path)
      expect(page.bytes).toBeLessThan(1.1 * megabyte)
      sizes.push(page.json.length)
      const next: string | undefined = /<([^>]*)>; rel="next"/.exec(page.link ?? '')?.[1]
      path = next === undefined ? undefined : `${next}&envelope=yaagents`
    }
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(140)
    expect(sizes[0]).toBeLessThan(100)
  })
})
