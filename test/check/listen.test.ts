/** `replywire listen` as a process between a client and a service, and `replywire trigger`. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, get as httpGet, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { callCli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { startAgentRun } from './agent-run-service.ts'
import { type Fault, listen as listenOn, start } from './kit.ts'
import { listen } from './start-listen.ts'
import { startYaagents } from './yaagents-service.ts'

/** An answer as it came: `fetch` would unpack it. */
function get(url: string): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    httpGet(url, async response => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece as Buffer)
      resolve({ headers: response.headers, bytes: Buffer.concat(pieces) })
    }).on('error', reject)
  })
}

test('exchanges pass unchanged, are shown with contract and findings, and end in a report and a HAR file', async () => {
  const service = await startYaagents(reply =>
    reply.status === 409 ? { ...reply, body: { ...(reply.body as object), code: undefined } } : reply,
  )
  const cwd = folder()
  const { url, stop } = await listen(['--forward-to', service, '--har', 'calls.har'], cwd)
  const direct = await fetch(`${service}/things/1`, { headers: { 'x-request-id': 'r-1', 'x-correlation-id': 'c-1' } })
  const passed = await fetch(`${url}/things/1`, {
    headers: { 'x-request-id': 'r-1', 'x-correlation-id': 'c-1', authorization: 'Bearer secret-1' },
  })
  expect(await passed.text()).toBe(await direct.text())
  expect(passed.headers.get('x-yaagents-profile')).toBe('v0.3')
  const headers = { 'content-type': 'application/json' }
  expect(
    (await fetch(`${url}/rows/conflict?token=t-1`, { method: 'POST', headers, body: '{"amount":1}' })).status,
  ).toBe(409)
  const stream = await fetch(`${url}/stream/success`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: '{"amount":1}',
  })
  expect(await stream.text()).toBe('data: {"delta":"Hello"}\n\ndata: [DONE]\n\n')
  const { code, out } = await stop()
  expect(code).toBe(1)
  expect(out).toMatch(/^✓ GET \/things\/1 {2}200 {2}yaagents@0\.3 {2}\d+ ms$/m)
  expect(out).toMatch(
    /^✗ POST \/rows\/conflict\?token=\(redacted\) {2}409 {2}yaagents@0\.3 {2}\d+ ms\n {4}must yaagents\/conflict \/code/m,
  )
  expect(out).toMatch(/^3 exchanges: /m)
  const { log } = JSON.parse(readFileSync(join(cwd, 'calls.har'), 'utf8'))
  expect(log.entries.map(({ request }: { request: { method: string } }) => request.method)).toEqual([
    'GET',
    'POST',
    'POST',
  ])
  expect(JSON.stringify(log)).not.toContain('secret-1')
  expect(log.entries[0].response.content.text).toContain('"total":3')
})

test('heads and bodies pass as they are: cookies, packed bodies, large uploads', async () => {
  const packed = gzipSync('{"type":"conflict"}')
  const service = await listenOn(
    createServer(async (request, response) => {
      let size = 0
      for await (const piece of request) size += (piece as Buffer).byteLength
      const type = { 'Content-Type': 'application/vnd.yaagents.conflict+json', 'X-YAAgents-Profile': 'v0.3' }
      if (request.url === '/packed') response.writeHead(409, { ...type, 'Content-Encoding': 'gzip' }).end(packed)
      else response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Size', String(size)]).end()
    }),
  )
  const { url, stop } = await listen(['--forward-to', service], folder())
  const first = await fetch(url, { method: 'POST', body: new Uint8Array(17 * 1024 * 1024) })
  expect(first.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(first.headers.get('x-size')).toBe('17825792')
  const second = await get(`${url}/packed`)
  expect(second.headers['content-encoding']).toBe('gzip')
  expect(second.bytes.equals(packed)).toBe(true)
  const { code, out, err } = await stop()
  expect(out).toMatch(/^✗ GET \/packed {2}409 {2}yaagents@0\.3 {2}\d+ ms\n {4}must yaagents\//m)
  expect(err).toBe(`Listening at ${url}, forwarding to ${service}; Ctrl+C ends with a report.\n`)
  expect(code).toBe(1)
})

test('an answer that is too large to be kept passes, and is not validated', async () => {
  const text = JSON.stringify('x'.repeat(17 * 1024 * 1024))
  const service = await start(() => ({ status: 200, headers: { 'content-type': 'application/json' }, text }))
  const { url, stop } = await listen(['--forward-to', service, '--contract', 'yaagents'], folder())
  expect((await (await fetch(url)).text()).length).toBe(text.length)
  const { code, out } = await stop()
  expect(out).toMatch(/^✓ GET \/ {2}200 {2}no contract {2}\d+ ms {2}too large to be validated$/m)
  expect(code).toBe(0)
})

test('when the client leaves, the service is left too', async () => {
  const closed = Promise.withResolvers<void>()
  const service = await listenOn(
    createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      response.on('close', () => closed.resolve())
    }),
  )
  const { url, stop } = await listen(['--forward-to', service], folder())
  const leaving = new AbortController()
  const { body } = await fetch(url, { signal: leaving.signal })
  await body?.getReader().read()
  leaving.abort()
  await closed.promise
  const { code, out } = await stop()
  expect(out).toMatch(/^✓ GET \/ {2}200 {2}no contract {2}\d+ ms {2}the client left$/m)
  expect(code).toBe(0)
})

