/** `replywire dev`: serves an agent, and restarts it whenever a file next to it is saved. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watchSources } from '../agents/watch-sources.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { unreadable } from '../input.ts'
import type { serveOptions } from '../table/agents.ts'
import type { TakenPorts } from './serve.ts'

const entry = fileURLToPath(new URL(`../main.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))

/** How long an agent may take to stop before it is ended: one that never waits does not notice the signal. */
const patienceMs = 10_000

export async function run({ values, given, positionals, terminal }: Invocation<typeof serveOptions>): Promise<number> {
  const [path = ''] = positionals
  if (!existsSync(path)) throw unreadable(path, 'ENOENT')
  // What the environment has is inherited: a store may have a password, and others can see a command line.
  const flags = Object.entries(values).flatMap(([name, value]) => {
    if (!given.has(name) || name === 'port' || name === 'admin-port') return []
    return typeof value === 'string' ? [`--${name}=${value}`] : value === true && name !== 'json' ? [`--${name}`] : []
  })
  /** As they were given; from the first start on, those that were taken. */
  const ports: Record<string, string | undefined> = {
    port: given.has('port') ? values.port : undefined,
    'admin-port': given.has('admin-port') ? values['admin-port'] : undefined,
  }
  const portFlags = () =>
    Object.entries(ports).flatMap(([name, port]) => (port === undefined ? [] : `--${name}=${port}`))
  const say = (text: string): void => {
    const { dim } = terminal.err.style
    terminal.err.line(terminal.json ? JSON.stringify({ notice: text }) : dim(`replywire: ${printable(text)}`))
  }
  let child: ChildProcess | undefined
  let isStopping = false
  let hasServed = false
  const stop = async (): Promise<void> => {
    if (child === undefined) return
    const running = child
    hasServed = true
    const exited = once(running, 'exit')
    running.kill('SIGTERM')
    const timer = setTimeout(() => {
      say('the agent does not stop by itself; it is ended. Its tasks go on when their leases have run out.')
      running.kill('SIGKILL')
    }, patienceMs)
    await exited
    clearTimeout(timer)
  }
  const start = (): void => {
    const json = terminal.json ? ['--json'] : []
    child = spawn(process.execPath, [entry, 'serve', path, ...flags, ...portFlags(), ...json], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, REPLYWIRE_DEV: '1', ...(hasServed && { REPLYWIRE_RESTART: '1' }) },
      // Out of reach of the terminal's Ctrl-C, which would be a second signal to it.
      detached: true,
    })
    child.on('message', ({ port, adminPort }: Partial<TakenPorts>) => {
      // A message of the agent's own is not for us.
      if (typeof port !== 'string') return
      ports.port = port
      ports['admin-port'] = adminPort
    })
    child.once('exit', code => {
      child = undefined
      if (!isStopping && code !== 0) say('the agent stopped; save a file to start it again.')
    })
  }
  let restarting: Promise<void> | undefined
  const restart = async (): Promise<void> => {
    isStopping = true
    await stop()
    isStopping = false
    start()
  }
  start()
  let timer: NodeJS.Timeout | undefined
  const watcher = watchSources(dirname(resolve(path)), saved => {
    clearTimeout(timer)
    // Editors write a file in several steps.
    timer = setTimeout(() => {
      say(`${relative('.', saved)} was saved; restarting.`)
      restarting = (restarting ?? Promise.resolve()).then(restart)
    }, 80)
  })
  await nextSignal()
  // A second signal goes on to the agent, which then ends at once.
  void nextSignal().then(() => child?.kill('SIGTERM'))
  watcher.close()
  clearTimeout(timer)
  await restarting
  isStopping = true
  await stop()
  return exitCodes.ok
}

/** Resolves when a signal asks the process to stop, or its terminal is closed. */
function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  const stop = (): void => {
    for (const signal of signals) process.removeListener(signal, stop)
    resolve()
  }
  for (const signal of signals) process.on(signal, stop)
  return promise
}
