/** `replywire webhooks`, on stores of both kinds and against a receiver that listens. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAdcpHmac, verifyBearer, verifyStandard } from '../../../src/webhooks/index.ts'
import { callCli as cli } from '../call-cli.ts'
import { folder } from '../run-cli.ts'
import { type Backend, lasting } from './kit.ts'

const backends: Backend[] = ['sqlite', 'postgres']

describe.each(backends)('deliveries in %s', backend => {
  test('are listed without their secrets, by state, and sent again', async () => {
    const { store, runtime, on, json } = await lasting(backend)
    const now = Date.now()
    const to = {
      id: 'end_1',
      tenant: 'north',
      url: 'https://hooks.example/in?key=hidden',
      scheme: 'bearer',
      secret: runtime.secret.seal(`${'t'.repeat(31)}u`),
      now,
    }
    const delivery = { endpoint: 'end_1', tenant: 'north', taskId: 'tsk_1', contentType: 'application/json', to }
    const body = new TextEncoder().encode('{"private":1}')
    const deliveries = ['msg_1', 'msg_2'].map(id => ({ id, ...delivery, body }))
    await store.do('addDeliveries', { deliveries, now })
    const [leased] = await store.do('leaseDeliveries', { now, leaseUntil: now + 1000, limit: 1, perEndpoint: 1 })
    const end = { status: 410, reason: 'gone', dueAt: now, disable: true, now }
    await store.do('endDelivery', { id: leased?.id ?? '', epoch: leased?.epoch ?? 0, state: 'dead', ...end })

    const { out } = await on('webhooks', 'list', '--state', 'dead')
    expect(out).toMatch(/^ID {5}STATE {2}TASK {3}TENANT {2}ATTEMPTS {2}LAST {6}AGE {2,}NEXT {2}TO\n/)
    expect(out).toMatch(/^msg_1 {2}dead {3}tsk_1 {2}north {3}1 {9}410 gone {2}.*- {5}https:\/\/hooks\.example\/in\?…$/m)
    const listed = await json('webhooks', 'list')
    expect(listed.told).toMatchObject({ deliveries: [{ id: 'msg_2', state: 'dead' }, { id: 'msg_1' }], more: false })
    for (const text of [out, listed.out]) expect(text).not.toMatch(/hidden|private|tttt/)

    expect((await on('webhooks', 'resend', 'msg_1', '--tenant', 'south')).code).toBe(1)
    expect((await json('webhooks', 'resend', 'msg_1')).told).toEqual({ id: 'msg_1', result: 'waiting' })
    expect((await on('webhooks', 'list', '--state', 'waiting')).out).toMatch(
      /^msg_1 {2}waiting {2}tsk_1 .* now {3}https/m,
    )
  })
})

describe('a test of a receiver', () => {
  let server: Server
  let url: string
  let status = 204
  let headers: Record<string, string> = {}
  let came: { headers: IncomingHttpHeaders; body: Buffer } | undefined
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      came = { headers: request.headers, body: Buffer.concat(chunks) }
      response.writeHead(status, headers).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?key=hidden`
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))

  const key = `whsec_${Buffer.from('twenty-four bytes or more').toString('base64')}`
  const long = 'thirty-two characters-or-a-few-more'.replaceAll(' ', '-')
  const sentTo = () => came ?? { headers: {}, body: Buffer.from('') }

  test.each([
    ['--secret', key, () => verifyStandard({ ...sentTo(), secrets: [key] })],
    ['--hmac', long, () => verifyAdcpHmac({ ...sentTo(), secrets: [long] })],
    ['--bearer', long, () => verifyBearer({ ...sentTo(), tokens: [long] })],
  ])('is signed with %s so that it verifies, and never printed', async (option, secret, verify) => {
    const { code, out } = await cli(['webhooks', 'test', url, option, secret, '--allow-loopback'])
    expect(out).toMatch(/^✓ http:\/\/127\.0\.0\.1:\d+\/in\?…: 204, accepted after \d+ ms, as msg_\S+\n$/)
    expect(code).toBe(0)
    expect(verify()).toMatchObject({ ok: true, value: { type: 'replywire.test' } })
    expect(out).not.toContain(secret)
  })

  test('a secret may stand in a file', async () => {
    const file = join(folder({ 'secret.txt': `${key}\n` }), 'secret.txt')
    const { out } = await cli(['webhooks', 'test', url, '--secret', `@${file}`, '--allow-loopback', '--json'])
    expect(JSON.parse(out)).toMatchObject({ scheme: 'standard', kind: 'delivered', status: 204, reason: 'accepted' })
    expect(verifyStandard({ ...sentTo(), secrets: [key] })).toMatchObject({ ok: true })
  })

  test('what came back is said', async () => {
    status = 401
    headers = { 'www-authenticate': 'Signature error="webhook_signature_invalid"' }
    const { code, out } = await cli(['webhooks', 'test', url, '--bearer', long, '--allow-loopback'])
    expect(code).toBe(1)
    expect(out).toContain('401, signature rejected (webhook_signature_invalid)')
  })

  test('this machine is refused unless it is let through, and nothing is sent', async () => {
    came = undefined
    const { code, out } = await cli(['webhooks', 'test', url, '--bearer', long])
    expect(code).toBe(1)
    expect(out).toContain('not sent: the address is not https')
    expect(came).toBeUndefined()
  })

  test('a weak secret is wrong usage', async () => {
    const { code, out, err } = await cli(['webhooks', 'test', url, '--bearer', 'short', '--allow-loopback'])
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: 'replywire: --bearer: the secret is too short, or repeats one character.\n',
    })
  })
})
