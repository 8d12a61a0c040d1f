/** `replywire worker`, on stores of both kinds. */
import { spawn } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { verifyStandard } from '../../../src/webhooks/index.ts'
import { cli, folder, main } from '../run-cli.ts'
import { agentFile, type Backend, freshUrl, secret as installation, lasting, lineOf } from './kit.ts'

const backends: Backend[] = ['sqlite', 'postgres']

describe.each(backends)('a worker on %s', backend => {
  test('runs what waits and what comes, a line each, and stops when it is told', async () => {
    const { task, work, stateOf } = await lasting(backend)
    const before = await task('work', { name: 'a' })
    const { child, lines, ended } = work('--json', '--concurrency', '2', '--per-tenant', '1', '--lease', '5')
    await lineOf(lines, 'ready')
    expect(await lineOf(lines, 'started')).toMatchObject({ id: before, operation: 'work', tenant: 'north', attempt: 1 })
    expect(await lineOf(lines, 'ended')).toMatchObject({
      id: before,
      state: 'completed',
      durationMs: expect.any(Number),
    })
    const after = await task('fail', { name: 'b' })
    expect(await lineOf(lines, 'ended')).toMatchObject({ id: after, state: 'failed', code: 'AWAY' })
    child.kill('SIGTERM')
    await lineOf(lines, 'stopped')
    expect(await ended).toBe(0)
    expect(await stateOf(before)).toBe('completed')
  })

  test('told to stop waits for what runs, and takes nothing new', async () => {
    const { task, work, stateOf } = await lasting(backend)
    const { child, lines, ended } = work('--json', '--concurrency', '1')
    const until = join(folder(), 'go')
    const running = await task('wait', { until })
    expect(await lineOf(lines, 'started')).toMatchObject({ id: running })
    const next = await task('work', { name: 'a' })
    child.kill('SIGTERM')
    expect(await lineOf(lines, 'stopping')).toMatchObject({ text: expect.stringContaining('1 task') })
    writeFileSync(until, '')
    expect(await lineOf(lines, 'ended')).toMatchObject({ id: running, state: 'completed' })
    expect(await ended).toBe(0)
    expect(await stateOf(next)).toBe('queued')
  })

  test('told twice ends at once, and another goes on with its task', async () => {
    const { task, work, worker, stateOf } = await lasting(backend)
    const { child, lines, ended } = work('--json', '--lease', '1')
    const until = join(folder(), 'go')
    const id = await task('wait', { until })
    await lineOf(lines, 'started')
    child.kill('SIGTERM')
    await lineOf(lines, 'stopping')
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    expect(await stateOf(id)).toBe('working')
    writeFileSync(until, '')
    worker()
    await expect.poll(() => stateOf(id)).toBe('completed')
  })
})

test('without --json it speaks to people, and with --quiet to nobody', async () => {
  const { task, work, stateOf } = await lasting('sqlite')
  const id = await task('work', { name: 'a' })
  const { child, lines, ended } = work()
  const said: string[] = []
  for await (const line of lines) {
    said.push(line.replace(/^\S+ /, ''))
    if (line.includes(' after ')) child.kill('SIGINT')
  }
  expect(said).toEqual([
    'working on the tasks of lasting, at most 10 at once; Ctrl-C stops',
    `→ work ${id}`,
    expect.stringMatching(new RegExp(`^completed work ${id} after \\d+ (ms|s)$`)),
    'stopped',
  ])
  expect(await ended).toBe(0)

  const quiet = work('--quiet')
  const another = await task('work', { name: 'b' })
  await expect.poll(() => stateOf(another)).toBe('completed')
  quiet.child.kill('SIGTERM')
  for await (const line of quiet.lines) expect(line).toBe('')
  expect(await quiet.ended).toBe(0)
})

describe('the secret', () => {
  test('of a SQLite file is made beside it on first use', async () => {
    const url = await freshUrl('sqlite')
    await (await openStore(url)).close()
    const { REPLYWIRE_SECRET: _, ...env } = process.env
    const child = spawn(process.execPath, [main, 'worker', agentFile, '--store', url, '--json'], { env })
    await lineOf(createInterface({ input: child.stdout })[Symbol.asyncIterator](), 'ready')
    const key = `${url.slice('sqlite:'.length)}.key`
    expect(existsSync(key)).toBe(true)
    expect(statSync(key).mode & 0o777).toBe(0o600)
    child.kill('SIGTERM')
    await new Promise(resolve => child.once('close', resolve))
  })

  test('of PostgreSQL must be said', async () => {
    const url = await freshUrl('postgres')
    const { code, err } = await cli(['worker', agentFile, '--store', url], { env: { REPLYWIRE_SECRET: '' } })
    expect(code).toBe(2)
    expect(err).toMatch(/^replywire: A store that machines share needs a secret that they share: .*REPLYWIRE_SECRET/)
  })
})

test('sends what the module says is to be told, to where it says', async () => {
  const came: { headers: IncomingHttpHeaders; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    came.push({ headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const secret = `whsec_${Buffer.from('twenty-four bytes or more').toString('base64')}`
  const endpoints = [{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, secret }]
  const { task, url, json } = await lasting('sqlite')
  const options = { store: url, secret: installation, webhooks: { allowLoopback: true, endpoints } }
  const cwd = folder({
    'agent.ts': `export { default } from '${agentFile}'\nexport const options = ${JSON.stringify(options)}\n`,
  })
  const id = await task('work', { name: 'a' })
  const child = spawn(process.execPath, [main, 'worker', 'agent.ts', '--quiet'], { cwd, stdio: 'inherit' })
  const ended = new Promise(resolve => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  const states = async () => {
    const { told } = await json('webhooks', 'list')
    return (told as { deliveries: { task: string; state: string }[] }).deliveries
  }
  await expect.poll(states).toMatchObject([{ task: id, state: 'delivered' }])
  const [message] = came
  expect(came).toHaveLength(1)
  expect(verifyStandard({ headers: {}, body: Buffer.from(''), ...message, secrets: [secret] })).toMatchObject({
    ok: true,
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
