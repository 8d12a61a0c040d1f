/** Signed A2A cards: what our server signs, the official SDK verifies, and the other way round. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk'
import { importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signCard, verifiedCard } from '../../src/carriers/a2a/card-signature.ts'
import { connect } from '../../src/client/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { type KeyPair, keyPair } from './published.ts'

const agent = defineAgent({
  name: 'greeter',
  version: '1.0.0',
  operations: {
    greet: operation({
      title: 'Greet',
      route: 'POST /greet',
      effects: 'none',
      input: z.object({ name: z.string() }),
      handler: ({ name }) => ({ greeting: `Hello ${name}` }),
    }),
  },
})

let ed: KeyPair
let es: KeyPair
let other: KeyPair
let listening: Listening
const keys = new Map<string, KeyPair>()

beforeAll(async () => {
  ed = await keyPair('card-ed', 'request-signing')
  es = await keyPair('card-es', 'request-signing', 'ES256')
  other = await keyPair('card-ed', 'request-signing')
  listening = await serve(agent, { authenticate: false, a2a: { cardKey: () => es.jwk } }).listen({ port: 0 })
  for (const pair of [ed, es]) keys.set(String(pair.jwk.kid), pair)
})
afterAll(() => listening.close())

const keyOf = (kid: string) => keys.get(kid)?.published
const cardAt = async (version = '1.0') => {
  const response = await fetch(`${listening.url}/.well-known/agent-card.json`, { headers: { 'a2a-version': version } })
  return { etag: response.headers.get('etag'), card: (await response.json()) as JsonObject }
}

describe('the card of a server', () => {
  test('is verified by the official SDK, and stays the same while nothing changes', async () => {
    const { card, etag } = await cardAt()
    const verify = verifyAgentCardSignature(async () => importJWK(es.published as never, 'ES256'))
    await expect(verify(AgentCard.fromJSON(card))).resolves.toBeUndefined()
    expect((await cardAt()).etag).toBe(etag)
    const [{ protected: header }] = card.signatures as [{ protected: string }]
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'ES256',
      kid: 'card-es',
      typ: 'JOSE',
    })
    expect(JSON.stringify(card)).not.toContain(es.jwk.d)
  })

  test('has no signature in 0.3, whose cards are others', async () => {
    expect((await cardAt('0.3')).card.signatures).toBeUndefined()
  })
})

describe('a client with keys', () => {
  const call = async (cardKeys: Parameters<typeof connect>[1]) => {
    const client = connect(`a2a+${listening.url}`, cardKeys)
    const { outcome } = await client.call('greet', { name: 'Ada' })
    await client.close()
    return outcome.kind === 'failed' ? [outcome.fault.code, outcome.fault.recovery] : outcome.kind
  }

  test('calls an agent whose card one of them has signed', async () => {
    expect(await call({ cardKeys: [ed.published, es.published] })).toBe('completed')
    expect(await call({ cardKeys: async kid => keyOf(kid) })).toBe('completed')
  })

  test('calls no other', async () => {
    const refused = ['CARD_NOT_SIGNED', 'stop']
    expect(await call({ cardKeys: [ed.published] })).toEqual(refused)
    expect(await call({ cardKeys: [{ ...other.published, kid: 'card-es' }] })).toEqual(refused)
    expect(await call({ cardKeys: [] })).toEqual(refused)
    const plain = await serve(agent, { authenticate: false }).listen({ port: 0 })
    const client = connect(`a2a+${plain.url}`, { cardKeys: [es.published] })
    expect((await client.call('greet', { name: 'Ada' })).outcome).toMatchObject({ fault: { code: 'CARD_NOT_SIGNED' } })
    await client.close()
    await plain.close()
  })

  test('is not led elsewhere by what a signature does not cover', async () => {
    const { card } = await cardAt()
    const asked: string[] = []
    const thief = createServer((request, response) => {
      asked.push(request.url ?? '')
      const { port } = thief.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/stolen`
      const changed = {
        ...card,
        url,
        preferredTransport: 'JSONRPC',
        additionalInterfaces: [{ url, transport: 'JSONRPC' }],
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(changed))
    })
    await new Promise<void>(resolve => thief.listen(0, '127.0.0.1', resolve))
    const { port } = thief.address() as AddressInfo
    const client = connect(`a2a+http://127.0.0.1:${port}`, { cardKeys: [es.published] })
    expect((await client.call('greet', { name: 'Ada' })).outcome.kind).toBe('completed')
    await client.close()
    expect(asked).not.toContain('/stolen')
    thief.closeAllConnections()
    await new Promise(resolve => thief.close(resolve))
  })
})

describe('a signature', () => {
  test('of the official SDK is verified', async () => {
    const { card } = await cardAt()
    const { signatures: _, ...plain } = card
    const sign = generateAgentCardSignature(await importJWK(ed.jwk as never, 'EdDSA'), {
      alg: 'EdDSA',
      kid: 'card-ed',
      typ: 'JOSE',
    })
    const signed = AgentCard.toJSON(await sign(AgentCard.fromJSON(plain))) as JsonObject
    expect(await verifiedCard(signed, keyOf)).toMatchObject({ name: 'greeter' })
  })

  test('with any character of the card or of itself changed is none', async () => {
    const { card } = await cardAt()
    const signed = await signCard(card, ed.jwk)
    expect(await verifiedCard(signed, keyOf)).toBeDefined()
    const text = JSON.stringify(signed)
    let changed = 0
    for (let index = 0; index < text.length; index++) {
      const letter = String.fromCharCode(text.charCodeAt(index) ^ 1)
      let value: JsonObject
      try {
        value = JSON.parse(`${text.slice(0, index)}${letter}${text.slice(index + 1)}`)
      } catch {
        continue
      }
      changed += 1
      const verified = await verifiedCard(value, keyOf)
      // A member under another name is one that the signature does not cover: it is left out, and its absence shows.
      if (verified !== undefined) expect(verified).toEqual(await verifiedCard(signed, keyOf))
    }
    expect(changed).toBeGreaterThan(500)
  })

  test.each([
    ['alg none', { alg: 'none', kid: 'card-ed', typ: 'JOSE' }],
    ['HS256', { alg: 'HS256', kid: 'card-ed', typ: 'JOSE' }],
    ['crit', { alg: 'EdDSA', kid: 'card-ed', typ: 'JOSE', crit: ['b64'], b64: true }],
    ['no kid', { alg: 'EdDSA', typ: 'JOSE' }],
  ])('with %s in its header is none', async (_, header) => {
    const signed = await signCard((await cardAt()).card, ed.jwk)
    const [entry] = signed.signatures as JsonObject[]
    const changed = { ...entry, protected: Buffer.from(JSON.stringify(header)).toString('base64url') }
    expect(await verifiedCard({ ...signed, signatures: [changed] }, keyOf)).toBeUndefined()
  })

  test.each([
    ['that is null', { signatures: [null] }],
    [
      'next to members of the wrong type',
      { supportedInterfaces: [null], skills: 5, signatures: [{ protected: 'e30' }] },
    ],
  ])('%s is none, and no mistake of the client', async (_, change) => {
    const { card } = await cardAt()
    expect(await verifiedCard({ ...card, ...change } as JsonObject, keyOf)).toBeUndefined()
  })

  test('of a key for encryption is none', async () => {
    const signed = await signCard((await cardAt()).card, ed.jwk)
    expect(await verifiedCard(signed, async kid => ({ ...(await keyOf(kid)), use: 'sig' }))).toBeDefined()
    expect(await verifiedCard(signed, async kid => ({ ...(await keyOf(kid)), use: 'enc' }))).toBeUndefined()
  })
})
