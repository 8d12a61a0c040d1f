/** The real command line: a gateway that leaves its tasks to `replywire worker --gateway`, and commands on its store. */
import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { cli, main } from '../../cli/run-cli.ts'
import { runGateway } from '../gateway-processes.ts'
import { countingUpstream, ended, send, until } from './kit.ts'

const text = (target: string) => `
listen: 127.0.0.1:0
admin: off
auth: none
store: sqlite:gateway.db
durable: { concurrency: 0 }
routes:
  - id: optimize
    method: POST
    path: /campaigns/{campaignId}/optimizations
    target: ${target}
    async: { credentials: none }
`

describe('worker --gateway', () => {
  test('it forwards the tasks of a gateway that forwards none; tasks shows them', async () => {
    const agents = await countingUpstream()
    const gateway = await runGateway(text(agents.url))
    const accepted = await send(`${gateway.url}/campaigns/7/optimizations`, {}, { budget: 5 })
    expect(accepted.status).toBe(202)
    expect(agents.received).toHaveLength(0)
    const worker = spawn(process.execPath, [main, 'worker', 'gateway.yaml', '--gateway', '--json'], {
      cwd: gateway.folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      let out = ''
      worker.stdout.on('data', chunk => {
        out += chunk
      })
      await until(() => (out.includes('"ready"') ? true : undefined))
      expect(await ended(gateway.url, accepted.body.statusUrl, {})).toMatchObject({ body: { state: 'completed' } })
      expect(agents.received.map(({ body }) => body)).toEqual(['{"budget":5}'])
    } finally {
      const exited = new Promise(resolve => worker.once('exit', resolve))
      worker.kill('SIGTERM')
      expect(await exited).toBe(0)
    }
    const listed = await cli(['tasks', '--store', `sqlite:${gateway.folder}/gateway.db`, '--json'])
    expect(listed.out).toContain('"optimize"')
  })

  test('a gateway without a store has no tasks', async () => {
    const agents = await countingUpstream()
    const gateway = await runGateway(text(agents.url).replace(/store:.*\n|durable:.*\n| {4}async:.*\n/g, ''))
    const refused = await cli(['worker', gateway.file, '--gateway'])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('The gateway has no store')
  })
})
