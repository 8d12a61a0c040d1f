/** A server that is killed while it works on a key: the next one answers the repeat, though the lease has an hour left. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { type Databases, openDatabases } from '../postgres.ts'
import { start } from './processes.ts'
import { recoveryAgent, webhooksTo } from './recovery-agent.ts'

const home = mkdtempSync(join(tmpdir(), 'replywire-recovery-'))
let databases: Promise<Databases> | undefined
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await (await databases)?.remove()
})

const secret = 'a secret of thirty-two characters'
const leaseMs = 3_600_000

function pay(url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'key-1' }
  return fetch(`${url}/payments`, { method: 'POST', headers, body: '{"amount":7}' })
}

async function freshStore(backend: string): Promise<string> {
  if (backend === 'sqlite') return `sqlite:${join(mkdtempSync(join(home, 's-')), 'replywire.db')}`
  databases ??= openDatabases()
  return (await databases).database()
}

/** A server of its own process that works on a key. */
async function busy(store: string, mark: string) {
  const { child, line: url, exited } = await start(['test/server/recovery-child.ts', store, mark])
  closing.push(() => child.kill('SIGKILL'))
  void pay(url).catch(() => {})
  await expect.poll(() => existsSync(`${mark}.begun`)).toBe(true)
  return { child, exited }
}

async function started(store: string, mark: string): Promise<string> {
  const { url, close } = await serve(recoveryAgent(mark), { store, secret, leaseMs, worker: false }).listen({ port: 0 })
  closing.push(close)
  return url
}

describe.each(['sqlite', 'postgres'])('on %s', backend => {
  test('a key that a killed server held is free for its repeat', async () => {
    const store = await freshStore(backend)
    const mark = join(home, `${backend}-killed`)
    const { child, exited } = await busy(store, mark)
    child.kill('SIGKILL')
    await exited
    writeFileSync(`${mark}.go`, '')
    const url = await started(store, mark)
    await expect.poll(async () => (await pay(url)).status).toBe(200)
  })

  test('a webhook that a killed server was sending is sent by the next, though its lease has most of a minute left', async () => {
    const store = await freshStore(backend)
    const ids: unknown[] = []
    const receiver = createServer((request, response) => {
      ids.push(request.headers['webhook-id'])
      // The first is never answered.
      if (ids.length > 1) response.end()
    })
    closing.push(() => receiver.close())
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const { child, line: url, exited } = await start(['test/server/recovery-child.ts', store, '', hook])
    closing.push(() => child.kill('SIGKILL'))
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${url}/notes`, { method: 'POST', headers, body: '{}' })).status).toBe(202)
    await expect.poll(() => ids.length, { timeout: 10_000 }).toBe(1)
    child.kill('SIGKILL')
    await exited
    const { close } = await serve(recoveryAgent(''), { store, secret, webhooks: webhooksTo(hook) }).listen({ port: 0 })
    closing.push(close)
    await expect.poll(() => ids.length, { timeout: 30_000 }).toBe(2)
    expect(ids[1]).toBe(ids[0])
  })

  test('a key that a frozen server holds is its own', async () => {
    const store = await freshStore(backend)
    const mark = join(home, `${backend}-frozen`)
    const { child } = await busy(store, mark)
    child.kill('SIGSTOP')
    const url = await started(store, mark)
    const opened = await openStore(store)
    closing.push(() => opened.close())
    const { freeLeases } = await import('../../src/runtime/recovery.ts')
    await freeLeases(opened, Date.now())
    const response = await pay(url)
    expect(response.status).toBe(409)
    expect(JSON.stringify(await response.json())).toContain('IDEMPOTENCY_IN_FLIGHT')
    child.kill('SIGCONT')
    writeFileSync(`${mark}.go`, '')
    await expect.poll(async () => (await pay(url)).status).toBe(200)
  })
})

test('the files that say who lives are private, and go with their store', async () => {
  const store = await freshStore('sqlite')
  const folder = `${store.slice('sqlite:'.length)}-processes`
  const first = await openStore(store)
  const second = await openStore(store)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder)).toHaveLength(1)
  await first.close()
  expect(readdirSync(folder)).toHaveLength(1)
  await second.close()
  expect(existsSync(folder)).toBe(false)
})
