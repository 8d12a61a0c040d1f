/** `replywire dev`: serves an agent, and starts it anew whenever a file beside it is saved. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watchSources } from '../agents/watch-sources.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { unreadable } from '../input.ts'
import type { serveOptions } from '../table/agents.ts'

const entry = fileURLToPath(new URL(`../main.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))

export async function run({ values, positionals, terminal }: Invocation<typeof serveOptions>): Promise<number> {
  const [path = ''] = positionals
  if (!existsSync(path)) throw unreadable(path, 'ENOENT')
  const flags = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [`--${name}`, value] : value === true && name !== 'json' ? [`--${name}`] : [],
  )
  const say = (text: string): void =>
    terminal.err.line(terminal.json ? JSON.stringify({ notice: text }) : `replywire: ${text}`)
  let child: ChildProcess | undefined
  let stopping = false
  const stop = async (): Promise<void> => {
    if (child === undefined) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  const start = (): void => {
    child = spawn(process.execPath, [entry, 'serve', path, ...flags, ...(terminal.json ? ['--json'] : [])], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, REPLYWIRE_DEV: '1' },
      // Out of reach of the terminal's Ctrl-C, which would be a second signal to it.
      detached: true,
    })
    child.once('exit', code => {
      child = undefined
      if (!stopping && code !== 0) say('the agent stopped; save a file to start it again.')
    })
  }
  let restarting: Promise<void> | undefined
  const restart = async (): Promise<void> => {
    stopping = true
    await stop()
    stopping = false
    start()
  }
  start()
  let timer: NodeJS.Timeout | undefined
  const watcher = watchSources(dirname(resolve(path)), () => {
    clearTimeout(timer)
    // Editors write a file in several steps.
    timer = setTimeout(() => {
      say('a file was saved; starting anew.')
      restarting = (restarting ?? Promise.resolve()).then(restart)
    }, 80)
  })
  await told()
  // A second signal goes on to the agent, which then ends at once.
  void told().then(() => child?.kill('SIGTERM'))
  watcher.close()
  clearTimeout(timer)
  await restarting
  stopping = true
  await stop()
  return exitCodes.ok
}

/** Waits until the process is told to stop, or its terminal is closed. */
function told(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  const stop = (): void => {
    for (const signal of signals) process.removeListener(signal, stop)
    resolve()
  }
  for (const signal of signals) process.on(signal, stop)
  return promise
}
