/** Which route takes a call, and what is answered where none does. */
import { describe, expect, test } from 'vitest'
import { config, gateway, limits, pool, type Received, route, sendJson, sendRaw, traceOf, upstream } from './kit.ts'

/** An upstream that answers with what it received. */
const echo = () =>
  upstream((received, response) =>
    sendJson(response, 200, { path: received.path, method: received.method, trace: traceOf(received) }),
  )

async function routing(routes: Parameters<typeof route>[0][], target = '') {
  const agents = await echo()
  const opened = await gateway({ routes: routes.map(one => route(one)), pools: [pool(`${agents.url}${target}`)] })
  /** The id of the route that took a call, or the status. */
  const taken = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${opened.url}${path}`, { method, headers })
    await response.text()
    if (response.status !== 200) return response.status
    return opened.lines.at(-1)?.operation
  }
  return { agents, taken, ...opened }
}

describe('routes', () => {
  test('exact goes before an action, that before a parameter, and that before a wildcard', async () => {
    const { taken } = await routing([
      { id: 'wild', method: 'GET', path: '/tickets/*' },
      { id: 'param', method: 'GET', path: '/tickets/{id}' },
      { id: 'exact', method: 'GET', path: '/tickets/new' },
      { id: 'triage', method: 'POST', path: '/tickets/{id}:triage' },
      { id: 'deep', method: 'GET', path: '/tickets/{id}/notes/{note}' },
    ])
    expect(await taken('GET', '/tickets/new')).toBe('exact')
    expect(await taken('GET', '/tickets/7')).toBe('param')
    expect(await taken('POST', '/tickets/7:triage')).toBe('triage')
    expect(await taken('GET', '/tickets/7/notes/1')).toBe('deep')
    expect(await taken('GET', '/tickets/7/notes')).toBe('wild')
    expect(await taken('GET', '/tickets/7/notes/1/more')).toBe('wild')
    expect(await taken('GET', '/ticket')).toBe(404)
    expect(await taken('HEAD', '/tickets/7')).toBe('param')
  })

  test('a wrong method is 405 with Allow; an unknown path is 404; neither reaches an upstream', async () => {
    const { url, agents } = await routing([
      { id: 'a', method: 'GET', path: '/things/{id}' },
      { id: 'b', method: 'DELETE', path: '/things/{id}' },
    ])
    const wrong = await fetch(`${url}/things/1`, { method: 'POST' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD'])
    expect(wrong.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect((await fetch(`${url}/thing`)).status).toBe(404)
    expect(agents.received).toEqual([])
  })

  test('hosts: an exact name, names below another, and all others', async () => {
    const agents = await echo()
    const { port, lines } = await gateway({
      pools: [pool(agents.url)],
      routes: [
        route({ id: 'any', method: 'GET', path: '/x' }),
        route({ id: 'own', method: 'GET', path: '/x', hosts: ['api.example'] }),
        route({ id: 'below', method: 'GET', path: '/x', hosts: ['*.example'] }),
        route({ id: 'only', method: 'GET', path: '/only', hosts: ['api.example'] }),
      ],
    })
    const call = async (host: string, path: string) => {
      const text = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      return text.startsWith('HTTP/1.1 200') ? lines.at(-1)?.operation : text.slice(9, 12)
    }
    expect(await call('api.example', '/x')).toBe('own')
    expect(await call('API.example:8080', '/x')).toBe('own')
    expect(await call('api.example.:8080', '/x')).toBe('own')
    expect(await call('other.example', '/x')).toBe('below')
    expect(await call('deep.other.example', '/x')).toBe('below')
    expect(await call('elsewhere', '/x')).toBe('any')
    expect(await call('api.example', '/only')).toBe('only')
    expect(await call('elsewhere', '/only')).toBe('404')
  })

  test('headers: a value, or any; the route with more conditions goes first', async () => {
    const { taken } = await routing([
      { id: 'plain', method: 'GET', path: '/x' },
      { id: 'beta', method: 'GET', path: '/x', headers: { 'x-ring': 'beta' } },
      { id: 'marked', method: 'GET', path: '/x', headers: { 'x-ring': '*', 'x-team': 'a' } },
      { id: 'conditional', method: 'GET', path: '/y/z', headers: { 'x-ring': 'beta' } },
      { id: 'rest', method: 'GET', path: '/y/*' },
    ])
    expect(await taken('GET', '/x')).toBe('plain')
    expect(await taken('GET', '/x', { 'x-ring': 'beta' })).toBe('beta')
    expect(await taken('GET', '/x', { 'x-ring': 'other' })).toBe('plain')
    expect(await taken('GET', '/x', { 'x-ring': 'other', 'x-team': 'a' })).toBe('marked')
    expect(await taken('GET', '/y/z', { 'x-ring': 'beta' })).toBe('conditional')
    expect(await taken('GET', '/y/z')).toBe('rest')
  })

  test('the path of a target goes before the path of the call, and the query stays', async () => {
    const { agents, taken, url } = await routing([{ id: 'x', method: 'GET', path: '/x/{id}' }], '/base/v2/')
    await taken('GET', '/x/a%20b?q=1&q=2')
    expect(agents.received[0]?.path).toBe('/base/v2/x/a%20b?q=1&q=2')
    expect((await fetch(`${url}/x/`)).status).toBe(404)
  })

  test('empty segments are dropped, also from what is forwarded', async () => {
    const { agents, taken } = await routing([{ id: 'x', method: 'GET', path: '/x/{id}' }])
    expect(await taken('GET', '//x//7/')).toBe('x')
    expect(agents.received[0]?.path).toBe('/x/7')
  })

  test.each([
    '//admin/keys',
    '/admin//keys',
    '/admin/keys/',
    '/%61dmin/keys',
    '/admin%2Fkeys',
    '/admin%5Ckeys',
    '/admin;v=1/keys',
    '/admin/keys;v=1',
    '/admin%3Bv/keys',
    '/%61dmin/users/%25',
    '/%61dmin/once',
    '/c/7%3Apause',
    '/public/..;/admin/keys',
    '/public/..%3Bv/admin/keys',
    '/Admin/keys',
    '/admin/KEYS/',
    '/ADMIN;v=1/keys',
    '/ADMIN/Once',
    '/c/7:PAUSE',
    '/reports/Archive',
    '/admin/%E2%84%AAeys',
    '/admin/key%C5%BF',
    '/%EF%BD%81dmin/keys',
    '/admin%EF%BC%8Fkeys',
    '/public/%E2%80%A5/admin/keys',
    '/admin/keys%20',
    '/admin%09/keys',
    '/admin/keys%0D%0A',
    '/admin/keys.',
    '/admin/keys%2E%20',
    '/admin/keys%3Fa',
    '/admin/keys%23',
    '/admin/KEYS%3f;v=1',
  ])('no other spelling of a guarded path gets past its route: %s', async path => {
    const { port, agents } = await routing([
      { id: 'keys', method: 'GET', path: '/admin/keys', roles: ['admin'] },
      { id: 'users', method: 'GET', path: '/admin/users/{id}', roles: ['admin'] },
      { id: 'once', method: 'POST', path: '/admin/once' },
      { id: 'pause', method: 'GET', path: '/c/{id}:pause', roles: ['admin'] },
      { id: 'c', method: 'GET', path: '/c/{id}' },
      { id: 'archive', method: 'GET', path: '/Reports/archive', roles: ['admin'] },
      { id: 'all', method: 'GET', path: '/*' },
    ])
    const text = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n`)
    expect(text.slice(9, 12)).toBe('404')
    expect(agents.received).toEqual([])
  })

  test('a path with its query is as long as limits.maxUrlBytes allows', async () => {
    const agents = await echo()
    const { url } = await gateway({
      routes: [route({ id: 'all', method: 'GET', path: '/*' })],
      pools: [pool(agents.url)],
      limits: { ...limits, maxUrlBytes: 100 },
    })
    expect((await fetch(`${url}/a?${'b'.repeat(97)}`)).status).toBe(200)
    const refused = await fetch(`${url}/a?${'b'.repeat(98)}`)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([431, 'HEADERS_TOO_LARGE'])
    expect(agents.received).toHaveLength(1)
  })

  test('encoded names pass where routes ask the same of their callers', async () => {
    const { taken } = await routing([
      { id: 'file', method: 'GET', path: '/files/{name}' },
      { id: 'keys', method: 'GET', path: '/admin/keys', roles: ['admin'] },
      { id: 'all', method: 'GET', path: '/*' },
    ])
    expect(await taken('GET', '/files/a%2Fb%20c%25;d')).toBe('file')
    expect(await taken('GET', '/other/a%20b/')).toBe('all')
    expect(await taken('GET', '/admin/keys%3F.md')).toBe(404)
    for (const path of ['/files/why%3F', '/files/a.', '/files/%20a%20']) expect(await taken('GET', path)).toBe('file')
  })

  test.each(['/public/..%2fadmin', '/public/%2e%2e%2fadmin', '/public/..%5cadmin', '/public/a%2f..%2f..%2fadmin'])(
    'a path that leads elsewhere once it is decoded is refused: %s',
    async path => {
      const { agents, port } = await routing([{ id: 'x', method: 'GET', path: '/public/{file}' }])
      const text = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(text).toMatch(/^HTTP\/1\.1 404 /)
      expect(agents.received).toEqual([])
    },
  )

  test('letter case is data where it changes nothing that is asked of callers', async () => {
    const { agents, taken } = await routing([
      { id: 'keys', method: 'GET', path: '/keys/{id}', roles: ['admin'] },
      { id: 'thing', method: 'GET', path: '/Things/{thingId}' },
      { id: 'upper', method: 'GET', path: '/V1/list' },
      { id: 'lower', method: 'GET', path: '/v1/list', tenantRequired: true },
      { id: 'all', method: 'GET', path: '/*' },
    ])
    expect(await taken('GET', '/Things/AbC')).toBe('thing')
    expect(await taken('GET', '/things/AbC')).toBe('all')
    expect(await taken('GET', '/Gr%C3%B6%C3%9Fe/%C3%84')).toBe('all')
    expect(agents.received.map(({ path }) => path)).toEqual(['/Things/AbC', '/things/AbC', '/Gr%C3%B6%C3%9Fe/%C3%84'])
    // Routes that differ in letter case say that their upstream tells them apart.
    expect(await taken('GET', '/V1/list')).toBe('upper')
    expect(await taken('GET', '/v1/list')).toBe(403)
    expect(await taken('GET', '/V1/LIST')).toBe(404)
  })

  test('an encoded slash in a parameter is data', async () => {
    const { agents, taken } = await routing([{ id: 'x', method: 'GET', path: '/x/{id}' }])
    expect(await taken('GET', '/x/a%2Fb')).toBe('x')
    expect(agents.received[0]?.path).toBe('/x/a%2Fb')
  })

  test.each([
    ['the same path', '/x/{a}', '/x/{b}'],
    ['the same wildcard', '/x/*', '/x/*'],
    ['the same action', '/x/{a}:go', '/x/{b}:go'],
  ])('two routes with %s are refused when the gateway opens', async (_, first, second) => {
    const routes = [route({ id: 'one', path: first }), route({ id: 'two', path: second })]
    await expect(gateway(config({ routes, pools: [pool('http://127.0.0.1:1')] }))).rejects.toThrow(
      /The routes one and two take the same calls/,
    )
  })

  test('calls are shared by weight, the target with the least to do first', async () => {
    const counts = [0, 0]
    const held: (() => void)[] = []
    const targets = await Promise.all(
      [0, 1].map(index =>
        upstream((_: Received, response) => {
          counts[index] = (counts[index] ?? 0) + 1
          held.push(() => sendJson(response, 200, {}))
        }),
      ),
    )
    const weighted = pool(targets.map(({ url }) => url))
    const { url } = await gateway({
      pools: [{ ...weighted, targets: weighted.targets.map((one, at) => ({ ...one, weight: at === 0 ? 3 : 1 })) }],
    })
    const calls = Array.from({ length: 8 }, () => fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' }))
    while (held.length < 8) await new Promise(resolve => setTimeout(resolve, 5))
    expect(counts).toEqual([6, 2])
    for (const answer of held) answer()
    await Promise.all(calls)
  })
})
