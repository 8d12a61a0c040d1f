/**
 * Reloads of a gateway under load: no request may fail, and no stream may end. In full 1,000 reloads, while eight
 * callers send requests over connections of their own and four streams are open throughout.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const rounds = process.argv.includes('--full') ? 1000 : 50
const callers = 8
const streams = 4

const upstream = createServer((incoming, response) => {
  if (incoming.url !== '/stream') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const timer = setInterval(() => response.write('data: x\n\n'), 50)
  response.on('close', () => clearInterval(timer))
})
await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', () => resolve()))
const target = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`

const home = mkdtempSync(join(tmpdir(), 'replywire-reloads-'))
const file = join(home, 'gateway.yaml')

/** The pool changes its settings too, so that it is made again. */
function write(round: number): void {
  writeFileSync(
    `${file}.new`,
    `listen: 127.0.0.1:0
admin: off
auth: none
pools: { service: { targets: ["${target}"], connections: ${64 + (round % 64)} } }
routes:
  - { id: ok, method: GET, path: /ok, pool: service }
  - { id: stream, method: GET, path: /stream, pool: service, mode: sse }
  - { id: "r${round}", method: GET, path: /r${round}, pool: service }
`,
  )
  renameSync(`${file}.new`, file)
}

write(0)
const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const gateway = spawn(process.execPath, [main, 'gateway', 'run', 'gateway.yaml', '--json'], {
  cwd: home,
  stdio: ['ignore', 'pipe', 'pipe'],
})
let out = ''
gateway.stdout.on('data', chunk => {
  out += chunk
})
let loaded = 0
let refused = 0
let rest = ''
gateway.stderr.on('data', chunk => {
  const lines = `${rest}${chunk}`.split('\n')
  rest = lines.pop() ?? ''
  loaded += lines.filter(line => line.includes('the configuration was loaded again')).length
  refused += lines.filter(line => line.includes('the changed configuration is not used')).length
})
while (!out.includes('\n')) await delay(20)
const [url = ''] = (JSON.parse(out) as { urls: string[] }).urls

let isOver = false
const results = new Map<string, number>()
const count = (result: string): void => void results.set(result, (results.get(result) ?? 0) + 1)

function call(): Promise<void> {
  return new Promise(resolve => {
    const end = (result: string): void => {
      count(result)
      resolve()
    }
    const sent = request(`${url}/ok`, { agent: false }, response => {
      response.resume()
      response.on('end', () => end(String(response.statusCode)))
      response.on('error', error => end(error.message))
    })
    sent.on('error', error => end(error.message))
    sent.end()
  })
}

let brokenStreams = 0
for (let index = 0; index < streams; index++) {
  const sent = request(`${url}/stream`, { agent: false, headers: { accept: 'text/event-stream' } }, response => {
    response.resume()
    response.on('close', () => {
      if (!isOver) brokenStreams += 1
    })
    response.on('error', () => {})
  })
  sent.on('error', () => {
    if (!isOver) brokenStreams += 1
  })
  sent.end()
}
const loading = Array.from({ length: callers }, async () => {
  while (!isOver) await call()
})

for (let round = 1; round <= rounds; round++) {
  write(round)
  const before = loaded + refused
  gateway.kill('SIGHUP')
  while (loaded + refused === before) await delay(2)
}
isOver = true
await Promise.all(loading)
gateway.kill('SIGKILL')
upstream.closeAllConnections()
upstream.close()
rmSync(home, { recursive: true, force: true })

const answered = results.get('200') ?? 0
const failed = [...results].filter(([result]) => result !== '200')
console.log(
  `${loaded} reloads, ${refused} refused; ${answered} answers, failed: ${JSON.stringify(failed)}; streams that broke: ${brokenStreams} of ${streams}`,
)
process.exitCode =
  loaded >= rounds && refused === 0 && failed.length === 0 && brokenStreams === 0 && answered > 0 ? 0 : 1
