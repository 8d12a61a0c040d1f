/** Whether a server tells that its store cannot be used: at its start, and while it runs. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'

const home = mkdtempSync(join(tmpdir(), 'replywire-health-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const agent = defineAgent({
  name: 'health',
  version: '1.0.0',
  operations: {
    plan: operation({ title: 'Plan', route: 'POST /plans', async: true, input: z.object({}), handler: () => ({}) }),
  },
})

async function started(options: ServeOptions) {
  const listening = await serve(agent, { worker: false, ...options }).listen({ port: 0 })
  closing.push(() => listening.close())
  const ready = async () => {
    const response = await fetch(`${listening.url}/health/ready`)
    return { status: response.status, body: await response.json() }
  }
  const plan = async () => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${listening.url}/plans`, { method: 'POST', headers, body: '{}' })).status
  }
  return { url: listening.url, ready, plan }
}

test('a file that is removed while the server runs: not ready, and nothing is accepted that would be lost', async () => {
  const file = join(home, 'removed.db')
  const { ready, plan } = await started({ store: `sqlite:${file}` })
  expect(await ready()).toMatchObject({ status: 200, body: { checks: { store: true } } })
  rmSync(file)
  await expect.poll(ready).toMatchObject({ status: 503, body: { checks: { store: false } } })
  expect(await plan()).toBe(503)
  // Another file of the same name is not the one that is open.
  const other = new DatabaseSync(file)
  other.exec('CREATE TABLE t (x)')
  other.close()
  expect(await plan()).toBe(503)
})

test('a disk that is full: not ready, and ready again when there is room', async () => {
  const folder = join(home, 'small')
  mkdirSync(folder)
  if (!isMounted(folder)) return expect(process.getuid?.()).not.toBe(0)
  closing.push(async () => void execFileSync('umount', ['-l', folder]))
  const { ready, plan } = await started({ store: `sqlite:${join(folder, 'store.db')}` })
  expect((await ready()).status).toBe(200)
  const filling = join(folder, 'filling')
  writeFileSync(filling, '')
  try {
    for (;;) writeFileSync(filling, Buffer.alloc(16 * 1024), { flag: 'a' })
  } catch {
    // Full.
  }
  await expect.poll(ready).toMatchObject({ status: 503, body: { checks: { store: false } } })
  rmSync(filling)
  await expect.poll(ready).toMatchObject({ status: 200 })
  expect(await plan()).toBe(202)
})

/** A disk of 4 MB, where this machine lets us have one: it needs root. */
function isMounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function laterVersion(file: string): Promise<void> {
  await (await openStore(`sqlite:${file}`)).close()
  const db = new DatabaseSync(file)
  db.exec('INSERT INTO replywire_migration (version, at) VALUES (999, 0)')
  db.close()
}

test('a store of a later version and a file that is no database are refused before anybody can connect', async () => {
  const later = join(home, 'later.db')
  await laterVersion(later)
  const text = join(home, 'text.db')
  writeFileSync(text, 'no database at all, but long enough to be taken for one '.repeat(20))
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  for (const [file, code, why] of [
    [later, 'ERR_STORE_VERSION', 'The store has version 999, made by a later Replywire'],
    [text, 'ERR_STORE_UNAVAILABLE', 'file is not a database'],
  ] as const) {
    const secret = 'a secret of thirty-two characters'
    await expect(serve(agent, { store: `sqlite:${file}`, secret }).listen({ port })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(why),
    })
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  }
})

test('replywire serve, worker and mcp end with the reason, and with the port that is taken it ends too', async () => {
  const later = join(home, 'later-cli.db')
  await laterVersion(later)
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
  const module = fileURLToPath(new URL('./agent-module.ts', import.meta.url))
  const run = async (command: string, ...words: string[]) => {
    const child = spawn(process.execPath, [main, command, module, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    let told = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (told += chunk))
    const [code] = await once(child, 'close')
    return { code, told }
  }
  for (const words of [['serve', '--port', '0'], ['worker'], ['mcp']]) {
    const [command = '', ...more] = words
    const refused = await run(command, '--store', `sqlite:${later}`, ...more)
    expect(refused).toMatchObject({ code: 2, told: expect.stringContaining('The store has version 999') })
  }
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const busy = await run('serve', '--store', `sqlite:${join(home, 'cli', 'new.db')}`, '--port', String(port))
  taken.close()
  expect(busy).toMatchObject({ code: 2, told: expect.stringContaining('the port is taken') })
  expect(statSync(join(home, 'cli')).mode & 0o777).toBe(0o700)
})
