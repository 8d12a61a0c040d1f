/** What is forwarded of the headers of a request, and of an answer. */
import { describe, expect, test } from 'vitest'
import { callerEntry } from './caller-plugin.ts'
import { gateway, pool, type Received, route, sendJson, sendRaw, upstream } from './kit.ts'

const get = route({ id: 'x', method: 'GET', path: '/x' })

async function forwarding(
  answerHeaders: Record<string, string | string[]> = {},
  more: Parameters<typeof gateway>[0] = {},
) {
  const agents = await upstream((_, response) => {
    for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value)
    sendJson(response, 200, {})
  })
  const opened = await gateway({ routes: [get], ...more, pools: [pool(agents.url)] })
  const send = async (headers: string) => {
    const text = await sendRaw(
      opened.port,
      `GET /x HTTP/1.1\r\nHost: gw.example:80\r\nConnection: close\r\n${headers}\r\n`,
    )
    return { text, received: (agents.received[0] as Received).headers }
  }
  return { agents, send, ...opened }
}

describe('a forwarded request', () => {
  test('has no header of the connection, nor those that Connection names', async () => {
    const { send } = await forwarding()
    const { received } = await send(
      'Connection: X-Secret-Hop, close\r\nX-Secret-Hop: 1\r\nKeep-Alive: 5\r\nProxy-Authorization: Basic x\r\nTE: trailers\r\n' +
        'Trailer: X\r\nUpgrade: websocket\r\nProxy-Connection: keep-alive\r\nX-Kept: yes\r\n',
    )
    for (const name of [
      'x-secret-hop',
      'keep-alive',
      'proxy-authorization',
      'te',
      'trailer',
      'upgrade',
      'proxy-connection',
    ]) {
      expect([name, received[name]]).toEqual([name, undefined])
    }
    expect(received['x-kept']).toBe('yes')
    expect(received.connection).toBe('keep-alive')
  })

  test('has no identity that the caller claims, however it is spelt', async () => {
    const { send } = await forwarding()
    const { received } = await send(
      'X-Tenant-ID: evil\r\nX_Tenant_ID: evil\r\nx-tenant_id: evil\r\nX-Actor-Subject: root\r\nX-Actor-Roles: admin\r\n' +
        'X_Actor_Roles: admin\r\nX-Actor_Principal: root\r\nX-Actor-Anything: x\r\nX_Request_ID: r\r\nX_Correlation_ID: c\r\n' +
        'Transfer_Encoding: chunked\r\nContent_Length: 5\r\nHost_: x\r\nX_Own: kept\r\n',
    )
    const names = Object.keys(received)
    expect(names.filter(name => /tenant|actor|request_id|correlation_id|transfer|content/i.test(name))).toEqual([])
    expect(received.x_own).toBe('kept')
  })

  test('has no header that makes an upstream take another method, path, host or address', async () => {
    const { send } = await forwarding()
    const { received } = await send(
      'X-HTTP-Method-Override: DELETE\r\nX-HTTP-Method: DELETE\r\nX_Method_Override: DELETE\r\nX-Original-URL: /admin\r\n' +
        'X-Rewrite-URL: /admin\r\nX-Original.URI: /admin\r\nX-Forwarded-Prefix: /admin\r\nX-Forwarded-Uri: /admin\r\n' +
        'X-Real-IP: 10.0.0.1\r\nTrue-Client-IP: 10.0.0.1\r\nX_Forwarded_For: 10.0.0.1\r\nX-Own: kept\r\n',
    )
    const names = Object.keys(received).filter(name => /method|original|rewrite|prefix|uri|ip$|_/i.test(name))
    expect(names).toEqual([])
    expect(received['x-own']).toBe('kept')
    expect(received['x-forwarded-for']).toBe('127.0.0.1')
  })

  test('has the identity that a plugin verified', async () => {
    const { send } = await forwarding({}, { plugins: [callerEntry] })
    const { received } = await send(
      'Test-Tenant: acme\r\nTest-Roles: a,b\r\nX-Tenant-ID: evil\r\nX-Actor-Roles: admin\r\nX_Actor_Subject: root\r\n',
    )
    expect(received['x-tenant-id']).toBe('acme')
    expect(received['x-actor-subject']).toBe('ada')
    expect(received['x-actor-principal']).toBe('ada')
    expect(received['x-actor-roles']).toBe('a,b')
    expect(Object.keys(received).filter(name => name.includes('_'))).toEqual([])
  })

  test('says who called the gateway, and by what name', async () => {
    const { send, agents } = await forwarding()
    const { received } = await send('X-Forwarded-For: 10.9.9.9\r\nX-Forwarded-Host: evil\r\nForwarded: for=evil\r\n')
    expect(received['x-forwarded-for']).toBe('10.9.9.9, 127.0.0.1')
    expect(received['x-forwarded-host']).toBe('gw.example')
    expect(received['x-forwarded-proto']).toBe('http')
    expect(received.forwarded).toBeUndefined()
    expect(received.host).toBe(agents.url.slice('http://'.length))
  })

  test('keeps credentials, cookies, and values that are sent twice', async () => {
    const { send } = await forwarding()
    const { received } = await send(
      'Authorization: Bearer t\r\nCookie: a=1\r\nCookie: b=2\r\nX-Many: 1\r\nX-Many: 2\r\n',
    )
    expect(received.authorization).toBe('Bearer t')
    expect(received.cookie).toBe('a=1; b=2')
    expect(received['x-many']).toBe('1, 2')
  })
})

