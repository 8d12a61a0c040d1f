/** A store of its own with work in it, and the command line on it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loadSecret } from '../../../src/runtime/secret-file.ts'
import { afterEachFile } from '../../after-file.ts'
import { type Databases, openDatabases } from '../../postgres.ts'
import type { Conduct } from '../../runtime/conduct.ts'
import type { Kit } from '../../runtime/kit.ts'
import { opened } from '../../runtime/opened.ts'
import { callCli } from '../call-cli.ts'
import { folder, main, type Ran } from '../run-cli.ts'
import agent from './agent.ts'

export const agentFile = fileURLToPath(new URL('agent.ts', import.meta.url))
export const secret = 'thirty-two characters, or a few more'

let cluster: Promise<Databases> | undefined
const children = new Set<ChildProcess>()
afterEachFile(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  const databases = await cluster
  cluster = undefined
  await databases?.remove()
})

export type Backend = 'sqlite' | 'postgres'

/** Where a fresh store may be made. */
export async function freshUrl(backend: Backend): Promise<string> {
  if (backend === 'sqlite') return `sqlite:${join(folder(), 'replywire.db')}`
  cluster ??= openDatabases()
  return (await cluster).database()
}

export interface Lasting extends Kit {
  url: string
  /** Runs the command line on this store. */
  on(...words: string[]): Promise<Ran>
  /** The same with --json, and what it printed. */
  json(...words: string[]): Promise<Ran & { told: never }>
  /** Starts a worker, and gives the lines that it prints. */
  work(...words: string[]): { child: ChildProcess; lines: AsyncIterableIterator<string>; ended: Promise<number | null> }
  /** A task that waits. */
  task(operation: string, input: object, more?: Parameters<Kit['call']>[2]): Promise<string>
  stateOf(id: string): Promise<string | undefined>
}

export async function lasting(backend: Backend, more: Partial<Conduct> = {}): Promise<Lasting> {
  const url = await freshUrl(backend)
  const made = await opened(agent, { url, secret: loadSecret(url, { secret }), ...more })
  const env = { REPLYWIRE_SECRET: secret }
  const on: Lasting['on'] = (...words) => callCli([...words, '--store', url], { env })
  return {
    ...made,
    url,
    on,
    async json(...words) {
      const ran = await on(...words, '--json')
      const text = ran.out === '' ? ran.err : ran.out
      return { ...ran, told: JSON.parse(text) as never }
    },
    work(...words) {
      const child = spawn(process.execPath, [main, 'worker', agentFile, '--store', url, ...words], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.add(child)
      const ended = new Promise<number | null>(resolve => child.once('close', resolve))
      return { child, ended, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
    },
    async task(operation, input, call) {
      return (await made.call(operation, input, call)).outcome.task?.id ?? ''
    },
    stateOf: async id => {
      const tenant = (await made.store.do('tenantOf', { of: 'task', id })) ?? ''
      return (await made.store.do('getTask', { id, tenant }))?.state
    },
  }
}

/** The next line that a program prints of an event. */
export async function lineOf(lines: AsyncIterator<string>, event: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error(`It ended without ${event}.`)
    const told = JSON.parse(value)
    if (told.event === event) return told
  }
}
