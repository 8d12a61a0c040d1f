/** `replywire listen` as a process between a client and a service, and `replywire trigger`. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterEachFile } from '../after-file.ts'
import { callCli } from '../cli/call-cli.ts'
import { folder, main } from '../cli/run-cli.ts'
import { startAgentRun } from './agent-run-service.ts'
import { start } from './kit.ts'
import { startYaagents } from './yaagents-service.ts'

const children: ChildProcessWithoutNullStreams[] = []
afterEachFile(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts the command; returns its address, and what ends it. */
async function listen(words: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [main, 'listen', ...words], { cwd, env: { ...process.env, NO_COLOR: '1' } })
  children.push(child)
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => {
    out += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', chunk => {
      err += chunk
      const [, found] = /Listening at (\S+?)[,\s]/.exec(err) ?? []
      if (found !== undefined) resolve(found)
    })
    child.on('exit', () => reject(new Error(err)))
  })
  return {
    url,
    async stop() {
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, out }
    },
  }
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
