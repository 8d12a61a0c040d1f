/** The worker of the demo, in a process of its own: what it takes over is in the store. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const own = (name: string): string =>
  fileURLToPath(new URL(`${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))

export interface DemoWorker {
  readonly pid: number
  stop(): Promise<void>
}

export async function startWorker(store: string, secret: string): Promise<DemoWorker> {
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
  return { pid: child.pid ?? 0, stop: () => stopWorker(child) }
}

async function stopWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
