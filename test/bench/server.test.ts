/** Every contender of the server benchmark does the same work: one call each, over a real socket. */
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calls, calls } from '../../bench/server/calls.ts'
import { contenderNames, contenders } from '../../bench/server/contenders.ts'
import { send } from '../../bench/server/send.ts'
import { type Databases, openDatabases } from '../postgres.ts'

let databases: Databases
const agent = new Agent({ keepAlive: false })

beforeAll(async () => {
  databases = await openDatabases()
})

afterAll(async () => {
  await databases.remove()
})

test.each(Object.entries(contenders))('%s answers', async (_, contender) => {
  const postgres = contender.needsPostgres ? await databases.database() : undefined
  const { origin, headers, close } = await contender.start({ code: 'src', postgres })
  try {
    const kind: Calls = calls[contender.calls]
    const session = await kind.open?.(sent => send(agent, origin, sent))
    const call = kind.call(1, origin)
    const answered = await send(agent, origin, { ...call, headers: { ...call.headers, ...headers, ...session } })
    expect(answered.body).toContain('"campaignId":"7","advice":"Raise ctr with a shorter headline."')
    expect(answered.status).toBe(['plain', 'keyed', 'signed'].includes(contender.calls) ? 201 : 200)
    expect(kind.isRight(answered)).toBe(true)
    if (call.path.startsWith('/campaigns')) {
      const body = '{"metric":"cats","budget":1,"tags":[]}'
      const refused = await send(agent, origin, { ...call, headers: { ...call.headers, ...headers }, body })
      // The signature of another body does not fit, and is refused before the body is read.
      expect(contender.calls === 'signed' ? [401] : [400, 422]).toContain(refused.status)
    }
  } finally {
    await close()
  }
})

test('contenders are named in a list, though their names have commas', () => {
  expect(contenderNames('replywire,replywire, JWT, fastify')).toEqual(['replywire', 'replywire, JWT', 'fastify'])
  expect(contenderNames('node:http, 20 deltas')).toEqual(['node:http, 20 deltas'])
  expect(() => contenderNames('replywire, JWTs')).toThrow('Unknown contender: JWTs')
})
