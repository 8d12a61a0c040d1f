/** Admin pages, and a gateway that stops. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type GatewayRun, openStream, runGateway, type SlowUpstream, slowUpstream, until } from './gateway-processes.ts'
import { sendRaw } from './kit.ts'

let upstream: SlowUpstream

beforeAll(async () => {
  upstream = await slowUpstream()
})

const start = (more = ''): Promise<GatewayRun> =>
  runGateway(`listen: 127.0.0.1:0
admin: 127.0.0.1:0
auth: none
${more}
limits: { maxHeaderBytes: 4KiB, headTimeout: 1s, requestTimeout: 1s }
routes:
  - { id: held, method: GET, path: /held, target: "${upstream.url}" }
  - { id: stream, method: GET, path: /stream, target: "${upstream.url}", mode: sse }
`)

describe('admin pages', () => {
  let run: GatewayRun
  beforeAll(async () => {
    run = await start()
  })

  test.each([
    ['GET', '/livez', 200, '{"status":"ok"}'],
    ['GET', '/healthz?verbose', 200, '{"status":"ok"}'],
    ['GET', '/readyz', 200, '{"status":"ready"}'],
    ['HEAD', '/readyz', 200, ''],
    ['POST', '/readyz', 405, '{"status":"method not allowed"}'],
    ['GET', '/held', 404, '{"status":"not found"}'],
    ['GET', '/__proto__', 404, '{"status":"not found"}'],
  ])('%s %s', async (method, path, status, body) => {
    const response = await fetch(`${run.adminUrl}${path}`, { method })
    expect([response.status, await response.text()]).toEqual([status, body])
  })

  test('are not on the public port', async () => {
    for (const path of ['/metrics', '/readyz', '/healthz', '/livez']) {
      expect((await fetch(`${run.url}${path}`)).status).toBe(404)
    }
  })

  test.each([
    ['bytes that are no HTTP', 'NONSENSE\r\n\r\n', 422, 'MALFORMED_REQUEST'],
    [
      'a head that is too large',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(5000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a head that does not come', 'GET / HTTP/1.1\r\nHost: a\r\n', 422, 'REQUEST_TIMEOUT'],
  ])('%s: refused in the contract, with the header of the profile', async (_, bytes, status, code) => {
    const text = await sendRaw(Number(new URL(run.url).port), bytes)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('\r\nx-yaagents-profile: v0.3')
    expect(head.toLowerCase()).toContain('\r\nconnection: close')
    const { trace, ...rest } = JSON.parse(body)
    expect(rest.code).toBe(status === 422 ? 'VALIDATION_FAILED' : code)
    expect(head).toContain(`x-request-id: ${trace.requestId}`)
    expect(await run.metrics()).toMatch(
      new RegExp(`^replywire_gateway_refusals_total\\{route="",code="${code}"\\} 1$`, 'm'),
    )
  })
})

describe('a signal to stop', () => {
  test('open calls and streams are finished, /readyz is 503, new calls get 503', async () => {
    const run = await start()
    const held = fetch(`${run.url}/held`)
    const stream = await openStream(`${run.url}/stream`)
    await until(() => upstream.open === 2 || undefined)
    run.child.kill('SIGTERM')
    const ready = await until(async () => {
      const response = await fetch(`${run.adminUrl}/readyz`)
      return response.status === 503 ? response.json() : undefined
    })
    expect(ready).toEqual({ status: 'not ready', reason: 'shutting down' })
    expect((await fetch(`${run.adminUrl}/livez`)).status).toBe(200)
    expect(await run.metrics()).toMatch(/^replywire_gateway_draining 1$/m)
    const refused = await fetch(`${run.url}/held`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('x-yaagents-profile')).toBe('v0.3')
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({ type: 'error', code: 'SHUTTING_DOWN' })
    upstream.release()
    expect((await held).status).toBe(200)
    expect(await stream.whole).toMatch(/data: \[DONE\]\n\n$/)
    expect(await run.ended).toBe(0)
  })

  test('after the deadline a stream gets a last event', async () => {
    const run = await start('drain: 200ms')
    const stream = await openStream(`${run.url}/stream`)
    run.child.kill('SIGTERM')
    const text = await stream.whole
    expect(text).toMatch(/\nevent: error\ndata: \{[^\n]*"code":"SHUTTING_DOWN"[^\n]*\}\n\n$/)
    expect(await run.ended).toBe(0)
  })

  test('a second signal ends it at once', async () => {
    const run = await start('drain: 1h')
    const stream = await openStream(`${run.url}/stream`)
    run.child.kill('SIGTERM')
    await until(async () => (await fetch(`${run.adminUrl}/readyz`)).status === 503 || undefined)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(143)
    await expect(stream.whole).rejects.toThrow()
  })
})