test('Ctrl+C ends an exchange that hangs, and writes the report and the HAR file', async () => {
  const asked = Promise.withResolvers<void>()
  const service = await listenOn(createServer(() => asked.resolve()))
  const cwd = folder()
  const { url, stop } = await listen(['--forward-to', service, '--har', 'calls.har'], cwd)
  const answer = fetch(`${url}/slow`).catch(() => 'closed')
  await asked.promise
  const { code, out } = await stop('SIGINT')
  expect(await answer).toBe('closed')
  expect(out).toMatch(/^✓ GET \/slow {2}502 {2}no contract {2}\d+ ms {2}the client left\n\n1 exchange: /m)
  expect(JSON.parse(readFileSync(join(cwd, 'calls.har'), 'utf8')).log.entries).toHaveLength(1)
  expect(code).toBe(0)
})

test('an answer that breaks off is a failure, and breaks off for the client', async () => {
  const service = await listenOn(
    createServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{', () => response.destroy())
    }),
  )
  const { url, stop } = await listen(['--forward-to', service], folder())
  await expect(fetch(url).then(answer => answer.text())).rejects.toThrow()
  const { code, out } = await stop()
  expect(out).toMatch(/^✗ GET \/ {2}200 {2}no contract {2}\d+ ms {2}the answer broke off$/m)
  expect(code).toBe(1)
})

test.each([
  [['--forward-to', 'http://127.0.0.1:1', '--har', 'no/such/folder.har'], 'the HAR file could not be written (ENOENT)'],
  [['--forward-to', 'http://127.0.0.1:1?a=b'], '--forward-to takes an address without credentials, query and fragment'],
  [['--forward-to', 'ftp://x'], '--forward-to takes an address: http://… or https://….'],
  [['--forward-to', 'http://127.0.0.1:1', '--port', '70000'], '--port takes a number from 0 to 65535.'],
  [['--webhooks', '--secret', 'bad'], 'take secrets that are long enough, and not one letter repeated.'],
  [['--webhooks', '--hmac', 'short'], 'take secrets that are long enough, and not one letter repeated.'],
  [[], 'Give --forward-to URL, or --webhooks: what to listen to.'],
  [['--webhooks', '--forward-to', 'http://127.0.0.1:1'], '--webhooks'],
])('%j is refused before it listens', async (words, expected) => {
  const { code, err } = await callCli(['listen', ...words], { cwd: folder() })
  expect(err).toContain(expected)
  expect(code).toBe(2)
})

test('a service that is down is shown, and answered with 502', async () => {
  const { url, stop } = await listen(['--forward-to', 'http://127.0.0.1:1'], folder())
  expect((await fetch(`${url}/x`)).status).toBe(502)
  const { code, out } = await stop()
  expect(code).toBe(1)
  expect(out).toMatch(/^✗ GET \/x {2}502 {2}no contract {2}\d+ ms {2}ECONNREFUSED$/m)
})

