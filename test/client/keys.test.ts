/** Idempotency keys over HTTP: what is repeated has its key where the agent looks for it. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/client/index.ts'
import { answering, testClock } from './servers.ts'

/** A server that cuts every call, and keeps what came. */
async function cutting() {
  const seen: { url: string | undefined; key: string | undefined }[] = []
  const url = await answering(({ method, url: target, headers, socket }, response) => {
    if (method === 'GET') {
      response.writeHead(404).end()
      return
    }
    seen.push({ url: target, key: headers['idempotency-key'] as string | undefined })
    socket.destroy()
  })
  return { seen, url }
}

const odd = [
  ['with a space', 'order 42'],
  ['beyond ASCII', 'ключ'],
  ['too long', 'k'.repeat(300)],
  ['empty', ''],
]

describe('a key that cannot be sent', () => {
  test.each(odd)('is misuse, and nothing is sent: %s', async (_, key) => {
    const { seen, url } = await cutting()
    const client = connect(url, { clock: testClock(), breaker: false })
    await expect(client.call('POST /pay', { amount: 1 }, { key })).rejects.toMatchObject({
      code: 'ERR_MISUSE',
      message: expect.stringContaining('1 to 255 characters'),
    })
    expect(seen).toEqual([])
  })

  test.each(odd)('is misuse among the headers too: %s', async (_, key) => {
    const { seen, url } = await cutting()
    const client = connect(url, { clock: testClock(), breaker: false, headers: { 'Idempotency-Key': key } })
    await expect(client.call('POST /pay', { amount: 1 })).rejects.toMatchObject({ code: 'ERR_MISUSE' })
    expect(seen).toEqual([])
  })

  test('among the arguments makes no call repeatable when it is empty', async () => {
    const { seen, url } = await cutting()
    await connect(url, { clock: testClock(), breaker: false }).call('POST /pay', { idempotency_key: '' })
    expect(seen).toHaveLength(1)
  })
})

describe('a key that was made for a call', () => {
  test.each(['POST /pay', 'create_media_buy'])(
    'makes %s not repeatable where nobody says that the agent looks for it',
    async operation => {
      const { seen, url } = await cutting()
      const client = connect(url, { clock: testClock(), breaker: false, contract: 'adcp' })
      const { notes } = await client.call(operation, { a: 1 })
      expect(seen).toHaveLength(1)
      expect(notes.join()).not.toContain('nothing is done twice')
    },
  )

  test('is repeated at an endpoint of the contract, which has it in the body', async () => {
    const { seen, url } = await cutting()
    const client = connect(url, { clock: testClock(), breaker: false, contract: 'adcp', isEndpoint: true })
    await client.call('create_media_buy', { a: 1 })
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
  })
})
