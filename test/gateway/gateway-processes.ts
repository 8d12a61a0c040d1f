/** Gateways as processes: the real command line, with a configuration in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEachFile } from '../after-file.ts'
import { folder, main } from '../cli/run-cli.ts'

const running = new Set<ChildProcess>()
const closers: (() => unknown)[] = []
afterEachFile(async () => {
  await Promise.all(
    [...running].map(child => {
      const exited = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      return exited
    }),
  )
  for (const close of closers.splice(0)) await close()
})

export interface GatewayRun {
  readonly child: ChildProcess
  readonly folder: string
  readonly file: string
  readonly urls: readonly string[]
  readonly url: string
  readonly adminUrl: string
  /** Replaces the configuration in one step, as careful tools do. */
  write(text: string): void
  /** The lines of its log so far. */
  lines(): Record<string, unknown>[]
  /** Waits for a line of the log. */
  line(isMeant: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  metrics(): Promise<string>
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

export interface RunSettings {
  readonly name?: string
  readonly words?: readonly string[]
  readonly env?: Record<string, string>
  /** More files of the folder. */
  readonly files?: Record<string, string>
}

/** Starts a gateway and waits until it listens. */
export async function runGateway(text: string, settings: RunSettings = {}): Promise<GatewayRun> {
  const { name = 'gateway.yaml', words = [], env = {}, files = {} } = settings
  const home = folder({ [name]: text, ...files })
  const file = join(home, name)
  const child = spawn(process.execPath, [main, 'gateway', 'run', name, '--json', ...words], {
    cwd: home,
    env: { ...process.env, FORCE_COLOR: '', NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const log = collect(child.stderr)
  const out = collect(child.stdout)
  const ended = new Promise<number | null>(resolve => {
    child.once('exit', code => {
      running.delete(child)
      resolve(code)
    })
  })
  const started = await Promise.race([
    until(() => out().find(line => 'urls' in line)),
    ended.then(code => {
      throw new Error(`The gateway ended with ${code}: ${JSON.stringify(log())}`)
    }),
  ])
  const { urls, adminUrl } = started as { urls: string[]; adminUrl: string }
  return {
    child,
    folder: home,
    file,
    urls,
    url: urls[0] ?? '',
    adminUrl,
    ended,
    write(next) {
      writeFileSync(`${file}.new`, next)
      renameSync(`${file}.new`, file)
    },
    lines: log,
    line: isMeant => until(() => log().find(isMeant)),
    metrics: async () => (await fetch(`${adminUrl}/metrics`)).text(),
  }
}

/** The JSON lines of a stream. */
function collect(stream: NodeJS.ReadableStream | null): () => Record<string, unknown>[] {
  let text = ''
  stream?.on('data', chunk => {
    text += chunk
  })
  return () => {
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    return whole.split('\n').flatMap(line => {
      try {
        return line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]
      } catch {
        return [{ text: line }]
      }
    })
  }
}

/** Waits for something; a test that waits in vain ends by its own limit. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await delay(20)
  }
}

export interface SlowUpstream {
  readonly url: string
  /** Ends all streams with their last event, and answers held calls. */
  release(): void
  readonly open: number
}

/** An upstream with a plain answer at every path, a stream at `/stream` and a call that waits at `/held`. */
export async function slowUpstream(answer: object = { ok: true }): Promise<SlowUpstream> {
  const held = new Set<() => void>()
  const server = createServer((incoming, response) => {
    incoming.resume()
    const { pathname } = new URL(incoming.url ?? '', 'http://upstream')
    if (pathname === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      let count = 0
      const timer = setInterval(() => response.write(`data: ${count++}\n\n`), 20)
      const end = (): void => {
        clearInterval(timer)
        held.delete(end)
        response.end('data: [DONE]\n\n')
      }
      held.add(end)
      response.on('close', () => {
        clearInterval(timer)
        held.delete(end)
      })
      return
    }
    const end = (): void => {
      held.delete(end)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    }
    if (pathname === '/held') held.add(end)
    else end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      for (const end of [...held]) end()
    },
    get open() {
      return held.size
    },
  }
}

/** A stream that is being read. */
export interface OpenStream {
  readonly text: () => string
  /** Everything, once it has ended. */
  readonly whole: Promise<string>
}

export async function openStream(url: string): Promise<OpenStream> {
  const response = await fetch(url, { headers: { accept: 'text/event-stream' } })
  if (response.headers.get('content-type') !== 'text/event-stream') throw new Error(await response.text())
  let text = ''
  const read = async (): Promise<string> => {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
    return text
  }
  const whole = read()
  whole.catch(() => {})
  await until(() => text.includes('data: 2') || undefined)
  return { text: () => text, whole }
}

/** Over a connection of its own: no client repeats what failed. */
export function plainStatus(url: string): Promise<number | string> {
  return new Promise(resolve => {
    const sent = request(url, { agent: false }, response => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', error => resolve(error.message))
    })
    sent.on('error', error => resolve(error.message))
    sent.end()
  })
}
