/** One signature, sent a thousand times at once to two processes that share a PostgreSQL: it is accepted once. */
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { openStore } from '../../src/store/open.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { afterEachFile } from '../after-file.ts'
import { type Databases, openDatabases } from '../postgres.ts'
import { type Running, start } from '../server/processes.ts'
import { newKey } from './keys.ts'

const origin = 'https://seller.example'
const path = '/adcp/create_media_buy'
const running: Running[] = []
let databases: Databases | undefined
afterEachFile(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
  await databases?.remove()
})

/** Sends a request to a process as if it came through a proxy that keeps Host. Returns the code, or the status. */
function send(url: string, headers: Record<string, string>, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      { method: 'POST', headers: { ...headers, host: 'seller.example' } },
      response => {
        response.resume()
        const challenge = String(response.headers['www-authenticate'] ?? '')
        response.on('end', () => resolve(/error="([^"]+)"/.exec(challenge)?.[1] ?? String(response.statusCode)))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

test('1,000 replays of one nonce in two processes', async () => {
  databases = await openDatabases()
  const store = await databases.database()
  // Both would make the tables otherwise.
  await (await openStore(store)).close()
  const { jwk, signer } = await newKey('buyer-1')
  const env = { STORE: store, JWK: JSON.stringify(jwk), ORIGIN: origin }
  running.push(...(await Promise.all([0, 1].map(() => start(['test/signing/seller-child.ts'], env)))))
  const urls = running.map(({ line }) => line)
  const signed = async (body: string) => {
    const bytes = new TextEncoder().encode(body)
    const message = { method: 'POST', url: `${origin}${path}`, contentType: 'application/json', body: bytes }
    return { 'content-type': 'application/json', ...(await signMessage(message, requestProfile('3.1'), signer)) }
  }
  const headers = await signed('{}')
  const results = await Promise.all(Array.from({ length: 1000 }, (_, n) => send(urls[n % 2] ?? '', headers, '{}')))
  const counts = Object.groupBy(results, result => result)
  expect(Object.fromEntries(Object.entries(counts).map(([result, all = []]) => [result, all.length]))).toEqual({
    200: 1,
    request_signature_replayed: 999,
  })
  // Each signature of its own is accepted, by either process.
  const own = await Promise.all([0, 1, 2, 3].map(async n => send(urls[n % 2] ?? '', await signed('{}'), '{}')))
  expect(own).toEqual(['200', '200', '200', '200'])
}, 60_000)
