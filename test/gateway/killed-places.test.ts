/** A gateway that is killed gives the places of its streams back: to others on PostgreSQL, as real processes. */
import { expect, test } from 'vitest'
import { newStore } from './durable/kit.ts'
import { openStream, runGateway, slowUpstream, until } from './gateway-processes.ts'

const most = 3

test('another gateway on the same PostgreSQL has as many streams as the killed one had, and no more', async () => {
  const upstream = await slowUpstream()
  const configuration = `listen: 127.0.0.1:0
admin: 127.0.0.1:0
auth: none
store: ${await newStore('postgres')}
gateway: { llm: { max_sse_connections_per_tenant: ${most} } }
routes:
  - { id: stream, method: GET, path: /stream, target: "${upstream.url}", mode: sse }
`
  const [first, second] = await Promise.all([runGateway(configuration), runGateway(configuration)])
  const status = async () => {
    const leaving = new AbortController()
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(`${second.url}/stream`, { headers, signal: leaving.signal })
    leaving.abort()
    return response.status
  }
  const cut = await Promise.all(Array.from({ length: most }, () => openStream(`${first.url}/stream`)))
  expect([await status(), await status()]).toEqual([429, 429])
  first.child.kill('SIGKILL')
  await Promise.all(cut.map(({ whole }) => whole.catch(() => 'cut')))
  await until(async () => (await status()) === 200 || undefined)
  await until(() => upstream.open === 0 || undefined)
  for (let count = 0; count < most; count++) {
    await until(
      async () => (await openStream(`${second.url}/stream`).catch(() => undefined)) !== undefined || undefined,
    )
  }
  expect(await status()).toBe(429)
  upstream.release()
  second.child.kill('SIGKILL')
  await second.ended
})
