/** A configuration that changes while the gateway runs. */
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

const configOf = (routes: readonly string[], more = ''): string => `listen: 127.0.0.1:0
admin: 127.0.0.1:0
auth: none
${more}routes:
${['/held', '/stream', ...routes].map(path => `  - { id: "${path.slice(1)}", method: GET, path: ${path}, target: "${upstream.url}", mode: sse }`).join('\n')}
`

beforeAll(async () => {
  upstream = await slowUpstream()
  run = await runGateway(configOf(['/a']))
})

const statusOf = async (path: string): Promise<number> => {
  const response = await fetch(`${run.url}${path}`)
  await response.arrayBuffer()
  return response.status
}

describe('reload', () => {
  test('a changed file is used, and open calls and streams continue', async () => {
    const held = fetch(`${run.url}/held`)
    const stream = await openStream(`${run.url}/stream`)
    await until(() => upstream.open === 2 || undefined)
    expect(await statusOf('/b')).toBe(404)

    run.write(configOf(['/b']))
    await until(async () => (await statusOf('/b')) === 200 || undefined)
    expect(await statusOf('/a')).toBe(404)
    const before = stream.text().length
    await until(() => stream.text().length > before || undefined)

    upstream.release()
    expect(await stream.whole).toMatch(/^data: 0\n\n[\s\S]*data: \[DONE\]\n\n$/)
    const answer = await held
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true })
  })

  test('a file with errors is reported with its place, and the one before stays in use', async () => {
    run.write(configOf(['/c'], 'rotes: []\n'))
    const { problem } = await run.line(({ msg }) => msg === 'the changed configuration is not used')
    expect(problem).toBe('gateway.yaml:4:1: there is no key "rotes" in the file. Did you mean routes?')
    expect([await statusOf('/b'), await statusOf('/c')]).toEqual([200, 404])
    expect(await run.metrics()).toMatch(/^replywire_gateway_reloads_total\{result="refused"\} 1$/m)
  })

  test('a plugin that cannot be created changes nothing', async () => {
    const plugins = 'plugins: [{ name: token-validator, jwt_secret: short }]\n'
    run.write(configOf(['/c'], plugins))
    const line = await run.line(({ problem }) => String(problem).includes('jwt_secret needs at least 32 bytes'))
    expect(JSON.stringify(line)).not.toContain('short }')
    expect([await statusOf('/b'), await statusOf('/c')]).toEqual([200, 404])
  })

  test('a store that cannot be opened changes nothing, and leaves no pool behind', async () => {
    const spare = `pools: { spare: { targets: ["http://127.0.0.1:${await closedPort()}"] } }\n`
    run.write(`store: sqlite:/dev/null/none.db\n${spare}${configOf(['/c'], 'plugins: [{ name: idempotency }]\n')}`)
    await run.line(({ problem }) => problem === 'The file of the secret cannot be read (ENOTDIR).')
    expect([await statusOf('/b'), await statusOf('/c')]).toEqual([200, 404])
    expect(await run.metrics()).not.toContain('pool="spare"')
  })

  test('SIGHUP reads it again', async () => {
    run.write(configOf(['/d']))
    run.child.kill('SIGHUP')
    await until(async () => (await statusOf('/d')) === 200 || undefined)
  })

  test('a listener is added and removed without cutting off its streams', async () => {
    const port = await closedPort()
    const url = `http://127.0.0.1:${port}`
    run.write(configOf(['/d']).replace('listen: 127.0.0.1:0', `listen: [127.0.0.1:0, 127.0.0.1:${port}]`))
    await until(async () => (await plainStatus(`${url}/d`)) === 200 || undefined)
    const stream = await openStream(`${url}/stream`)

    run.write(configOf(['/d', '/e']))
    await until(async () => (await plainStatus(`${url}/d`)) === `connect ECONNREFUSED 127.0.0.1:${port}` || undefined)
    const before = stream.text().length
    await until(() => stream.text().length > before || undefined)
    upstream.release()
    expect(await stream.whole).toMatch(/data: \[DONE\]\n\n$/)
    expect(await statusOf('/e')).toBe(200)
  })

  test('a port that is taken is reported, and nothing changes', async () => {
    const taken = new URL(upstream.url).port
    run.write(configOf(['/f']).replace('listen: 127.0.0.1:0', `listen: [127.0.0.1:0, 127.0.0.1:${taken}]`))
    await run.line(({ problem }) => problem === 'Cannot listen: EADDRINUSE.')
    expect([await statusOf('/e'), await statusOf('/f')]).toEqual([200, 404])
  })

  test('no request fails while the configuration is loaded 40 times', async () => {
    let isOver = false
    const statuses = new Map<number | string, number>()
    const load = async (): Promise<void> => {
      while (!isOver) {
        const status = await plainStatus(`${run.url}/d`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const loading = Promise.all([load(), load(), load(), load()])
    for (let round = 0; round < 40; round++) {
      const loaded = loadedCount()
      run.write(configOf(['/d', `/r${round}`]))
      run.child.kill('SIGHUP')
      await until(() => loadedCount() > loaded || undefined)
    }
    isOver = true
    await loading
    expect([...statuses.keys()]).toEqual([200])
  })
})

const loadedCount = (): number => run.lines().filter(({ msg }) => msg === 'the configuration was loaded again').length
