/** Proxies that others use, and the least that one can be: node:http and undici. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'

export interface StartedProxy {
  readonly origin: string
  /** The process that is measured, where it is not this one. */
  readonly pid?: number
}

function listen(server: Server): Promise<StartedProxy> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', 20_000, () => {
      resolve({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    })
  })
}

/** Collects the body of the request, hands on every piece of the answer. */
export function startBare(upstream: string): Promise<StartedProxy> {
  const pool = new Pool(upstream, { connections: null })
  const server = createServer({ optimizeEmptyRequests: true } as object, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const headers = { ...request.headers }
      for (const name of ['connection', 'host', 'content-length', 'transfer-encoding']) delete headers[name]
      const { method = 'GET', url = '/' } = request
      pool.dispatch(
        { method, path: url, headers, body: chunks.length === 0 ? null : Buffer.concat(chunks) },
        {
          onRequestStart(controller) {
            response.on('close', () => {
              if (!response.writableFinished) controller.abort(new Error('gone'))
            })
          },
          onResponseStart(_, status, received) {
            delete received.connection
            delete received['keep-alive']
            delete received['transfer-encoding']
            response.writeHead(status, received)
            if (received['content-length'] === undefined) response.flushHeaders()
          },
          onResponseData: (_, chunk) => void response.write(chunk),
          onResponseEnd: () => void response.end(),
          onResponseError: () => void response.destroy(),
        },
      )
    })
  })
  return listen(server)
}

/** As it comes, with a new connection to the upstream for each call; or with connections that are kept. */
export async function startHttpProxy(upstream: string, keepAlive = false): Promise<StartedProxy> {
  const { default: httpProxy } = await import('http-proxy')
  const { Agent } = await import('node:http')
  const agent = keepAlive ? { agent: new Agent({ keepAlive }) } : undefined
  const proxy = httpProxy.createProxyServer({ target: upstream, ...agent })
  proxy.on('error', () => {})
  return listen(createServer((request, response) => proxy.web(request, response)))
}

export async function startFastifyProxy(upstream: string): Promise<StartedProxy> {
  const [{ default: fastify }, { default: proxy }] = await Promise.all([
    import('fastify'),
    import('@fastify/http-proxy'),
  ])
  const app = fastify()
  await app.register(proxy, { upstream, undici: { connections: 128, pipelining: 1 } })
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

export function hasProgram(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A program with one worker, so that its CPU time is that of one process. */
export async function startProgram(name: 'nginx' | 'haproxy', upstream: string): Promise<StartedProxy> {
  const { host } = new URL(upstream)
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const file = join(mkdtempSync(join(tmpdir(), 'bench-gateway-')), `${name}.conf`)
  const texts = {
    nginx: `daemon off; master_process off; error_log stderr crit; pid ${file}.pid;
events { worker_connections 4096; }
http { access_log off; upstream agents { server ${host}; keepalive 128; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://agents; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } } }`,
    haproxy: `global
  maxconn 4096
  nbthread 1
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend callers
  bind 127.0.0.1:${port}
  default_backend agents
backend agents
  http-reuse always
  server one ${host}
`,
  }
  writeFileSync(file, texts[name])
  const words = name === 'nginx' ? ['-c', file] : ['-f', file]
  const child = spawn(name, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  process.on('exit', () => child.kill('SIGKILL'))
  await new Promise(resolve => setTimeout(resolve, 500))
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}
