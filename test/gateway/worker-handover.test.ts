/** Requests that a process of a gateway hands to another: what they carry, and what becomes of them when processes end. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { openGateway } from '../../src/gateway/gateway.ts'
import { createGatewayMetrics } from '../../src/gateway/metrics.ts'
import { GatewayProcess } from '../../src/gateway/run/gateway-process.ts'
import { noLog } from '../../src/server/log.ts'
import { folder } from '../cli/run-cli.ts'
import { setSecret } from './durable/kit.ts'
import { type GatewayRun, runGateway, type SlowUpstream, slowUpstream, until } from './gateway-processes.ts'
import { certificate, openSession, type Sent, send } from './http2-kit.ts'
import { config, type Upstream, upstream } from './kit.ts'
import { callOf, hello, post, sendRaw, sessionsOfBoth } from './session-kit.ts'

const route = (id: string, url: string) =>
  `  - { id: ${id}, method: POST, path: /${id}, target: "${url}", contract: yaagents }\n`
const fronts = 'store: sqlite:gateway.db\nmcp: true\n'
const configOf = (routes: string, more = fronts) =>
  `listen: 127.0.0.1:0\nadmin: 127.0.0.1:0\nauth: none\n${more}routes:\n${routes}`
const twoWorkers = { words: ['--workers', '2'] }
/** Connections of which some go to each process. */
const many = Array.from({ length: 6 }, (_, index) => index)

beforeAll(() => setSecret())

function headOf(method: string, session: string, ...more: string[]): string {
  const lines = [
    `${method} /mcp HTTP/1.1`,
    'host: 127.0.0.1',
    `mcp-session-id: ${session}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    ...more,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

describe('a request that is handed on', () => {
  let behind: Upstream
  let run: GatewayRun
  beforeAll(async () => {
    behind = await upstream(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    )
    run = await runGateway(configOf(route('write', behind.url)), twoWorkers)
  })
  const isStanding = async (session: string) => {
    const pings = await Promise.all(many.map(() => post(run.url, { method: 'ping' }, { session })))
    expect(pings.map(({ status }) => status)).toEqual(many.map(() => 200))
    expect(run.lines().filter(({ msg }) => msg === 'a worker ended and is started again')).toEqual([])
  }

  test.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])('has a body that is no other request: %s', async method => {
    for (const { session } of await sessionsOfBoth(run.url)) {
      const call = JSON.stringify({ jsonrpc: '2.0', ...callOf('write') })
      const hidden = [
        `${headOf('POST', session, 'x-replywire-relayed-for: {"address":"192.0.2.1"}', `content-length: ${call.length}`)}${call}`,
        headOf('GET', session, 'x-replywire-relayed-for: {'),
      ]
      for (const body of hidden) {
        const whole = `${headOf(method, session, 'transfer-encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
        for (const answer of await Promise.all(many.map(() => sendRaw(run.url, whole)))) {
          expect(answer).toMatch(/^HTTP\/1\.1 (?:200|404|405|409) /)
        }
      }
    }
    const [{ session }] = await sessionsOfBoth(run.url)
    await isStanding(session)
    expect(behind.received).toEqual([])
  })

  test.each([
    'trailer: x',
    'te: trailers',
    'expect: 100-continue',
    'keep-alive: timeout=1',
    'x-replywire-relayed-for: {',
  ])('may have the header "%s"', async header => {
    for (const { session } of await sessionsOfBoth(run.url)) {
      const body = '{"jsonrpc":"2.0","method":"ping","id":1}'
      const whole = headOf('POST', session, header, `content-length: ${body.length}`) + body
      for (const answer of await Promise.all(many.map(() => sendRaw(run.url, whole)))) {
        expect(answer).toMatch(/^HTTP\/1\.1 (?:200 OK|100 Continue)\r\n/)
      }
      await Promise.all(many.map(() => sendRaw(run.url, headOf('GET', session, header))))
      await isStanding(session)
    }
  })

  test('whose process has ended is answered as if there were no other', async () => {
    const session = `0123456789abcdef.${crypto.randomUUID()}`
    const answers = await Promise.all(many.map(() => post(run.url, { method: 'ping', id: 'mine' }, { session })))
    const missing = '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":"mine"}'
    expect(answers.map(({ status, text }) => [status, text])).toEqual(many.map(() => [404, missing]))
    const route = await fetch(`${run.url}/write`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'mcp-session-id': session },
      body: '{}',
    })
    expect(route.status).toBe(200)
  })
})

test('a process that stands still for a while answers then, and refuses nothing', async () => {
  const { url } = await slowUpstream()
  const run = await runGateway(configOf(route('plain', url)), twoWorkers)
  const workers = readFileSync(`/proc/${run.child.pid}/task/${run.child.pid}/children`, 'utf8').trim().split(' ')
  const [{ session }, { session: other }] = await sessionsOfBoth(run.url)
  const pings = () =>
    Promise.all(
      [session, other].flatMap(one =>
        many.map(async id => (await post(run.url, { method: 'ping', id }, { session: one })).status),
      ),
    )
  const all = [...many, ...many].map(() => 200)
  expect(await pings()).toEqual(all)
  for (const worker of workers) {
    process.kill(Number(worker), 'SIGSTOP')
    const waiting = pings()
    // Longer than Node keeps a connection that nothing comes on.
    await delay(7000)
    process.kill(Number(worker), 'SIGCONT')
    expect(await waiting).toEqual(all)
  }
})

