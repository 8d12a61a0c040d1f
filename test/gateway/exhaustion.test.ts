/** A gateway that runs out of descriptors refuses what is too much, stays alive, and recovers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { folder, main } from '../cli/run-cli.ts'
import { sendJson, upstream } from './kit.ts'

let child: ChildProcess | undefined
afterAll(() => child?.kill('SIGKILL'))

/** Starts a gateway that may have so many files and sockets open. */
async function limited(descriptors: number, target: string): Promise<{ url: string; adminUrl: string }> {
  const text = [
    'listen: 127.0.0.1:0',
    'admin: 127.0.0.1:0',
    'auth: none',
    'gateway: { llm: { max_sse_connections_per_tenant: 10000 } }',
    'routes:',
    `  - { id: calls, method: POST, path: /calls, target: '${target}' }`,
    `  - { id: streams, method: POST, path: /streams, target: '${target}', mode: sse }`,
  ].join('\n')
  const words = ['-c', `ulimit -n ${descriptors}; exec "${process.execPath}" "${main}" gateway run gateway.yaml --json`]
  const env = { ...process.env, FORCE_COLOR: '', NODE_OPTIONS: '' }
  const started = spawn('sh', words, { cwd: folder({ 'gateway.yaml': text }), env, stdio: ['ignore', 'pipe', 'pipe'] })
  child = started
  let out = ''
  let problem = ''
  started.stderr?.on('data', chunk => {
    problem += chunk
  })
  return new Promise((resolve, reject) => {
    started.stdout?.on('data', chunk => {
      out += chunk
      const line = out.split('\n').find(one => one.includes('"urls"'))
      if (line === undefined) return
      const { urls, adminUrl } = JSON.parse(line) as { urls: string[]; adminUrl: string }
      resolve({ url: urls[0] ?? '', adminUrl })
    })
    started.once('exit', code => reject(new Error(`It ended with ${code}: ${problem}`)))
  })
}

test('more streams than descriptors: some are refused, health is answered, and afterwards everything works', async () => {
  const agents = await upstream((received, response) => {
    if (received.path === '/calls') {
      sendJson(response, 200, {})
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
  })
  const { url, adminUrl } = await limited(160, agents.url)
  const port = Number(new URL(url).port)
  let opened = 0
  let closed = 0
  const sockets: Socket[] = Array.from({ length: 200 }, () => {
    const socket = connect(port, '127.0.0.1')
    let isOpen = false
    socket.on('error', () => {})
    socket.on('close', () => {
      closed += 1
    })
    socket.on('data', () => {
      if (!isOpen) opened += 1
      isOpen = true
    })
    socket.write('POST /streams HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Length: 0\r\n\r\n')
    return socket
  })
  while (opened + closed < 200) await new Promise(resolve => setTimeout(resolve, 10))
  expect(closed).toBeGreaterThan(100)
  expect(opened).toBeGreaterThan(20)
  // Alive, on the listener that nobody can fill from outside.
  expect((await fetch(`${adminUrl}/livez`)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  const statuses: number[] = []
  while (statuses.at(-1) !== 200) {
    statuses.push(
      await fetch(`${url}/calls`, { method: 'POST' }).then(
        response => response.status,
        () => 0,
      ),
    )
  }
  for (let at = 0; at < 20; at++) expect((await fetch(`${url}/calls`, { method: 'POST' })).status).toBe(200)
  expect(child?.exitCode).toBeNull()
}, 60_000)
