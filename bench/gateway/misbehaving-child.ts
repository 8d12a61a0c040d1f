/** One of the proxies that face a misbehaving upstream, with the same timeouts: `bare` or `ours`. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { startOurs } from './ours.ts'

/** For the first byte, between bytes, and in all. */
const timeouts = { firstByteTimeoutMs: 500, idleTimeoutMs: 500, totalTimeoutMs: 800 }

const [proxy = '', upstream = '', code = 'dist'] = process.argv.slice(2)

/** Collects the answer; whatever goes wrong is 502, and an end of all patience too. */
async function relay(dispatcher: Agent, path: string, body: Buffer, response: ServerResponse): Promise<void> {
  try {
    const signal = AbortSignal.timeout(timeouts.totalTimeoutMs)
    const answer = await request(`${upstream}${path}`, { method: 'POST', body, dispatcher, signal })
    const bytes = await answer.body.arrayBuffer()
    response.writeHead(answer.statusCode, { 'content-length': bytes.byteLength }).end(Buffer.from(bytes))
  } catch {
    response.writeHead(502).end()
  }
}

function startBare(): void {
  const { firstByteTimeoutMs: headersTimeout, idleTimeoutMs: bodyTimeout } = timeouts
  const dispatcher = new Agent({ headersTimeout, bodyTimeout })
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('end', () => void relay(dispatcher, incoming.url ?? '/', Buffer.concat(chunks), response))
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
}

process.on('disconnect', () => process.exit(0))
if (proxy === 'bare') startBare()
else {
  // Every call here fails: a breaker that opens would answer the next ones at once.
  const pool = { ...timeouts, breaker: { failures: 1_000_000, openMs: 1000 } }
  process.send?.(await startOurs(upstream, 'enforce', code as 'dist' | 'src', { pool }))
}
