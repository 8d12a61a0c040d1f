/** An open server: what its callers are answered without its operator token, and with it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../src/server/index.ts'
import { type OpenWorld, onOpenServer } from './open-server-rows.ts'
import { agent, sender, things } from './world.ts'

let world: OpenWorld
let operator: Record<string, string>
let close: () => Promise<void>
beforeAll(async () => {
  const server = serve(agent, { authenticate: false })
  const listening = await server.listen({ port: 0 })
  close = () => listening.close()
  operator = { authorization: `Bearer ${server.operatorToken?.value}` }
  world = { url: listening.url, send: sender(listening.url), theirs: things(listening.url, {}, operator) }
})
afterAll(() => close())

test.each(onOpenServer)('%s', async (_, act, without, withToken) => {
  expect([await act(world, {}), await act(world, operator)]).toEqual([without, withToken])
  expect(await act(world, { authorization: 'Bearer wrong' })).toBe(without)
})
