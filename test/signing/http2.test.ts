/** Bodies of HTTP/2, which no header announces: a signature that does not cover one is not valid (RFC 9113 §8.1). */
import { once } from 'node:events'
import { connect, createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asHttp1, Http2Answer, Http2Request } from '../../src/carriers/http/http2.ts'
import { readNodeRequest } from '../../src/carriers/http/node.ts'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { memoryNonces } from '../../src/wire/signature/nonce-cache.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { verifyMessage } from '../../src/wire/signature/verify-message.ts'
import { directory, newKey } from './keys.ts'

const key = await newKey('buyer-1')
const keys = directory('https://buyer.example/mcp', [key.jwk])
const profile = requestProfile('3.2')
let server: Http2Server

beforeAll(async () => {
  server = createServer({ Http2ServerRequest: Http2Request, Http2ServerResponse: Http2Answer })
  server.on('request', async (incoming, answer) => {
    const http = readNodeRequest(...asHttp1(incoming as Http2Request, answer as Http2Answer))
    if (http === undefined) return answer.stream.close()
    const message = {
      method: http.method,
      url: `${http.origin}${http.rawTarget}`,
      authority: http.host,
      values: (name: string) => http.values(name),
      hasBody: http.hasBody,
      readBody: () => http.read(1000),
    }
    const verdict = await verifyMessage(message, profile, { keys, nonces: memoryNonces(), now: Date.now })
    answer.end(verdict.ok ? 'valid' : verdict.failure)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** Sends a body under a signature that was made for another one. `length`: what `content-length` says. */
async function send(body: string | undefined, made: string, length?: number): Promise<string> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/create_media_buy`
  const bytes = new TextEncoder().encode(made)
  const type = 'application/json'
  const headers = await signMessage({ method: 'POST', url, contentType: type, body: bytes }, profile, key.signer)
  const session = connect(url)
  const stream = session.request(
    {
      ':method': 'POST',
      ':path': '/create_media_buy',
      'content-type': type,
      ...(length === undefined ? undefined : { 'content-length': length }),
      ...headers,
    },
    { endStream: body === undefined },
  )
  if (body !== undefined) stream.end(body)
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  session.close()
  return text
}

test.each<[string, string | undefined, string, number | undefined, string]>([
  ['that is covered', '{}', '{}', undefined, 'valid'],
  ['that is covered, with its length', '{}', '{}', 2, 'valid'],
  ['that is not covered', '{"budget":1000000}', '', undefined, 'components_incomplete'],
  ['that is not covered, with its length', '{}', '', 2, 'components_incomplete'],
  ['that is another', '{"a":1}', '{"a":2}', undefined, 'digest_mismatch'],
  ['that is not there', undefined, '', undefined, 'valid'],
  ['of no bytes', '', '', 0, 'valid'],
])('a body %s', async (_, body, made, length, expected) => {
  expect(await send(body, made, length)).toBe(expected)
})
