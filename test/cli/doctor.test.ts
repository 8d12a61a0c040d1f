/** `replywire doctor`: what it finds on this machine and at an address, and what it says to do. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clockCheck, namesCheck, nodeCheck } from '../../src/cli/doctor/machine.ts'
import { diskCheck } from '../../src/cli/doctor/store.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const cwd = folder({})
const greet = operation({ title: 'Greet', input: {}, handler: () => ({}) })
const greeter = defineAgent({ name: 'greeter', version: '1', operations: { greet } })
const secret = 'a secret of more than thirty-two characters'

/** An agent whose clock is an hour ahead. */
const ahead = createServer((_, response) => {
  response.writeHead(200, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end()
}).listen(0, '127.0.0.1')
await new Promise(resolve => ahead.once('listening', resolve))
const { port } = ahead.address() as AddressInfo
afterAll(() => {
  ahead.closeAllConnections()
  ahead.close()
})

async function doctor(...words: string[]) {
  const { code, out, err } = await cli(['doctor', '--json', '--port', '0', ...words], { cwd, env: {} })
  const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean; found: string; fix?: string }[] }
  return { code, err, checks, found: Object.fromEntries(checks.map(({ name, ok, found }) => [name, [ok, found]])) }
}

test('a machine without a store is fine, and none is made', async () => {
  const { code, found } = await doctor('--store', 'sqlite:none/x.db')
  expect(code).toBe(0)
  expect(found).toMatchObject({
    node: [true, `Node ${process.versions.node}`],
    port: [true, 'there are free ports'],
    store: [true, 'none yet at none/x.db'],
    secret: [true, 'none yet; the first server makes one'],
  })
  expect(existsSync(join(cwd, 'none'))).toBe(false)
})

test('a store is inspected, and its secret must be private', async () => {
  const store = await openStore(`sqlite:${join(cwd, 'kept.db')}`)
  await store.close()
  const key = join(cwd, 'kept.db.key')
  writeFileSync(key, secret)
  chmodSync(key, 0o644)
  const { code, checks, found } = await doctor('--store', 'sqlite:kept.db')
  expect(code).toBe(1)
  expect(found['store reachable']).toEqual([true, 'kept.db'])
  expect(checks.filter(({ ok }) => !ok).map(({ name, found }) => [name, found])).toEqual([
    ['secret', 'kept.db.key is refused: others have access to it; run: chmod 600 kept.db.key.'],
  ])
})

test('a store that machines share needs a secret', async () => {
  const { found } = await doctor('--store', 'postgres://nobody@127.0.0.1:1/none')
  expect(found['store reachable']?.[0]).toBe(false)
  expect(found.secret).toEqual([
    false,
    'A store that machines share needs a secret that they share: put 32 random characters or more into REPLYWIRE_SECRET, or into a file and name it.',
  ])
})

test('a port that is taken is named', async () => {
  const { code, out } = await cli(['doctor', '--port', String(port)], { cwd, env: {} })
  expect(code).toBe(1)
  expect(out).toContain(`${port} is in use`)
  expect(out).toContain('Stop the process that listens there, or choose another port: replywire serve --port NUMBER')
})

test('a port with an agent is no problem', async () => {
  const agent = await serve(greeter).listen({ port: 0 })
  const own = new URL(agent.url).port
  const { code, out } = await cli(['doctor', '--port', own], { cwd, env: {} })
  await agent.close()
  expect(out).toContain(`${own} is in use by the agent greeter`)
  expect(code).toBe(0)
})

describe('an address', () => {
  test('is what is checked: no port of this machine', async () => {
    const { out } = await cli(['doctor', `http://127.0.0.1:${port}/`], { cwd, env: {} })
    expect(out).toMatch(/address +answers with HTTP 200/)
    expect(out).not.toMatch(/\bport\b/)
  })

  test('that answers, with a clock that is an hour ahead', async () => {
    const { code, found } = await doctor(`http://127.0.0.1:${port}/`)
    expect(code).toBe(1)
    expect(found).toMatchObject({
      dns: [true, '127.0.0.1 is 127.0.0.1'],
      address: [true, 'answers with HTTP 200'],
    })
    expect(found['their clock']?.[1]).toMatch(/^(?:3599|3600) s ahead of this machine$/)
  })

  test('where nobody listens', async () => {
    const { code, found } = await doctor('http://127.0.0.1:1/')
    expect([code, found.address]).toEqual([1, [false, 'ECONNREFUSED']])
  })

  test('with a name that nobody has', async () => {
    const { code, found } = await doctor('http://nobody.invalid/')
    expect([code, found.dns?.[0], found.address]).toEqual([1, false, undefined])
  })

  test('that is none', async () => {
    const { code, err } = await cli(['doctor', 'mcp+stdio:x'], { cwd, env: {} })
    expect([code, err]).toEqual([2, 'replywire: "mcp+stdio:x" is no address: replywire doctor http://127.0.0.1:8080\n'])
  })
})

test('an old Node and a clock in the past are found', () => {
  expect(nodeCheck('20.1.0')).toEqual({ name: 'node', ok: false, found: 'Node 20.1.0', fix: 'Use Node 24 or later.' })
  expect(clockCheck(0)).toMatchObject({
    ok: false,
    found: '1970-01-01T00:00:00.000Z, before this package was installed',
  })
})

test('names and free space are looked at, also before there is a store', async () => {
  const { found } = await doctor('--store', 'sqlite:none/x.db')
  expect(found.names?.[1]).toMatch(/^localhost is (?:127\.0\.0\.1|::1)/)
  expect(found.disk?.[1]).toMatch(new RegExp(`^\\d+ MB free at ${cwd}$`))
  expect(await namesCheck('nobody.invalid')).toMatchObject({ ok: false, fix: expect.stringContaining('/etc/hosts') })
  expect(diskCheck('sqlite:none/x.db', Number.MAX_SAFE_INTEGER)).toMatchObject([{ name: 'disk', ok: false }])
  expect(diskCheck('postgres://db/name')).toEqual([])
})
