/** Where a request may go. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchLong } from './send.ts'

test('where one origin is named, no other is called, and its host has the given address alone', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers.host ?? '')
    response.end('{}')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const origin = `http://name.invalid:${port}`
  const only = {
    origin,
    lookup: (_: string, { all }: { all?: boolean }, callback: (...found: unknown[]) => void) =>
      all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
  } as NonNullable<Parameters<typeof fetchLong>[2]>
  const answer = await fetchLong(`${origin}/a`, {}, only)
  expect([answer.status, await answer.text()]).toEqual([200, '{}'])
  await expect(fetchLong(`http://127.0.0.1:${port}/b`, {}, only)).rejects.toThrow('This origin is not called.')
  expect(asked).toEqual([`name.invalid:${port}`])
})
