/** What the demo runs: an agent with a store and a worker of its own, a plain service, the services of `examples/fleet`, and a gateway in front of all. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noLog } from '../../server/log.ts'
import { serve } from '../../server/serve.ts'
import { cannotListen } from '../commands/serve.ts'
import { consoleLink } from '../console-link.ts'
import campaigns from './campaigns/agent.ts'
import { openGateway } from './open-gateway.ts'
import { reportService } from './reports.ts'
import { startExamples } from './start-examples.ts'
import { startWorker } from './start-worker.ts'
import { check, send } from './step.ts'

export interface Demo {
  /** The agent, with `/docs`, `/mcp` and `/a2a`. */
  readonly campaigns: string
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
  consoleLink(page?: string): string | undefined
  close(): Promise<void>
}

/** `port`: of the agent; the gateway gets the next one. 0: free ones. */
export async function openDemo({ port }: { port: number }): Promise<Demo> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'replywire-demo-'))
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
    const service = reportService().listen(0, '127.0.0.1')
    await once(service, 'listening')
    closing.push(() => {
      service.closeAllConnections()
      return new Promise(resolve => service.close(resolve))
    })
    const reports = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const worker = await startWorker(store, secret)
    closing.push(() => worker.stop())
    const { environment, close: closeExamples } = await startExamples(folder)
    closing.push(() => closeExamples())
    const gatewayPort = port === 0 ? 0 : port + 1
    const gateway = await openGateway({ folder, port: gatewayPort, environment, campaigns: agent.url, reports })
    closing.push(() => gateway.stop())
    await askForApproval(agent.url)
    const hasConsole = (await fetch(`${agent.url}/console/`)).ok
    const operatorToken = server.operatorToken?.value ?? ''
    return {
      campaigns: agent.url,
      reports,
      gateway: gateway.urls[0] ?? '',
      gatewayAdmin: gateway.adminUrl ?? '',
      operatorToken,
      tokenFile: join(folder, 'demo.db.token'),
      folder,
      workerPid: worker.pid,
      consoleLink: page =>
        hasConsole
          ? `${consoleLink(agent.url, operatorToken)}${page === undefined ? '' : `&${new URLSearchParams({ to: page })}`}`
          : undefined,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** So that the inbox is not empty when it is first opened. */
async function askForApproval(agent: string): Promise<void> {
  const call = { body: { budget: 40_000, metric: 'clicks' }, headers: { prefer: 'respond-async' } }
  const { status } = await send('POST', `${agent}/campaigns/3/plans`, call)
  check(status === 202, `the call whose approval waits in the inbox has status ${status}`)
}
