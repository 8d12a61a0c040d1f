/** Where an upstream says that a task can be asked about: callers learn no address that they cannot reach. */
import { describe, expect, it } from 'vitest'
import { gateway, pool, route, sendJson, traceOf, type Upstream, upstream } from './kit.ts'

/** A service that accepts every call, and answers what becomes of it at the address that it names. */
async function accepting(base: (agents: Upstream) => string): Promise<Upstream> {
  const agents: Upstream = await upstream((received, response) => {
    if (received.method === 'GET')
      return sendJson(response, 200, { result: { state: 'done' }, trace: traceOf(received) })
    const statusUrl = `${base(agents)}/tasks/op-1`
    const accepted = { type: 'operation_accepted', code: 'OPERATION_ACCEPTED', message: 'Queued.' }
    const body = { ...accepted, operationId: 'op-1', statusUrl, trace: traceOf(received) }
    sendJson(response, 202, body, 'application/vnd.yaagents.operation+json', { location: statusUrl })
  })
  return agents
}

const byPath = () => accepting(() => '')
const byOrigin = () => accepting(({ url }) => url)
const progress = { id: 'progress', method: 'GET', path: '/tasks/{id}', effects: 'none' } as const

async function post(url: string) {
  const response = await fetch(`${url}/campaigns/7/optimizations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Record<string, unknown> }
}

describe('a translated answer that begins a task', () => {
  it.each([byPath, byOrigin])('names its address where a route leads there', async start => {
    const agents = await start()
    const routes = [route({ offers: ['problem'] }), route({ ...progress, offers: ['problem'] })]
    const { url } = await gateway({ pools: [pool(agents.url)], routes })
    const answer = await post(url)
    expect(answer.status).toBe(202)
    expect(answer.headers.get('location')).toBe('/tasks/op-1')
    expect(answer.headers.get('x-replywire-losses') ?? '').not.toContain('/outcome/task/statusUrl')
    expect((await fetch(`${url}/tasks/op-1`)).status).toBe(200)
  })

  it.each([byPath, byOrigin])('names none where no route leads there, and says so', async start => {
    const agents = await start()
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [route({ offers: ['problem'] })] })
    const answer = await post(url)
    expect(answer.status).toBe(202)
    // Its contract demands an address: the usual one stands there.
    expect(answer.headers.get('location')).toBe('/operations/op-1/status')
    expect(answer.headers.get('x-replywire-losses')).toContain('/outcome/task/statusUrl')
    expect(answer.text).not.toContain('/tasks/op-1')
  })

  it('names none where the route leads to another upstream', async () => {
    const agents = await byPath()
    const other = await byPath()
    const routes = [route({ offers: ['problem'] }), route({ ...progress, pool: 'others', offers: ['problem'] })]
    const { url } = await gateway({ pools: [pool(agents.url), { ...pool(other.url), name: 'others' }], routes })
    const answer = await post(url)
    expect(answer.text).not.toContain('/tasks/op-1')
    expect(answer.headers.get('x-replywire-losses')).toContain('/outcome/task/statusUrl')
  })
})

describe('a forwarded answer that begins a task', () => {
  it('passes byte by byte where it names a path', async () => {
    const agents = await byPath()
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [route(), route(progress)] })
    const answer = await post(url)
    expect(answer.body).toMatchObject({ statusUrl: '/tasks/op-1', operationId: 'op-1' })
    expect(await (await fetch(`${url}/tasks/op-1`)).json()).toMatchObject({ result: { state: 'done' } })
  })

  it.each([[[route(), route(progress)]], [[route()]]])('never names the origin of the upstream', async routes => {
    const agents = await byOrigin()
    const { url } = await gateway({ pools: [pool(agents.url)], routes })
    const answer = await post(url)
    expect(answer).toMatchObject({ status: 202, body: { type: 'operation_accepted', operationId: 'op-1' } })
    expect(answer.text).not.toContain(agents.url)
    expect(answer.headers.get('location')).not.toContain(agents.url)
    const path = routes.length === 2 ? '/tasks/op-1' : '/operations/op-1/status'
    expect(answer.body.statusUrl).toBe(path)
  })
})
