/** Fronts of a gateway in several processes: whichever process a request comes to, its session and its task are found. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, serve } from '../../src/server/index.ts'
import { byId, call, clientOf, request as message, result, sent, state } from '../interop/a2a-kit.ts'
import { agent } from '../interop/mcp/agent.ts'
import { connect, type Era } from '../interop/mcp/clients.ts'
import { setSecret } from './durable/kit.ts'
import { type GatewayRun, runGateway, until } from './gateway-processes.ts'
import { type Answer, callOf, post, sessionsOfBoth } from './session-kit.ts'

let upstream: Listening
let run: GatewayRun

const configOf = (url: string, store: string) => `listen: 127.0.0.1:0
admin: 127.0.0.1:0
auth: none
${store}
mcp: true
a2a: true
routes:
${Object.entries(agent.operations)
  .map(
    ([name, { effects }]) => `  - id: ${name}
    method: POST
    path: /${name}
    target: mcp+${url}/mcp
    contract: { upstream: mcp, downstream: [yaagents] }
    effects: ${effects}
    mode: sse`,
  )
  .join('\n')}
`

beforeAll(async () => {
  setSecret()
  upstream = await serve(agent, { authenticate: false }).listen({ port: 0 })
  run = await runGateway(configOf(upstream.url, 'store: sqlite:gateway.db'), { words: ['--workers', '2'] })
  // Both processes have read the tools.
  await until(async () => {
    const lists = await Promise.all(Array.from({ length: 8 }, () => list()))
    return lists.every(({ text }) => text.includes('"greet"'))
  })
})
afterAll(() => upstream.close())

const list = () => post(run.url, { method: 'tools/list', params: {} })

describe('/mcp in two processes', () => {
  test('finds a session, whichever process a request comes to, and ends it', async () => {
    for (const { session } of await sessionsOfBoth(run.url)) {
      const greet = callOf('greet', { name: 'Ada' })
      for (let count = 0; count < 8; count++) {
        const answer = await post(run.url, greet, { session })
        expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Hello, Ada')])
      }
      expect((await post(run.url, {}, { session, method: 'DELETE' })).status).toBe(200)
      const statuses = await Promise.all(Array.from({ length: 6 }, () => post(run.url, greet, { session })))
      expect(statuses.map(({ status }) => status)).toEqual(Array(6).fill(404))
    }
  })

  test('takes every notification, however soon the process of its session answers', async () => {
    const opened = await sessionsOfBoth(run.url)
    const initialized = { id: undefined, method: 'notifications/initialized' }
    for (const { session } of opened) {
      for (let round = 0; round < 20; round++) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => post(run.url, initialized, { session })))
        expect(answers.filter(({ status }) => status !== 202)).toEqual([])
      }
    }
  })

  test('has no session of a process that there is not, and follows no name out of its folder', async () => {
    const id = crypto.randomUUID()
    for (const name of ['0123456789abcdef', '../../../../etc', '0123456789abcdeg', '']) {
      expect((await post(run.url, { method: 'ping' }, { session: `${name}.${id}` })).status).toBe(404)
    }
  })

  test.each<Era>(['v1', 'v2 2025-11-25', 'v2 2026-07-28'])(
    'asks, reports progress and goes on, with many connections of one client (%s)',
    async era => {
      const peers = await Promise.all(
        Array.from({ length: 4 }, () =>
          connect(
            era,
            { url: `${run.url}/mcp`, headers: { connection: 'close' } },
            { answer: () => ({ action: 'accept', content: { metric: 'cpl' } }) },
          ),
        ),
      )
      for (const peer of peers) {
        for (let count = 0; count < 3; count++) {
          const answer = await peer.call('optimize', { campaign: 'spring' })
          expect(answer.structuredContent).toEqual({ campaign: 'spring', metric: 'cpl' })
        }
        const progress: number[] = []
        await peer.call('large', { events: 4 }, { onprogress: ({ progress: value }) => void progress.push(value) })
        expect(progress).toEqual([0.25, 0.5, 0.75, 1])
        await peer.close()
      }
    },
  )
})

describe('/a2a in two processes', () => {
  test('finds a task, whichever process a request comes to', async () => {
    const [first, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => clientOf(run.url, 'JSON-RPC 1.0', undefined, { connection: 'close' })),
    )
    const { id } = await sent(first as never, call('greet', { name: 'Ada' }))
    for (const client of others) expect(result(await client.getTask(byId(id)))).toEqual({ text: 'Hello, Ada' })
    const asked = await sent(first as never, call('optimize', { campaign: 'spring' }))
    expect(state(asked)).toBe('TASK_STATE_INPUT_REQUIRED')
    const [, other] = others
    const done = await sent(other as never, message({ metric: 'ctr' }, { taskId: asked.id }))
    expect(result(done)).toEqual({ campaign: 'spring', metric: 'ctr' })
  })
})

test('the sessions of a process that was killed are not found, and others go on', async () => {
  const [one, other] = await sessionsOfBoth(run.url)
  const { readFileSync } = await import('node:fs')
  const pids = readFileSync(`/proc/${run.child.pid}/task/${run.child.pid}/children`, 'utf8').trim().split(' ')
  process.kill(Number(pids[0]), 'SIGKILL')
  await run.line(({ msg }) => msg === 'a worker ended and is started again')
  const standing = async ({ session }: Answer) =>
    new Set(
      (await Promise.all(Array.from({ length: 6 }, () => post(run.url, { method: 'ping' }, { session })))).map(
        a => a.status,
      ),
    )
  const found = [await standing(one), await standing(other)].map(statuses => [...statuses].join())
  expect(found.toSorted()).toEqual(['200', '404'])
})

test('several processes without a store are refused', async () => {
  await expect(runGateway(configOf(upstream.url, ''), { words: ['--workers', '2'] })).rejects.toThrow('ended with')
})

test('a folder for temporary files that cannot be written is no problem without /mcp, and named with it', async () => {
  const settings = { words: ['--workers', '2'], env: { TMPDIR: '/nowhere' } }
  const withFronts = configOf(upstream.url, 'store: sqlite:gateway.db')
  await expect(runGateway(withFronts, settings)).rejects.toThrow('/nowhere cannot be written')
  const without = await runGateway(withFronts.replace('mcp: true', '').replace('a2a: true', ''), settings)
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada"}' }
  expect(await (await fetch(`${without.url}/greet`, sent)).json()).toMatchObject({ text: 'Hello, Ada' })
})
