/**
 * An upstream that demands signatures (RFC 9421), behind a gateway: the gateway is another address, so that a signature for
 * its address is not one for the upstream; body, digest and signature go through as they came, over HTTP/2 too.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { capabilities, type SeenCall, seller } from '../signing/agent.ts'
import { directory, newKey } from '../signing/keys.ts'
import { overHttp1, overHttp2, secureGateway } from './http2-kit.ts'
import { pool, route } from './settings.ts'

const key = await newKey('buyer-1')
const path = '/adcp/create_media_buy'
const body = '{"idempotency_key":"signed-upstream-0001"}'
const seen: SeenCall[] = []
let upstream: Listening
let port = 0

beforeAll(async () => {
  const requestSigning = { profile: '3.2', requiredFor: ['create_media_buy'] } as const
  upstream = await serve(seller(seen), {
    contract: 'adcp',
    signing: { keys: directory('https://buyer.example/mcp', [key.jwk]) },
    contractOptions: { adcp: { capabilities, requestSigning } },
  }).listen({ port: 0 })
  const routes = [route({ id: 'buy', path, enforce: 'off', contract: 'adcp' })]
  port = (await secureGateway({ routes, pools: [pool(upstream.url)] })).port
})
beforeEach(() => {
  seen.length = 0
})
afterAll(() => upstream.close())

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
])('over %s', (_, send) => {
  /** `of`: the address that the signature is for. `covered`: the body that it is made for. */
  async function call(of: string, covered = body) {
    const message = { method: 'POST', url: `${of}${path}`, contentType: 'application/json', body: Buffer.from(covered) }
    const signed = await signMessage(message, requestProfile('3.2'), key.signer)
    const headers = { 'content-type': 'application/json', ...signed }
    const answer = await send(port, { method: 'POST', path, headers, body })
    return [answer.status, answer.headers['www-authenticate'], seen.length]
  }

  const refused = (code: string) => [401, `Signature error="request_signature_${code}"`, 0]

  test('a signature for the upstream goes through', async () => {
    expect(await call(upstream.url)).toEqual([200, undefined, 1])
  })

  test('a signature for the gateway is none for the upstream', async () => {
    expect(await call(`https://localhost:${port}`)).toEqual(refused('invalid'))
  })

  test('a body that the signature does not cover is refused', async () => {
    expect(await call(upstream.url, '')).toEqual(refused('components_incomplete'))
  })

  test('no signature is asked for', async () => {
    const headers = { 'content-type': 'application/json' }
    const { status, headers: told } = await send(port, { method: 'POST', path, headers, body })
    expect([status, told['www-authenticate'], seen.length]).toEqual(refused('required'))
  })
})