describe('an answer that is handed on', () => {
  test('has no header of the connection and none that describes the upstream', async () => {
    const { send } = await forwarding({
      connection: 'x-hop, close',
      'x-hop': '1',
      'keep-alive': 'timeout=9',
      server: 'secret-server/1.2',
      'x-powered-by': 'secret',
      via: '1.1 secret',
      'x-kept': 'yes',
      'x-request-id': 'theirs',
    })
    const { text } = await send('X-Request-ID: mine\r\n')
    expect(text).not.toMatch(/secret|x-hop|timeout=9|theirs/i)
    expect(text).toMatch(/x-kept: yes/i)
    expect(text).toMatch(/x-request-id: mine/i)
    expect(text).toMatch(/x-content-type-options: nosniff/i)
  })

  test('keeps every cookie', async () => {
    const { send } = await forwarding({ 'set-cookie': ['a=1; Path=/', 'b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT'] })
    const { text } = await send('')
    expect(text.match(/^set-cookie: .*$/gim)).toEqual([
      'set-cookie: a=1; Path=/',
      'set-cookie: b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT',
    ])
  })

  test('leads to the gateway, not to the upstream', async () => {
    const agents = await upstream((received, response) => {
      response.setHeader('location', `http://${received.headers.host}/base/x/1`)
      response.setHeader('content-location', '/base/x/1')
      sendJson(response, 201, {})
    })
    const { url } = await gateway({ routes: [get], pools: [pool(`${agents.url}/base`)] })
    const response = await fetch(`${url}/x`)
    expect(response.headers.get('location')).toBe('/x/1')
    expect(response.headers.get('content-location')).toBe('/x/1')
  })

  test('to HEAD has the length of the body that GET would have, and none', async () => {
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000000' })
      response.end()
    })
    const { url } = await gateway({ routes: [get], pools: [pool(agents.url)] })
    const response = await fetch(`${url}/x`, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '5000000',
      '',
    ])
    expect(agents.received[0]?.method).toBe('HEAD')
  })

  test.each([204, 304])('%i has no body, where it is not verified', async status => {
    const agents = await upstream((_, response) => response.writeHead(status).end())
    const { url } = await gateway({ routes: [{ ...get, enforce: 'off' }], pools: [pool(agents.url)] })
    const response = await fetch(`${url}/x`)
    expect([response.status, await response.text()]).toEqual([status, ''])
  })

  test('is compressed as the caller likes it, where it is not verified', async () => {
    const agents = await upstream((received, response) => sendJson(response, 200, received.headers['accept-encoding']))
    const { url } = await gateway({ routes: [{ ...get, enforce: 'off' }], pools: [pool(agents.url)] })
    const response = await fetch(`${url}/x`, { headers: { 'accept-encoding': 'br' } })
    expect(await response.json()).toBe('br')
  })

  test('of 20 MB is handed on whole, where it is not verified', async () => {
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      response.end(Buffer.alloc(20 * 1024 * 1024, 1))
    })
    const { url } = await gateway({ routes: [{ ...get, enforce: 'off' }], pools: [pool(agents.url)] })
    expect((await (await fetch(`${url}/x`)).arrayBuffer()).byteLength).toBe(20 * 1024 * 1024)
  })
})
