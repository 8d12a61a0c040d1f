/** Real processes in a folder: some run to their end, others are waited for until they print something. */
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Enough for a machine that is ten times slower. Only a process that hangs reaches it. */
const limitMs = 300_000

export interface Place {
  readonly folder: string
  /** Where the commands of installed packages are. Default: those of the folder. */
  readonly bin?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** The exit code that is expected. Default: 0. */
  readonly code?: number
  readonly input?: string
}

export interface Running {
  /** What it printed so far, on both streams. */
  readonly text: () => string
  /** Waits until it has printed this. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>
  /** Sends a signal, as a terminal does, and waits for the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

const running = new Set<ChildProcess>()
let isStopped = false

/** Nothing of the repository is found by name: of its folders only that of Node 24 is in the path. */
function environment({ folder, bin = join(folder, 'node_modules/.bin'), env }: Place): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NODE_OPTIONS: __, REPLYWIRE_SECRET: ___, PATH = '', ...rest } = process.env
  const inherited = Object.entries(rest).filter(([name]) => !name.startsWith('npm_'))
  const others = PATH.split(':').filter(entry => !entry.includes('node_modules'))
  const path = [bin, dirname(process.execPath), ...others].join(':')
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', PATH: path, ...env }
}

function startChild(place: Place, words: readonly string[]): ChildProcess {
  if (isStopped) throw new Error('Stopped by a signal.')
  const [command = '', ...args] = words
  // A group of its own: a signal reaches the children of npm and npx too.
  const child = spawn(command, args, { cwd: place.folder, env: environment(place), detached: true })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

function failure(words: readonly string[], what: string, output: string): Error {
  return new Error(`$ ${words.join(' ')}\n${what}\n${output.trim()}`)
}

/** Runs a command to its end. Throws its command line, exit code and output when the exit code is not the expected one. */
export function run(
  place: Place,
  words: readonly string[],
  { code: expected = 0, input }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = startChild(place, words)
    let out = ''
    let err = ''
    child.stdout?.on('data', chunk => {
      out += chunk
    })
    child.stderr?.on('data', chunk => {
      err += chunk
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), limitMs)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      const ended = code === null ? `ended by ${signal}` : `exit code ${code} instead of ${expected}`
      if (code === expected) resolve({ code, out, err })
      else reject(failure(words, ended, out + err))
    })
  })
}

/** Starts a command that goes on until it is stopped. */
export function start(place: Place, words: readonly string[]): Running {
  const child = startChild(place, words)
  let printed = ''
  const news = new Set<() => void>()
  const add = (chunk: string): void => {
    printed += chunk
    for (const look of [...news]) look()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  child.stdin?.end()
  const ended = new Promise<number | null>(resolve => {
    child.once('error', error => add(error.message))
    child.once('close', code => {
      resolve(code)
      for (const look of [...news]) look()
    })
  })
  return {
    text: () => printed,
    waitFor: pattern =>
      new Promise((resolve, reject) => {
        const finish = (end: () => void): void => {
          clearTimeout(timer)
          news.delete(look)
          end()
        }
        const look = (): void => {
          const match = pattern.exec(printed)
          if (match !== null) finish(() => resolve(match))
          else if (child.exitCode !== null || child.signalCode !== null) {
            finish(() => reject(failure(words, `exit code ${child.exitCode}, without ${pattern}`, printed)))
          }
        }
        const timer = setTimeout(() => finish(() => reject(failure(words, `without ${pattern}`, printed))), limitMs)
        news.add(look)
        look()
      }),
    stop(signal) {
      signalGroup(child, signal)
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), limitMs)
      return ended.finally(() => clearTimeout(timer))
    },
  }
}

/** Ends what a failed step left: politely, so that each ends its own children, then for good. */
export async function endAll(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const child of running) signalGroup(child, signal)
    for (let waits = 0; running.size > 0 && waits < 100; waits++) await pause(100)
  }
}

/** Ends everything, and starts nothing more. */
export function stopAll(): Promise<void> {
  isStopped = true
  return endAll()
}

/** Runs the installed command and reads the JSON that it prints. */
export async function json<T>(place: Place, words: readonly string[], options?: RunOptions): Promise<T> {
  const { out } = await run(place, ['replywire', ...words, '--json'], options)
  return JSON.parse(out) as T
}

/** Looks again and again until something is found; what it was not found in is part of the failure. */
export async function eventually<S, T>(look: () => Promise<S>, find: (seen: S) => T | undefined): Promise<T> {
  const began = performance.now()
  for (;;) {
    const seen = await look()
    const found = find(seen)
    if (found !== undefined) return found
    if (performance.now() - began > limitMs)
      throw new Error(`It did not come true. Seen last:\n${JSON.stringify(seen)}`)
    await pause(100)
  }
}
