/** Another configuration, while calls and streams are under way. */
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { config, gateway, pool, route, sendJson, upstream } from './kit.ts'

const stream = route({ id: 'stream', path: '/stream', mode: 'sse' })
const get = route({ id: 'read', method: 'GET', path: '/x' })

describe('a reload', () => {
  test('takes new calls to the new upstream; calls and streams that are open end where they began', async () => {
    const held: (() => void)[] = []
    const old = await upstream((received, response) => {
      if (received.path === '/stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\n')
        held.push(() => response.end('data: 2\n\n'))
      } else held.push(() => sendJson(response, 200, { from: 'old' }))
    })
    const fresh = await upstream((_, response) => sendJson(response, 200, { from: 'new' }))
    const routes = [stream, get]
    const { url, gateway: opened } = await gateway({ routes, pools: [pool(old.url)] })
    const call = fetch(`${url}/x`)
    const events = await fetch(`${url}/stream`, { method: 'POST', headers: { accept: 'text/event-stream' } })
    while (held.length < 2) await wait(2)
    await opened.reload(config({ routes: [get], pools: [pool(fresh.url)] }))
    expect(await (await fetch(`${url}/x`)).json()).toEqual({ from: 'new' })
    expect((await fetch(`${url}/stream`, { method: 'POST' })).status).toBe(404)
    for (const answer of held) answer()
    expect(await (await call).json()).toEqual({ from: 'old' })
    expect(await events.text()).toBe('data: 1\n\ndata: 2\n\n')
    expect(opened.openCalls).toBe(0)
  })

  test('that cannot be used changes nothing', async () => {
    const agents = await upstream((_, response) => sendJson(response, 200, {}))
    const { url, gateway: opened } = await gateway({ routes: [get], pools: [pool(agents.url)] })
    const bad = [
      config({ routes: [{ ...get, pool: 'nowhere' }], pools: [pool(agents.url)] }),
      config({ routes: [get, { ...get, id: 'twin' }], pools: [pool(agents.url)] }),
      config({ routes: [{ ...get, contract: 'no-such-contract' }], pools: [pool(agents.url)] }),
      config({
        routes: [get],
        pools: [pool(agents.url)],
        plugins: [{ name: 'tokn-validator', enabled: true, options: {} }],
      }),
      config({ routes: [get], pools: [pool(agents.url)], auth: 'required' }),
    ]
    for (const one of bad) await expect(opened.reload(one)).rejects.toThrow()
    expect((await fetch(`${url}/x`)).status).toBe(200)
    expect(opened.config.routes).toHaveLength(1)
  })

  test('leaves nothing of the configurations before it in memory', async () => {
    const agents = await upstream((_, response) => sendJson(response, 200, {}))
    const settings = { routes: [get], pools: [pool(agents.url)] }
    const { url, gateway: opened } = await gateway(settings)
    const replaced: WeakRef<object>[] = []
    for (let count = 0; count < 5; count++) {
      const next = config(settings)
      replaced.push(new WeakRef(next))
      await opened.reload(next)
      expect((await fetch(`${url}/x`)).status).toBe(200)
    }
    await opened.reload(config(settings))
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    // The last one may still be referred to by the connection that used it.
    const before = replaced.slice(0, 4)
    for (let count = 0; count < 50 && before.some(one => one.deref() !== undefined); count++) {
      await wait(10)
      collect()
    }
    expect(before.map(one => one.deref())).toEqual([undefined, undefined, undefined, undefined])
  })

  test('keeps the connections of a pool that it does not change', async () => {
    let connections = 0
    const agents = await upstream((_, response) => sendJson(response, 200, {}))
    agents.server.on('connection', () => {
      connections += 1
    })
    const settings = { routes: [get], pools: [pool(agents.url)] }
    const { url, gateway: opened } = await gateway(settings)
    for (let at = 0; at < 5; at++) {
      expect((await fetch(`${url}/x`)).status).toBe(200)
      await opened.reload(config(settings))
    }
    expect(connections).toBe(1)
  })

  test('a hundred times under load fails no call', async () => {
    const agents = await Promise.all([1, 2].map(() => upstream((_, response) => sendJson(response, 200, {}))))
    const pools = agents.map(({ url }) => [pool(url)])
    const { url, gateway: opened } = await gateway({ routes: [get], pools: pools[0] ?? [] })
    let isOver = false
    const statuses = new Map<number, number>()
    const caller = async () => {
      while (!isOver) {
        const { status } = await fetch(`${url}/x`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const callers = Array.from({ length: 4 }, caller)
    for (let at = 0; at < 100; at++) await opened.reload(config({ routes: [get], pools: pools[at % 2] ?? [] }))
    isOver = true
    await Promise.all(callers)
    expect([...statuses.keys()]).toEqual([200])
  })
})
