/** The operator token on the command line: printed once by `serve`, shown by `token`, and good over the network. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, test } from 'vitest'
import { cli, folder, main } from '../run-cli.ts'
import { agentFile, type Backend, freshUrl, secret } from './kit.ts'

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const env = { REPLYWIRE_SECRET: secret }

async function serving(url: string, ...words: string[]) {
  const args = [main, 'serve', agentFile, '--store', url, '--port', '0', ...words]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
  children.add(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const stop = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return { lines, stop }
}

const backends: Backend[] = ['sqlite', 'postgres']

describe.each(backends)('in %s', backend => {
  test('the token that is shown lists the approvals of every server on the store', async () => {
    const url = await freshUrl(backend)
    const printed: unknown[] = []
    for (const time of ['first', 'second']) {
      const { lines, stop } = await serving(url, '--json')
      const told = JSON.parse((await lines.next()).value ?? '')
      const { out } = await cli(['token', '--store', url], { env })
      const statuses: number[] = []
      for (const token of [out.trim(), 'wrong']) {
        const headers = { authorization: `Bearer ${token}` }
        statuses.push((await fetch(`${told.url}/approvals`, { headers })).status)
      }
      expect([time, ...statuses]).toEqual([time, 200, 401])
      printed.push(told.operatorToken === out.trim() ? 'printed' : told.operatorToken)
      await stop()
    }
    // Derived from the secret, it needs no first start.
    expect(printed).toEqual(backend === 'sqlite' ? ['printed', undefined] : [undefined, undefined])
  })
})

test('serve tells a person the token once, and where it is later', async () => {
  const url = await freshUrl('sqlite')
  const { lines, stop } = await serving(url)
  const told: string[] = []
  while (!told.at(-1)?.startsWith('It is shown once')) told.push((await lines.next()).value ?? '')
  await stop()
  const { out } = await cli(['token', '--store', url])
  expect(told).toContain(`Operator token, which lists and decides approvals: ${out.trim()}`)
  expect(JSON.parse((await cli(['token', '--store', url, '--json'])).out)).toEqual({ operatorToken: out.trim() })
})

test('a store that is not there has no token, and gets none', async () => {
  const path = join(folder(), 'none.db')
  const { code, err } = await cli(['token', '--store', `sqlite:${path}`])
  expect([code, err]).toEqual([2, expect.stringContaining('There is no store at')])
  expect(() => rmSync(`${path}.token`)).toThrow('ENOENT')
})

test('a file that is no store has no token, and nothing is made beside it', async () => {
  const home = folder()
  writeFileSync(join(home, 'notes'), 'These are notes.\n'.repeat(100))
  const { code, err } = await cli(['token', '--store', `sqlite:${join(home, 'notes')}`])
  expect([code, err]).toEqual([2, expect.stringContaining('cannot be opened')])
  expect(readdirSync(home)).toEqual(['notes'])
})

test('a server does not start on a token file that is empty', async () => {
  const url = await freshUrl('sqlite')
  const { stop } = await serving(url)
  await cli(['token', '--store', url])
  await stop()
  const file = `${url.slice('sqlite:'.length)}.token`
  writeFileSync(file, '\n', { mode: 0o600 })
  const { code, err } = await cli(['serve', agentFile, '--store', url, '--port', '0'], { env })
  expect([code, err]).toEqual([2, expect.stringContaining('holds no token. Remove it')])
})

test('a server that could not listen leaves the token to be printed by the next one', async () => {
  const url = await freshUrl('sqlite')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { code } = await cli(['serve', agentFile, '--store', url, '--port', String(port)], { env })
  expect(code).toBe(2)
  const { lines, stop } = await serving(url, '--json')
  const { operatorToken } = JSON.parse((await lines.next()).value ?? '')
  await stop()
  taken.close()
  expect(operatorToken).toBe((await cli(['token', '--store', url])).out.trim())
})
