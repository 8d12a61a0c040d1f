/** Much output and many events: all of it arrives. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, serve } from '../../../src/server/index.ts'
import { agent } from './agent.ts'
import { connect, type Era } from './clients.ts'

const eras: Era[] = ['v1', 'v2 2026-07-28']
let listening: Listening

beforeAll(async () => {
  listening = await serve(agent).listen({ port: 0 })
})

afterAll(() => listening.close())

test.each(eras)('%s gets 1 MB of structured output after 10,000 events', async era => {
  const peer = await connect(era, { url: `${listening.url}/mcp` })
  let heard = 0
  const onprogress = () => {
    heard++
  }
  const result = await peer.call('large', { bytes: 1024 * 1024, events: 10_000 }, { onprogress, timeout: 600_000 })
  expect(heard).toBe(10_000)
  expect(result.structuredContent?.text).toHaveLength(1024 * 1024)
  await peer.close()
})
