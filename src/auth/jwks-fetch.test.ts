import { expect, test } from 'vitest'
import { fetchKeySet } from './jwks-fetch.ts'

const url = 'https://id.example/keys'

test('an answer that never comes is given up, and the request let go', async () => {
  let signal: AbortSignal | null | undefined
  const hanging = (_: string, init: RequestInit) => {
    signal = init.signal
    return new Promise<Response>(() => undefined)
  }
  await expect(fetchKeySet(url, hanging, 1)).rejects.toThrow('did not come in time')
  expect(signal?.aborted).toBe(true)
})

test('a body that never ends is given up', async () => {
  const dripping = async () => new Response(new ReadableStream({ start: stream => stream.enqueue(new Uint8Array(1)) }))
  await expect(fetchKeySet(url, dripping, 1)).rejects.toThrow('did not come in time')
})

test('a body beyond the bound is not read to its end', async () => {
  let pulled = 0
  const endless = async () =>
    new Response(
      new ReadableStream({
        pull(stream) {
          pulled++
          stream.enqueue(new Uint8Array(64 * 1024).fill(0x20))
        },
      }),
    )
  await expect(fetchKeySet(url, endless, 60_000)).rejects.toThrow('too large')
  expect(pulled).toBeLessThan(10)
})

test('redirects are not followed and JSON is asked for', async () => {
  let requested: RequestInit | undefined
  const fetch = async (_: string, init: RequestInit) => {
    requested = init
    return Response.json({ keys: [] })
  }
  expect((await fetchKeySet(url, fetch, 60_000)).jwks()).toEqual({ keys: [] })
  expect(requested).toMatchObject({
    redirect: 'error',
    headers: { accept: 'application/jwk-set+json, application/json' },
  })
})