test('a request of HTTP/2 is handed on whole, and its body is no other request', async () => {
  const behind = await upstream(
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
  )
  const text = configOf(route('write', behind.url)).replace(
    'listen: 127.0.0.1:0',
    'listen: { host: 127.0.0.1, port: 0, tls: { cert: cert.pem, key: key.pem } }',
  )
  const files = { 'cert.pem': certificate.cert, 'key.pem': certificate.key }
  const { url } = await runGateway(text, { ...twoWorkers, files })
  const port = Number(new URL(url).port)
  const connections = await Promise.all(many.map(() => openSession(port)))
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const overEach = (sent: Sent, message?: object) =>
    Promise.all(
      connections.map((one, id) => {
        const body = message === undefined ? {} : { body: JSON.stringify({ jsonrpc: '2.0', ...message, id }) }
        return send(one, { path: '/mcp', ...sent, ...body })
      }),
    )
  const call = JSON.stringify({ jsonrpc: '2.0', ...callOf('write') })
  const opened = await overEach({ method: 'POST', headers }, hello)
  for (const answer of opened) {
    const session = String(answer.headers['mcp-session-id'])
    const inSession = { ...headers, 'mcp-session-id': session }
    const calls = await overEach({ method: 'POST', headers: inSession }, callOf('write'))
    expect(calls.map(({ status, body }) => [status, body.includes('"ok":true')])).toEqual(many.map(() => [200, true]))
    const hidden = `${headOf('POST', session, 'x-replywire-relayed-for: {', `content-length: ${call.length}`)}${call}`
    await overEach({ method: 'DELETE', headers: inSession, body: hidden })
  }
  expect(behind.received).toHaveLength(many.length ** 2)
  const after = await overEach({ method: 'POST', headers }, callOf('write'))
  expect(after.map(({ status }) => status)).toEqual(many.map(() => 200))
})

test('calls of a session are answered to their end when the gateway is stopped', async () => {
  const held: SlowUpstream = await slowUpstream()
  const run = await runGateway(configOf(route('held', held.url)), twoWorkers)
  const [{ session }] = await sessionsOfBoth(run.url)
  const calls = many.map(index => post(run.url, callOf('held', {}, index), { session }))
  await until(() => held.open === many.length)
  run.child.kill('SIGTERM')
  await until(async () => (await fetch(`${run.adminUrl}/readyz`)).status === 503)
  // Longer than a process that has nothing to wait for takes to close its connections.
  await delay(2000)
  held.release()
  expect((await Promise.all(calls)).map(({ status, text }) => [status, text.includes('"ok":true')])).toEqual(
    many.map(() => [200, true]),
  )
  expect(await run.ended).toBe(0)
})

describe('the folder of the sockets', () => {
  test('goes with the last process, also when the first was killed', async () => {
    const { url } = await slowUpstream()
    const home = folder({})
    const run = await runGateway(configOf(route('plain', url)), { ...twoWorkers, env: { TMPDIR: home } })
    const folders = () => readdirSync(home).filter(name => name.startsWith('replywire-gateway-'))
    expect(folders()).toHaveLength(1)
    run.child.kill('SIGKILL')
    await until(() => folders().length === 0)
  })

  test('in which there is no room for a socket is no problem without /mcp, and named with it', async () => {
    const parts = { log: noLog, metrics: createGatewayMetrics(), open: openGateway, sockets: '/nowhere' }
    const without = config({ auth: 'none', routes: [], listeners: [{ host: '127.0.0.1', port: 0 }] })
    const withFront = { ...without, mcp: { hosts: [] } }
    const reason = 'mcp of several processes needs sockets in /nowhere, and none can be made there'
    await expect(GatewayProcess.open(withFront, parts)).rejects.toThrow(`${reason} (`)
    const running = await GatewayProcess.open(without, parts)
    await expect(running.reload(withFront)).rejects.toThrow(reason)
    expect((await fetch(`${running.urls[0]}/none`)).status).toBe(404)
    await running.stop()
  })

  test('whose path is too long for sockets is no problem without /mcp, and named with it', async () => {
    const { url } = await slowUpstream()
    const long = join(folder({}), 'x'.repeat(80))
    mkdirSync(long)
    const settings = { ...twoWorkers, env: { TMPDIR: long } }
    const withFront = configOf(route('plain', url))
    const reason = `mcp of several processes needs a folder for temporary files, and ${long} has a path that is too long`
    await expect(runGateway(withFront, settings)).rejects.toThrow(reason)
    const run = await runGateway(withFront.replace('mcp: true\n', ''), settings)
    run.write(withFront)
    const { problem } = await run.line(({ msg }) => msg === 'the changed configuration is not used')
    expect(problem).toContain(reason)
    expect((await fetch(`${run.url}/plain`, { method: 'POST' })).status).toBe(200)
  })
})

test('a front that several processes cannot have without a store is no change of a configuration', async () => {
  const { url } = await slowUpstream()
  const run = await runGateway(configOf(route('plain', url), ''), twoWorkers)
  run.write(configOf(route('plain', url), 'mcp: true\n'))
  const { problem } = await run.line(({ msg }) => msg === 'the changed configuration is not used')
  expect(problem).toContain('mcp: several processes need a store for that')
  expect((await fetch(`${run.url}/plain`, { method: 'POST' })).status).toBe(200)
})
