/** The real command line on the store of a gateway: the inbox of its approvals, and decisions about them. */
import { expect, test } from 'vitest'
import { cli } from '../../cli/run-cli.ts'
import { runGateway } from '../gateway-processes.ts'
import { countingUpstream, ended, send, until } from './kit.ts'

const text = (target: string) => `
listen: 127.0.0.1:0
admin: off
auth: none
store: sqlite:gateway.db
routes:
  - id: optimize
    method: POST
    path: /campaigns/{campaignId}/optimizations
    target: ${target}
    async: { credentials: none }
    approval:
      rules:
        - action: Spend more than 100
          when: [{ argument: /body/budget, above: 100 }]
`

async function waiting() {
  const agents = await countingUpstream()
  const { url, folder } = await runGateway(text(agents.url))
  const accepted = await send(`${url}/campaigns/7/optimizations`, {}, { budget: 500 })
  expect(await ended(url, accepted.body.statusUrl, {})).toMatchObject({ body: { state: 'paused' } })
  const command = (...words: string[]) => cli([...words, '--store', `sqlite:${folder}/gateway.db`, '--json'])
  const listed = await command('inbox')
  const id = /apv_[\w-]+/.exec(listed.out)?.[0] ?? ''
  const over = () =>
    until(async () => {
      const reply = await ended(url, accepted.body.statusUrl, {})
      return reply.body.state === 'paused' ? undefined : reply
    })
  return { agents, command, listed, id, over }
}

test('inbox shows what waits; approve forwards exactly that', async () => {
  const { agents, command, listed, id, over } = await waiting()
  expect(listed.code).toBe(0)
  expect(listed.out).toContain('"Spend more than 100"')
  expect(agents.received).toHaveLength(0)
  expect(await command('approve', id)).toMatchObject({ code: 0 })
  expect(await over()).toMatchObject({ body: { state: 'completed' } })
  expect(agents.received.map(({ body }) => body)).toEqual(['{"budget":500}'])
  expect((await command('inbox')).out).not.toContain(id)
})

test('reject ends the task, and nothing is forwarded', async () => {
  const { agents, command, id, over } = await waiting()
  expect(await command('reject', id)).toMatchObject({ code: 0 })
  expect(await over()).toMatchObject({ body: { state: 'failed' } })
  expect(agents.received).toHaveLength(0)
})
