/** A gateway in several processes. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type GatewayRun,
  openStream,
  plainStatus,
  runGateway,
  type SlowUpstream,
  slowUpstream,
  until,
} from './gateway-processes.ts'
import { closedPort } from './kit.ts'

let upstream: SlowUpstream
let run: GatewayRun
/** A fixed one: it stays the same when all workers end at once. */
let port: number

const configOf = (path: string, listen = port): string => `listen: 127.0.0.1:${listen}
admin: 127.0.0.1:0
auth: none
drain: 20s
routes:
  - { id: a, method: GET, path: ${path}, target: "${upstream.url}" }
  - { id: stream, method: GET, path: /stream, target: "${upstream.url}", mode: sse }
`

beforeAll(async () => {
  upstream = await slowUpstream()
  port = await closedPort()
  run = await runGateway(configOf('/a'), { words: ['--workers', '2'] })
})

/** The processes below the supervisor. */
function workersOf(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

/** Over a new connection each time, which goes to one worker or the other. */
const statusOf = (path: string) => plainStatus(`${run.url}${path}`)

const fourOf = async (path: string) => [
  await statusOf(path),
  await statusOf(path),
  await statusOf(path),
  await statusOf(path),
]

const sumOf = (text: string, name: string): number =>
  text
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)

describe('workers', () => {
  test('share a port, and their metrics are one page', async () => {
    expect(workersOf(run.child.pid)).toHaveLength(2)
    for (let call = 0; call < 6; call++) expect(await statusOf('/a')).toBe(200)
    const text = await run.metrics()
    expect(sumOf(text, 'yaagents_gateway_requests_total')).toBe(6)
    expect(sumOf(text, 'yaagents_gateway_request_duration_seconds_count')).toBe(6)
    expect(sumOf(text, 'replywire_gateway_workers')).toBe(2)
    expect(sumOf(text, 'replywire_gateway_routes')).toBe(2)
    const answered = run.lines().filter(({ msg }) => msg === 'answered')
    expect(new Set(answered.map(({ pid }) => pid)).size).toBe(2)
  })

  test('all use a changed configuration', async () => {
    run.write(configOf('/b'))
    await run.line(({ msg }) => msg === 'the configuration was loaded again')
    expect(await fourOf('/b')).toEqual([200, 200, 200, 200])
    expect(await fourOf('/a')).toEqual([404, 404, 404, 404])
  })

  test('one that is killed is started again, and the other keeps its streams', async () => {
    const [first, second] = [await openStream(`${run.url}/stream`), await openStream(`${run.url}/stream`)]
    const [victim = 0] = workersOf(run.child.pid)
    process.kill(victim, 'SIGKILL')
    const cut = await Promise.race([first.whole.catch(() => 'cut'), second.whole.catch(() => 'cut')])
    expect(cut).toBe('cut')
    await run.line(({ msg, signal }) => msg === 'a worker ended and is started again' && signal === 'SIGKILL')
    // The other answers meanwhile.
    expect(await statusOf('/b')).toBe(200)
    await until(async () => sumOf(await run.metrics(), 'replywire_gateway_workers') === 2 || undefined)
    expect(workersOf(run.child.pid)).not.toContain(victim)
    expect(sumOf(await run.metrics(), 'replywire_gateway_worker_restarts_total')).toBe(1)
    // The new one has the configuration of now, not that of the start.
    expect(await fourOf('/b')).toEqual([200, 200, 200, 200])
    upstream.release()
    const ends = await Promise.all([first.whole.catch(() => 'cut'), second.whole.catch(() => 'cut')])
    expect(ends.filter(text => text.endsWith('data: [DONE]\n\n'))).toHaveLength(1)
  })

  test('the ceiling of streams counts over all, and a killed worker frees its places', async () => {
    run.write(`gateway: { llm: { max_sse_connections_per_tenant: 3 } }\n${configOf('/b')}`)
    const loaded = () => run.lines().filter(({ msg }) => msg === 'the configuration was loaded again').length
    await until(() => loaded() === 2 || undefined)
    const url = `${run.url}/stream`
    const streams = [await openStream(url), await openStream(url), await openStream(url)]
    const tooMany = async () => (await fetch(url, { headers: { accept: 'text/event-stream' } })).status
    expect([await tooMany(), await tooMany(), await tooMany()]).toEqual([429, 429, 429])
    for (const pid of workersOf(run.child.pid)) process.kill(pid, 'SIGKILL')
    await Promise.all(streams.map(({ whole }) => whole.catch(() => 'cut')))
    await until(async () => sumOf(await run.metrics(), 'replywire_gateway_workers') === 2 || undefined)
    const again = [await openStream(url), await openStream(url), await openStream(url)]
    expect(await tooMany()).toBe(429)
    upstream.release()
    for (const { whole } of again) expect(await whole).toMatch(/data: \[DONE\]\n\n$/)
  })

  test('drain together: streams end, readiness is 503, new calls are refused', async () => {
    const streams = [await openStream(`${run.url}/stream`), await openStream(`${run.url}/stream`)]
    run.child.kill('SIGTERM')
    await until(async () => (await fetch(`${run.adminUrl}/readyz`)).status === 503 || undefined)
    await until(async () => (await statusOf('/b')) === 503 || undefined)
    upstream.release()
    for (const { whole } of streams) expect(await whole).toMatch(/data: \[DONE\]\n\n$/)
    expect(await run.ended).toBe(0)
  })
})

test('a worker that starts while the configuration changes uses the changed one', async () => {
  const changing = await runGateway(configOf('/a', 0), { words: ['--workers', '2'] })
  const [victim = 0, other] = workersOf(changing.child.pid)
  process.kill(victim, 'SIGKILL')
  await until(() => workersOf(changing.child.pid).some(pid => pid !== victim && pid !== other))
  changing.write(configOf('/b', 0))
  await changing.line(({ msg }) => msg === 'the configuration was loaded again')
  await until(async () => sumOf(await changing.metrics(), 'replywire_gateway_workers') === 2)
  const statuses = await Promise.all(Array.from({ length: 6 }, () => plainStatus(`${changing.url}/b`)))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
})

test('what one process cannot do ends several in the same words', async () => {
  const { port: taken } = new URL(upstream.url)
  const texts = await Promise.all(
    ['1', '2'].map(workers =>
      runGateway(configOf('/a', Number(taken)), { words: ['--workers', workers] }).catch(error => String(error)),
    ),
  )
  expect(texts[0]).toContain(`Cannot listen on 127.0.0.1:${taken}: the port is taken`)
  expect(texts[1]).toBe(texts[0])
})

test('a worker without its supervisor ends', async () => {
  const lone = await runGateway(configOf('/a', 0), { words: ['--workers', '2'] })
  const workers = workersOf(lone.child.pid)
  lone.child.kill('SIGKILL')
  await until(() => workers.every(pid => !isAlive(pid)) || undefined)
  expect(workers).toHaveLength(2)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