test('webhooks are verified and validated', async () => {
  const secret = 'a-secret-of-thirty-two-characters'
  const { url, stop } = await listen(['--webhooks', '--hmac', secret], folder())
  const body = JSON.stringify({
    idempotency_key: 'evt_0123456789abcdef',
    operation_id: 'op_1',
    task_id: 'task_1',
    task_type: 'create_media_buy',
    status: 'working',
    timestamp: '2026-10-14T14:40:00Z',
  })
  const post = (signature: string, timestamp: string) =>
    fetch(url, { method: 'POST', headers: { 'x-adcp-signature': signature, 'x-adcp-timestamp': timestamp }, body })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const right = `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
  expect((await post(right, timestamp)).status).toBe(204)
  expect((await post(`sha256=${'0'.repeat(64)}`, timestamp)).status).toBe(401)
  const { code, out } = await stop()
  expect(code).toBe(1)
  expect(out).toMatch(/^✓ POST \/ {2}204 {2}adcp@3\.1 {2}\d+ ms$/m)
  expect(out).toMatch(/^✗ POST \/ {2}401 {2}no contract {2}\d+ ms {2}mismatch$/m)
})

test('webhooks of another kind: a bearer token, Standard Webhooks, one that is too large', async () => {
  const secret = `whsec_${Buffer.from('a-secret-of-thirty-two-characters').toString('base64')}`
  const { url, stop } = await listen(['--webhooks', '--bearer', 'token-1', '--secret', secret], folder())
  const post = async (headers: Record<string, string>, body: string) =>
    (await fetch(url, { method: 'POST', headers, body })).status
  expect(await post({ authorization: 'Bearer token-1' }, '{}')).toBe(204)
  expect(await post({ authorization: 'Bearer token-2' }, '{}')).toBe(401)
  const stamp = String(Math.floor(Date.now() / 1000))
  const key = 'a-secret-of-thirty-two-characters'
  const signature = `v1,${createHmac('sha256', key).update(`m-1.${stamp}.{}`).digest('base64')}`
  const signed = { 'webhook-id': 'm-1', 'webhook-timestamp': stamp, 'webhook-signature': signature }
  expect(await post(signed, '{}')).toBe(204)
  expect(await post(signed, '{ }')).toBe(401)
  expect(await post({ authorization: 'Bearer token-1' }, 'x'.repeat(1024 * 1024 + 1))).toBe(413)
  const { code, out } = await stop('SIGINT')
  expect(out).toMatch(/^5 exchanges: 3 with failures, 2 without$/m)
  expect(out).not.toContain('token-')
  expect(code).toBe(1)
})

test('trigger sends sample requests to the endpoint of the contract', async () => {
  const { code, out } = await callCli(['trigger', await startAgentRun(), '--contract', 'agent-run', '--json'])
  const { sent } = JSON.parse(out)
  expect(sent.length).toBeGreaterThan(0)
  expect(
    sent.every(
      ({ message, contract }: { message: string; contract: string }) =>
        message === 'request' && contract === 'agent-run@1',
    ),
  ).toBe(true)
  expect(code).toBe(0)
})

test('trigger sends signed webhooks to a receiver', async () => {
  const bodies: string[] = []
  const signatures: string[] = []
  const url = await start(({ text, headers }) => {
    bodies.push(text)
    signatures.push(headers['x-adcp-signature'] ?? '')
    return { status: 204, headers: {} }
  })
  const words = [
    'trigger',
    url,
    '--contract',
    'adcp',
    '--message',
    'webhook',
    '--hmac',
    'a-secret-of-thirty-two-characters',
  ]
  expect((await callCli(words)).code).toBe(0)
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ operation_id: 'op_1', task_type: 'create_media_buy' })
  expect(signatures[0]).toMatch(/^sha256=[0-9a-f]{64}$/)
})

test.each([
  [202, 0],
  [401, 1],
  [404, 1],
  [503, 1],
])('trigger ends with the exit code of what became of its samples: HTTP %i is %i', async (status, expected) => {
  const url = await start(() => ({ status, headers: {} }))
  const { code } = await callCli(['trigger', url, '--contract', 'adcp', '--message', 'webhook'])
  expect(code).toBe(expected)
})

/** Operations are called as the OpenAPI document of the service describes them. */
describe('trigger where the contract leaves the routes to the service', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things/{id}': {
        get: {
          operationId: 'readThing',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 1 } }],
        },
      },
      '/rows/created': {
        post: {
          operationId: 'buy',
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
              },
            },
          },
        },
      },
    },
  }
  /** The service, and what it was asked. */
  const published = async (fault: Fault = reply => reply) => {
    const got: string[] = []
    const url = await startYaagents((reply, request) => {
      const { method, path, text } = request
      if (path === '/openapi.json')
        return { status: 200, headers: { 'content-type': 'application/json' }, body: document }
      got.push(`${method} ${path} ${text}`)
      return fault(reply, request)
    })
    return { url, got }
  }
  const trigger = (url: string, ...more: string[]) => callCli(['trigger', url, '--contract', 'yaagents', ...more])

  test('calls what has no effects, and names the rest', async () => {
    const { url, got } = await published()
    const { code, out } = await trigger(url)
    expect(got).toEqual(['GET /things/1 '])
    expect(out).toBe(
      '✓ request readThing  200  yaagents@0.3\n- buy may have effects; pass --allow-effects to call it\n',
    )
    expect(code).toBe(0)
  })

  test('with --allow-effects calls every operation with a sample of its input', async () => {
    const { url, got } = await published()
    const { code, out } = await trigger(url, '--allow-effects', '--json')
    expect(got).toEqual(['GET /things/1 ', 'POST /rows/created {"amount":1}'])
    expect(JSON.parse(out)).toEqual({
      sent: [
        { message: 'request', operation: 'readThing', status: 200, contract: 'yaagents@0.3', findings: [] },
        { message: 'request', operation: 'buy', status: 201, contract: 'yaagents@0.3', findings: [] },
      ],
      skipped: [],
    })
    expect(code).toBe(0)
  })

  test('reports an answer that breaks the contract', async () => {
    const { url } = await published(reply => ({
      ...reply,
      headers: Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== 'x-yaagents-profile')),
    }))
    const { code, out } = await trigger(url)
    expect(out).toContain('✗ request readThing  200  yaagents@0.3\n    must yaagents/profile-header ')
    expect(code).toBe(1)
  })

  test.each([
    ['publishes nothing', [], 'and the service publishes no operations in /openapi.json'],
    ['is asked for another message', ['--message', 'response'], '--message takes request or webhook here.'],
  ])('a service that %s is wrong usage', async (_, more, expected) => {
    const { code, err } = await trigger(await startYaagents(), ...more)
    expect(err).toContain(expected)
    expect(code).toBe(2)
  })

  test('a service that is down is no pass', async () => {
    const { code, err } = await trigger('http://127.0.0.1:1')
    expect(err).toContain('does not answer (ECONNREFUSED)')
    expect(code).toBe(2)
  })
})
