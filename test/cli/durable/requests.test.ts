/** `replywire requests` on the journal of a server that `replywire serve` runs, and the metrics of a worker. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { type Backend, lasting, lineOf } from './kit.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const env = { ...process.env, REPLYWIRE_SECRET: 'a secret of thirty-two characters' }

/** The agent of these tests, served by the command line. */
async function served(url: string, ...words: string[]): Promise<string> {
  const command = ['src/cli/main.ts', 'serve', 'test/server/agent-module.ts', '--port', '0', '--store', url, '--json']
  const child = spawn(process.execPath, [...command, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  closing.push(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return (JSON.parse(line) as { url: string }).url
}

async function call(url: string, path: string, id: string): Promise<number> {
  const response = await fetch(url + path, { method: 'POST', headers: { 'x-request-id': id }, body: '{}' })
  await response.text()
  return response.status
}

const soon = { timeout: 60_000, interval: 100 }

describe.each<Backend>(['sqlite', 'postgres'])('requests on %s', backend => {
  test('are listed, shown and followed', async () => {
    const { on, json, url: store } = await lasting(backend)
    const url = await served(store)
    expect(await call(url, '/nowhere', 'req-1')).toBe(404)
    expect(await call(url, '/agents/run/sync', 'req-2')).toBe(415)
    const listed = async (...words: string[]) => {
      const { told } = await json('requests', 'list', ...words)
      return (told as { requests: { requestId: string }[] }).requests.map(({ requestId }) => requestId)
    }
    await expect.poll(() => listed(), soon).toEqual(['req-2', 'req-1'])
    expect(await listed('--http-status', '404')).toEqual(['req-1'])
    expect(await listed('--http-status', '4xx', '--since', '1h', '--limit', '1')).toEqual(['req-2'])
    expect(await listed('--http-status', '5xx')).toEqual([])
    expect(await listed('--contract-id', 'agent-run')).toEqual(['req-2'])
    expect(await listed('--request-id', 'req-1', '--since', '2020-01-01T00:00:00Z')).toEqual(['req-1'])
    expect(await listed('--tenant', 'acme')).toEqual([])
    const { out } = await on('requests', 'list')
    expect(out).toMatch(/^TIME +STATUS +OPERATION +CONTRACT +OVER +TENANT +FOR +MS +ID\n/)
    expect(out).toMatch(/ 404 ROUTE_NOT_FOUND +- +yaagents +http +- +- +\d+ +req-1\n$/)
    const shown = await json('requests', 'show', 'req-1')
    expect(shown).toMatchObject({
      code: 0,
      told: {
        requests: [{ requestId: 'req-1', status: 404, code: 'ROUTE_NOT_FOUND', outcome: 'failed', carrier: 'http' }],
      },
    })
    expect((await on('requests', 'show', 'req-2')).out).toMatch(/^req-2 {2}415 UNSUPPORTED_MEDIA_TYPE {2}failed\n/)
    expect(await on('requests', 'show', 'req-9')).toEqual({
      code: 1,
      out: '',
      err: '✗ There is no request req-9 in the journal. See replywire requests list.\n',
    })
    const tail = spawn(
      process.execPath,
      ['src/cli/main.ts', 'requests', 'tail', '--since', '1h', '--json', '--store', store],
      {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    closing.push(() => tail.kill('SIGKILL'))
    const lines = createInterface({ input: tail.stdout })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value as string) as { requestId: string }
    expect([(await next()).requestId, (await next()).requestId]).toEqual(['req-1', 'req-2'])
    await call(url, '/nowhere', 'req-3')
    expect(await next()).toMatchObject({ requestId: 'req-3', status: 404 })
    const exited = once(tail, 'exit')
    tail.kill('SIGTERM')
    expect(await exited).toEqual([130, null])
  })
})

test('no journal is kept with --no-journal', async () => {
  const { json, url: store } = await lasting('sqlite')
  const url = await served(store, '--no-journal')
  await call(url, '/nowhere', 'req-1')
  expect((await json('requests', 'list')).told).toEqual({ requests: [], more: false })
  expect((await json('store', 'stats')).told).toMatchObject({ requests: 0 })
})

test('wrong words are refused, with what to write', async () => {
  const { on } = await lasting('sqlite')
  const errorOf = async (...words: string[]) => {
    const { code, err } = await on('requests', ...words)
    return [code, err.split('\n')[0]]
  }
  expect(await errorOf('list', '--http-status', '9')).toEqual([
    2,
    'replywire: --http-status takes a status such as 404, or a class such as 5xx.',
  ])
  expect(await errorOf('list', '--since', 'yesterday')).toEqual([
    2,
    'replywire: --since takes a duration such as 15m or 24h, or a time such as 2026-11-18T06:00:00Z.',
  ])
  expect((await errorOf('show'))[0]).toBe(2)
  expect((await errorOf('show', 'a', '--http-status', '404'))[0]).toBe(2)
  expect((await on('requests', 'list')).out).toContain('No requests found in the journal.')
})

test('a worker shows its metrics and its health on its admin port', async () => {
  const { work, task } = await lasting('sqlite')
  const { lines, child, ended } = work('--json', '--admin-port', '0', '--concurrency', '3')
  closing.push(() => child.kill('SIGKILL'))
  const { text = '' } = (await lineOf(lines, 'metrics')) as { text: string }
  const url = /http:\S+/.exec(text)?.[0] ?? ''
  const metrics = async () => (await fetch(url)).text()
  expect(await metrics()).toMatch(/^replywire_worker_slots 3$/m)
  await task('fail', { name: 'x' })
  await expect.poll(metrics, soon).toMatch(/^replywire_task_runs_total\{result="failed"\} 1$/m)
  await expect.poll(metrics, soon).toMatch(/^replywire_tasks\{state="dead"\} 1$/m)
  const found = await metrics()
  expect(found).toMatch(/^replywire_store_operation_duration_seconds_count\{operation="leaseTasks"\} \d+$/m)
  // Workers answer no calls.
  expect(found).not.toContain('replywire_requests_total')
  const ready = await fetch(new URL('/health/ready', url))
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', service: 'lasting', checks: { store: true } },
  ])
  const live = await fetch(new URL('/health', url))
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok', service: 'lasting', version: '1.2.3' }])
  expect((await fetch(new URL('/elsewhere', url))).status).toBe(404)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

/** A worker, and what its readiness answers. */
async function workerHealth() {
  const { work, task, url: store } = await lasting('sqlite')
  const { lines, child } = work('--json', '--admin-port', '0')
  closing.push(() => child.kill('SIGKILL'))
  const { text = '' } = (await lineOf(lines, 'metrics')) as { text: string }
  const ready = async () => {
    const answer = await fetch(new URL('/health/ready', /http:\S+/.exec(text)?.[0]))
    return [answer.status, await answer.json()]
  }
  return { lines, child, task, store, ready }
}

test('the health of a worker is like that of a server: 503 without its store', async () => {
  const { store, ready } = await workerHealth()
  rmSync(store.slice('sqlite:'.length))
  await expect.poll(ready, soon).toEqual([503, { status: 'not_ready', service: 'lasting', checks: { store: false } }])
})

test('the health of a worker is like that of a server: 503 while it stops', async () => {
  const { lines, child, task, ready } = await workerHealth()
  await task('wait', { until: '/no-such-file' })
  await lineOf(lines, 'started')
  child.kill('SIGTERM')
  await lineOf(lines, 'stopping')
  expect(await ready()).toEqual([503, { status: 'not_ready', service: 'lasting', reason: 'shutting down' }])
})

test('the port of a worker is a port', async () => {
  const { on } = await lasting('sqlite')
  const wrong = await on('worker', 'test/cli/durable/agent.ts', '--admin-port', 'many')
  expect([wrong.code, wrong.err]).toEqual([2, 'replywire: A port is a whole number from 0 to 65535.\n'])
})
