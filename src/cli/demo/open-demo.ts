/** What the demo runs: two agents with a store, a worker of its own, a plain service, and a gateway in front of all. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../gateway/config/read-config.ts'
import { type RunningGateway, startGateway } from '../../gateway/run/start-gateway.ts'
import { noLog } from '../../server/log.ts'
import { serve } from '../../server/serve.ts'
import { cannotListen } from '../commands/serve.ts'
import campaigns from './campaigns/agent.ts'
import { reportService } from './reports.ts'
import stories from './stories/agent.ts'

export interface Demo {
  /** The agent, with `/docs`, `/mcp` and `/a2a`. */
  readonly campaigns: string
  readonly stories: string
  /** The plain service. */
  readonly reports: string
  readonly gateway: string
  readonly gatewayAdmin: string
  /** Decides approvals. */
  readonly operatorToken: string
  readonly tokenFile: string
  /** The store and the configuration of the gateway. */
  readonly folder: string
  readonly workerPid: number
  /** A page of the console, signed in; undefined where this build has no console. */
  consoleLink(page: string): string | undefined
  close(): Promise<void>
}

const own = (name: string): string =>
  fileURLToPath(new URL(`${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))

/** `port`: of the agent; the gateway gets the next one. 0: free ones. */
export async function openDemo({ port }: { port: number }): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-demo-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    const secret = randomBytes(32).toString('hex')
    const store = `sqlite:${join(folder, 'demo.db')}`
    const server = serve(campaigns, { store, secret, worker: false, journal: true, log: noLog })
    const agent = await server.listen({ port }).catch(error => {
      throw cannotListen(error)
    })
    closing.push(() => agent.close())
    const storyteller = await serve(stories, { log: noLog }).listen({ port: 0 })
    closing.push(() => storyteller.close())
    const service = reportService().listen(0, '127.0.0.1')
    await once(service, 'listening')
    closing.push(() => {
      service.closeAllConnections()
      return new Promise(resolve => service.close(resolve))
    })
    const reports = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const worker = await startWorker(store, secret)
    closing.push(() => stopWorker(worker))
    const targets = { campaigns: agent.url, stories: storyteller.url, reports }
    const gateway = await openGateway(folder, port === 0 ? 0 : port + 1, targets)
    closing.push(() => gateway.stop())
    const hasConsole = (await fetch(`${agent.url}/console/`)).ok
    const operatorToken = server.operatorToken?.value ?? ''
    return {
      campaigns: agent.url,
      stories: storyteller.url,
      reports,
      gateway: gateway.urls[0] ?? '',
      gatewayAdmin: gateway.adminUrl ?? '',
      operatorToken,
      tokenFile: join(folder, 'demo.db.token'),
      folder,
      workerPid: worker.pid ?? 0,
      consoleLink: page =>
        hasConsole ? `${agent.url}/console/#${new URLSearchParams({ token: operatorToken, to: page })}` : undefined,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openGateway(folder: string, port: number, targets: Record<string, string>): Promise<RunningGateway> {
  const file = join(folder, 'gateway.yaml')
  const routes = [
    { id: 'plan', method: 'POST', path: '/campaigns/{campaignId}/plans', pool: 'campaigns' },
    { id: 'advise', method: 'GET', path: '/campaigns/{campaignId}/advice', pool: 'campaigns' },
    { id: 'tell', method: 'POST', path: '/stories', pool: 'stories', mode: 'sse' },
    { id: 'report', method: 'GET', path: '/reports/{reportId}', pool: 'reports' },
    { id: 'report-only', method: 'GET', path: '/unchecked/{reportId}', pool: 'reports', enforce: 'report' },
  ]
  const pools = Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, { targets: [target] }]))
  // JSON is YAML.
  const text = { listen: `127.0.0.1:${port}`, admin: '127.0.0.1:0', auth: 'none', pools, routes }
  writeFileSync(file, `${JSON.stringify(text, null, 2)}\n`)
  return startGateway(await loadConfig(file))
}

/** A process of its own: what it takes over is in the store. */
async function startWorker(store: string, secret: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [own('../main'), 'worker', own('campaigns/agent'), '--store', store, '--json'],
    // Out of reach of the terminal's Ctrl-C: the demo stops it.
    { env: { ...process.env, REPLYWIRE_SECRET: secret }, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const failed = once(child, 'exit').then(() => {
    throw new Error('The worker of the demo did not start.')
  })
  await Promise.race([once(lines, 'line'), failed])
  failed.catch(() => {})
  lines.on('line', () => {})
  return child
}

async function stopWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
