/** Keys of agents, found as AdCP publishes them: over real sockets, within bounds, and bound to their origins. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompactSign, importJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { issueRevocationList } from '../../src/contracts/adcp/governance/issue.ts'
import { discoverKeys } from '../../src/contracts/adcp/keys/discover-keys.ts'
import { defineAgent, operation } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { changeKeyFile, newRingKey, openKeyRing } from '../../src/runtime/key-ring.ts'
import { documentFetcher } from '../../src/runtime/webhooks/fetch-document.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { freePort } from '../free-port.ts'
import { seller } from './agent.ts'
import { type KeyPair, keyPair, Operator } from './published.ts'

const operator = new Operator()
let pair: KeyPair
let now = 1_800_000_000_000
let agent = ''
let capabilities: JsonObject | undefined

beforeAll(async () => {
  pair = await keyPair('buyer-1', 'request-signing')
  await operator.listen()
  agent = `${operator.url}/mcp`
})
afterAll(() => operator.close())
beforeEach(() => {
  operator.asked.length = 0
  for (const path of Object.keys(operator.documents)) delete operator.documents[path]
  Object.assign(operator.documents, {
    '/brand.json': { agents: [{ type: 'buying', id: 'buyer', url: agent, jwks_uri: `${operator.url}/jwks.json` }] },
    '/jwks.json': { keys: [pair.published] },
  })
  capabilities = {
    identity: { brand_json_url: `${operator.url}/brand.json`, key_origins: { request_signing: operator.url } },
  }
})

function directory(more: Partial<Parameters<typeof discoverKeys>[0]> = {}) {
  return discoverKeys({
    agents: [agent],
    fetch: documentFetcher({ allowLoopback: true }),
    now: () => now,
    capabilitiesOf: async () => capabilities,
    ...more,
  })
}

/** The reason, or `found`. */
async function find(keys = directory(), keyid = 'buyer-1', purpose: 'request' | 'webhook' = 'request') {
  const answer = await keys.resolveKey({ keyid, purpose })
  return answer.ok ? 'found' : answer.reason
}

describe('a key', () => {
  test('is found, and the same object again; its set is fetched once by all who ask at the same time', async () => {
    const keys = directory()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => keys.resolveKey({ keyid: 'buyer-1', purpose: 'request' })),
    )
    const [first] = answers
    expect(first).toEqual({ ok: true, key: { jwk: pair.published, signer: agent } })
    expect(new Set(answers.map(answer => (answer.ok ? answer.key : answer))).size).toBe(1)
    expect(operator.asked).toEqual(['/brand.json', '/jwks.json'])
  })

  test('that is new is found at once, also right after its set was fetched', async () => {
    const keys = directory()
    expect(await find(keys)).toBe('found')
    const next = await keyPair('buyer-2', 'request-signing')
    operator.documents['/jwks.json'] = { keys: [pair.published, next.published] }
    now += 1_000
    operator.asked.length = 0
    expect(await find(keys, 'buyer-2')).toBe('found')
    for (let index = 0; index < 20; index++) expect(await find(keys, `stranger-${index}`)).toBe('key_unknown')
    expect(operator.asked).toEqual(['/jwks.json'])
  })

  test('that does not exist, of an agent that nobody has asked about, is looked for once', async () => {
    expect(await find(directory(), 'stranger')).toBe('key_unknown')
    expect(operator.asked).toEqual(['/brand.json', '/jwks.json'])
  })

  test('that is new is found by one refetch, and strangers cause no more than one in 30 seconds', async () => {
    const keys = directory()
    expect(await find(keys)).toBe('found')
    const next = await keyPair('buyer-2', 'request-signing')
    operator.documents['/jwks.json'] = { keys: [pair.published, next.published] }
    now += 31_000
    expect(await find(keys, 'buyer-2')).toBe('found')
    operator.asked.length = 0
    for (let index = 0; index < 20; index++) expect(await find(keys, `stranger-${index}`)).toBe('key_unknown')
    expect(operator.asked).toEqual([])
    now += 31_000
    expect(await find(keys, 'stranger')).toBe('key_unknown')
    expect(operator.asked).toEqual(['/jwks.json'])
  })

  test('that is withdrawn is gone after five minutes', async () => {
    const keys = directory()
    expect(await find(keys)).toBe('found')
    operator.documents['/jwks.json'] = { keys: [] }
    now += 299_000
    expect(await find(keys)).toBe('found')
    now += 1_000
    expect(await find(keys)).toBe('key_unknown')
  })

  test('of an agent that is not trusted is not looked for', async () => {
    const answer = await directory().resolveKey({
      keyid: 'buyer-1',
      purpose: 'request',
      signer: 'https://x.example/mcp',
    })
    expect([answer, operator.asked]).toEqual([{ ok: false, reason: 'key_unknown' }, []])
  })
})

describe('what goes wrong', () => {
  const withBrand = (brand: JsonObject | string | number) => {
    operator.documents['/brand.json'] = brand
  }
  const entry = () => ({ type: 'buying', id: 'buyer', url: agent })
  const cases: [string, () => void, string][] = [
    ['the agent does not answer', () => (capabilities = undefined), 'capabilities_unreachable'],
    ['it names no brand.json', () => (capabilities = { identity: {} }), 'brand_json_url_missing'],
    ['there is no brand.json', () => delete operator.documents['/brand.json'], 'brand_json_unreachable'],
    ['brand.json is elsewhere', () => withBrand(302), 'brand_json_unreachable'],
    ['brand.json is broken', () => withBrand(503), 'brand_json_unreachable'],
    ['brand.json is there in part', () => withBrand(206), 'brand_json_unreachable'],
    ['brand.json is not JSON', () => withBrand('<html>'), 'brand_json_malformed'],
    ['brand.json has a member twice', () => withBrand('{"agents":[],"agents":[]}'), 'brand_json_malformed'],
    ['brand.json is too large', () => withBrand(`{"a":"${'a'.repeat(256 * 1024)}"}`), 'brand_json_malformed'],
    [
      'brand.json lacks the agent',
      () => withBrand({ agents: [{ ...entry(), url: `${agent}/` }] }),
      'agent_not_in_brand_json',
    ],
    [
      'brand.json has it twice',
      () => withBrand({ agents: [entry(), { ...entry(), type: 'sales' }] }),
      'brand_json_ambiguous',
    ],
    ['there are no keys', () => delete operator.documents['/jwks.json'], 'jwks_unavailable'],
    [
      'the keys are too large',
      () => (operator.documents['/jwks.json'] = `{"keys":[],"a":"${'a'.repeat(65_536)}"}`),
      'jwks_unavailable',
    ],
    [
      'a key is there twice',
      () => (operator.documents['/jwks.json'] = { keys: [pair.published, pair.published] }),
      'jwks_unavailable',
    ],
    [
      'the keys are elsewhere than declared',
      () =>
        (capabilities = {
          identity: {
            brand_json_url: `${operator.url}/brand.json`,
            key_origins: { request_signing: 'https://keys.example' },
          },
        }),
      'key_origin_mismatch',
    ],
    [
      'the keys are elsewhere, and the agent declares nothing',
      () => {
        withBrand({ agents: [{ ...entry(), jwks_uri: 'https://keys.example/j' }] })
        capabilities = { identity: { brand_json_url: `${operator.url}/brand.json` } }
      },
      'key_origin_missing',
    ],
    [
      'no origin is declared for the purpose',
      () => (capabilities = { identity: { brand_json_url: `${operator.url}/brand.json`, key_origins: {} } }),
      'key_origin_missing',
    ],
    [
      'brand.json is on a private address',
      () => (capabilities = { identity: { brand_json_url: 'https://10.0.0.1/brand.json' } }),
      'jwks_untrusted',
    ],
    [
      'brand.json is on the metadata address',
      () => (capabilities = { identity: { brand_json_url: 'http://169.254.169.254/x' } }),
      'jwks_untrusted',
    ],
    [
      'the keys are on a private address',
      () => withBrand({ agents: [{ ...entry(), jwks_uri: 'https://192.168.0.1/j' }] }),
      'key_origin_mismatch',
    ],
  ]
  test.each(cases)('%s: %s', async (_, change, reason) => {
    change()
    expect(await find()).toBe(reason)
  })

  test('a failure is remembered for half a minute', async () => {
    const keys = directory()
    delete operator.documents['/jwks.json']
    expect(await find(keys)).toBe('jwks_unavailable')
    operator.documents['/jwks.json'] = { keys: [pair.published] }
    now += 29_000
    expect(await find(keys)).toBe('jwks_unavailable')
    now += 1_000
    expect(await find(keys)).toBe('found')
  })

  test('a server that takes its time is given up', async () => {
    const silent = createServer(socket => socket.resume().on('error', () => {}))
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const fetch = documentFetcher({ allowLoopback: true })
    const bounds = { maxBytes: 10, connectTimeoutMs: 5000, timeoutMs: 50 }
    expect(await fetch({ url: `http://127.0.0.1:${port}/`, ...bounds })).toEqual({ ok: false, reason: 'unreachable' })
    await new Promise(resolve => silent.close(resolve))
  })

  test('without loopback nothing on this machine is asked', async () => {
    expect(await find(directory({ fetch: documentFetcher() }))).toBe('jwks_untrusted')
    // Nor for its capabilities.
    const asking = discoverKeys({ agents: [agent], fetch: documentFetcher() })
    expect(await find(asking)).toBe('jwks_untrusted')
    expect(operator.asked).toEqual([])
  })
})

describe('the operator of an agent', () => {
  const brandAt = async (url: string, brand: JsonObject, of = 'https://agents.shop.co.uk/mcp') => {
    capabilities = { identity: { brand_json_url: url } }
    const fetch = async ({ url: asked }: { url: string }) => {
      const document = asked === url ? brand : { keys: [pair.published] }
      return { ok: true, status: 200, headers: {}, body: new TextEncoder().encode(JSON.stringify(document)) } as const
    }
    return find(discoverKeys({ agents: [of], fetch, capabilitiesOf: async () => capabilities }))
  }
  const agents = [{ type: 'buying', id: 'a', url: 'https://agents.shop.co.uk/mcp' }]
  test.each([
    ['the same registrable domain', 'https://www.shop.co.uk/.well-known/brand.json', {}, 'found'],
    ['another domain under the same public suffix', 'https://evil.co.uk/brand.json', {}, 'brand_origin_mismatch'],
    [
      'another domain that names it',
      'https://house.example/brand.json',
      { authorized_operators: [{ domain: 'shop.co.uk', brands: ['*'] }] },
      'found',
    ],
    [
      'another domain that named it once',
      'https://house.example/brand.json',
      { authorized_operators: [{ domain: 'shop.co.uk', brands: ['*'], valid_until: '2020-01-01T00:00:00Z' }] },
      'brand_origin_mismatch',
    ],
    [
      'another domain that will name it',
      'https://house.example/brand.json',
      { authorized_operators: [{ domain: 'shop.co.uk', brands: ['*'], valid_from: '2999-01-01T00:00:00Z' }] },
      'brand_origin_mismatch',
    ],
  ])('%s', async (_, url, more, wanted) => {
    expect(await brandAt(url, { agents, ...more } as JsonObject)).toBe(wanted)
  })

  test('an address ends like another, and is no part of its domain', async () => {
    const url = 'https://203.0.113.7/mcp'
    const brand = { agents: [{ type: 'buying', id: 'a', url }] }
    expect(await brandAt('https://198.51.113.7/brand.json', brand, url)).toBe('brand_origin_mismatch')
    expect(await brandAt('https://203.0.113.7/brand.json', brand, url)).toBe('found')
  })
})

describe('a publisher that pins keys', () => {
  const path = '/adagents.json'
  const entry = (more: object = {}) => ({ url: agent, authorized_for: 'Everything', ...more })
  const publish = (...agents: object[]) => {
    operator.documents[path] = { authorized_agents: agents } as JsonObject
  }
  const pinned = (more: Partial<Parameters<typeof discoverKeys>[0]> = {}) =>
    directory({ publishers: [operator.url + path], ...more })
  const bare = () => {
    const { kid, kty, crv, x } = pair.published
    return { kid, kty, crv, x }
  }
  beforeEach(() => {
    capabilities = {
      identity: {
        brand_json_url: `${operator.url}/brand.json`,
        key_origins: { request_signing: operator.url, webhook_signing: operator.url },
      },
    }
  })

  const cases: [string, () => void, string][] = [
    ['has the key', () => publish(entry({ signing_keys: [bare()] })), 'found'],
    [
      'has the key of a URL that is spelt otherwise',
      () => publish(entry({ url: agent.replace('http', 'HTTP'), signing_keys: [bare()] })),
      'found',
    ],
    [
      'has it in one of two entries',
      () => publish(entry({ signing_keys: [{ ...bare(), kid: 'x' }] }), entry({ signing_keys: [bare()] })),
      'found',
    ],
    ['has no file', () => {}, 'found'],
    ['pins nothing', () => publish(entry()), 'found'],
    [
      'pins keys of another agent',
      () => publish({ url: 'https://x.example/mcp', signing_keys: [{ kid: 'x', kty: 'OKP' }] }),
      'found',
    ],
    ['has another id', () => publish(entry({ signing_keys: [{ ...bare(), kid: 'buyer-0' }] })), 'key_unknown'],
    ['has another key under the id', () => publish(entry({ signing_keys: [{ ...bare(), x: 'AAAA' }] })), 'key_unknown'],
    ['has an empty list', () => publish(entry({ signing_keys: [] })), 'key_unknown'],
    ['has no list', () => publish(entry({ signing_keys: 'none' })), 'key_unknown'],
    [
      'has revoked the key',
      () => publish(entry({ signing_keys: [{ ...bare(), revoked_at: new Date(now - 1).toISOString() }] })),
      'key_unknown',
    ],
    [
      'will revoke the key',
      () => publish(entry({ signing_keys: [{ ...bare(), revoked_at: new Date(now + 1).toISOString() }] })),
      'found',
    ],
    [
      'has revoked it at no time',
      () => publish(entry({ signing_keys: [{ ...bare(), revoked_at: 'soon' }] })),
      'key_unknown',
    ],
    ['does not answer', () => (operator.documents[path] = 503), 'jwks_unavailable'],
    ['moved its file', () => (operator.documents[path] = 302), 'jwks_unavailable'],
    ['has no JSON', () => (operator.documents[path] = '<html>'), 'jwks_unavailable'],
    [
      'has a file that is too large',
      () => (operator.documents[path] = `{"a":"${'a'.repeat(5 * 1024 * 1024)}"}`),
      'jwks_unavailable',
    ],
    [
      'refers to a file that pins others',
      () => {
        operator.documents['/all.json'] = {
          authorized_agents: [entry({ signing_keys: [{ ...bare(), kid: 'x' }] })],
        } as JsonObject
        operator.documents[path] = { authoritative_location: `${operator.url}/all.json` }
      },
      'key_unknown',
    ],
    [
      'refers to nothing',
      () => (operator.documents[path] = { authoritative_location: `${operator.url}/all.json` }),
      'jwks_unavailable',
    ],
    [
      'refers to a private address',
      () => (operator.documents[path] = { authoritative_location: 'https://10.0.0.1/a.json' }),
      'jwks_untrusted',
    ],
  ]
  test.each(cases)('%s', async (_, change, reason) => {
    change()
    expect(await find(pinned(), 'buyer-1', 'webhook')).toBe(reason)
  })

  test('pins the keys of an agent whose URL has no canonical form', async () => {
    const odd = `${agent} 1`
    const brand = { agents: [{ type: 'sales', id: 'odd', url: odd, jwks_uri: `${operator.url}/jwks.json` }] }
    operator.documents['/brand.json'] = brand
    publish({ ...entry({ signing_keys: [] }), url: odd })
    expect(await find(pinned({ agents: [odd] }), 'buyer-1', 'webhook')).toBe('key_unknown')
  })

  test('pins webhooks alone: requests are signed by the caller, for whom no publisher speaks', async () => {
    publish(entry({ signing_keys: [] }))
    expect(await find(pinned())).toBe('found')
    expect(operator.take(path)).toBe(0)
  })

  test('has its file looked through once, however many webhooks come', async () => {
    publish({ url: 'https://m\u00fcnchen.example/mcp' }, entry({ signing_keys: [bare()] }))
    const keys = pinned()
    const parse = vi.spyOn(URL, 'parse')
    onTestFinished(() => parse.mockRestore())
    for (let count = 0; count < 3; count++) expect(await find(keys, 'buyer-1', 'webhook')).toBe('found')
    expect(parse.mock.calls.filter(([url]) => String(url).includes('m\u00fcnchen'))).toHaveLength(1)
  })

  test('is asked once in five minutes, and its last file counts while it is away', async () => {
    const keys = pinned()
    publish(entry({ signing_keys: [] }))
    for (let count = 0; count < 3; count++) expect(await find(keys, 'buyer-1', 'webhook')).toBe('key_unknown')
    expect(operator.take(path)).toBe(1)
    operator.documents[path] = 503
    now += 300_000
    expect(await find(keys, 'buyer-1', 'webhook')).toBe('key_unknown')
    operator.documents[path] = 404
    now += 300_000
    expect(await find(keys, 'buyer-1', 'webhook')).toBe('key_unknown')
  })

  test('is found by its domain', async () => {
    const asked: string[] = []
    const fetch = async ({ url }: { url: string }) => {
      asked.push(url)
      return { ok: false, reason: 'unreachable' } as const
    }
    const loopback = documentFetcher({ allowLoopback: true })
    const some = directory({
      publishers: ['publisher.example'],
      fetch: request => (request.url.startsWith(operator.url) ? loopback(request) : fetch(request)),
    })
    expect(await find(some, 'buyer-1', 'webhook')).toBe('jwks_unavailable')
    expect(asked).toEqual(['https://publisher.example/.well-known/adagents.json'])
  })
})

describe('revocations', () => {
  const path = '/.well-known/governance-revocations.json'
  const listOf = (revokedKids: string[], more: object = {}, by = pair) =>
    issueRevocationList(
      { issuer: operator.url, updated: now, nextUpdate: now + 600_000, revokedJtis: [], revokedKids, ...more },
      by.jwk,
    )
  const state = async (keys = directory()) => {
    const answer = await keys.resolveKey({ keyid: 'buyer-1', purpose: 'request' })
    return answer.ok ? keys.revocationOf?.(answer.key) : answer.reason
  }

  test('without a list every key is valid; while it cannot be had, none is', async () => {
    expect(await state()).toBe('valid')
    operator.documents[path] = 410
    expect(await state()).toBe('valid')
    operator.documents[path] = 503
    expect(await state()).toBe('stale')
  })

  test('a key of the list is revoked; a list of somebody else counts for nothing', async () => {
    const other = await keyPair('buyer-2', 'request-signing')
    operator.documents['/jwks.json'] = { keys: [pair.published, other.published] }
    operator.documents[path] = await listOf(['buyer-1'], {}, other)
    expect(await state()).toBe('revoked')
    operator.documents[path] = await listOf([], {}, await keyPair('buyer-2', 'request-signing'))
    expect(await state()).toBe('stale')
    operator.documents[path] = await listOf([], { issuer: 'https://other.example' }, other)
    expect(await state()).toBe('stale')
  })

  test('a list counts for nothing by a key that it revokes, a key for something else, or of another type', async () => {
    const other = await keyPair('buyer-2', 'request-signing')
    const webhooks = await keyPair('buyer-3', 'webhook-signing')
    operator.documents['/jwks.json'] = { keys: [pair.published, other.published, webhooks.published] }
    operator.documents[path] = await listOf(['buyer-2'], {}, other)
    expect(await state()).toBe('stale')
    operator.documents[path] = await listOf([], {}, webhooks)
    expect(await state()).toBe('stale')
    const list = await listOf([], {}, other)
    operator.documents[path] = list
    expect(await state()).toBe('valid')
    const typed = new CompactSign(Buffer.from(String(list.payload), 'base64url'))
      .setProtectedHeader({ alg: 'EdDSA', kid: 'buyer-2', typ: 'adcp-gov+jws' })
      .sign(await importJWK(other.jwk, 'EdDSA'))
    const [header = '', payload = '', signature = ''] = (await typed).split('.')
    operator.documents[path] = { protected: header, payload, signature }
    expect(await state()).toBe('stale')
  })

  test('of a key that was not found here nothing is known', async () => {
    expect(await directory().revocationOf?.({ jwk: pair.published, signer: agent })).toBe('stale')
  })

  test('a list that is not renewed serves for four intervals more; an older one does not replace it', async () => {
    const keys = directory()
    const other = await keyPair('buyer-2', 'request-signing')
    operator.documents['/jwks.json'] = { keys: [pair.published, other.published] }
    const old = await listOf([], { updated: now - 1000 }, other)
    operator.documents[path] = await listOf(['buyer-9'], {}, other)
    expect(await state(keys)).toBe('valid')
    operator.documents[path] = old
    now += 600_000 + 4 * 600_000
    expect(await state(keys)).toBe('valid')
    operator.documents[path] = 404
    now += 60_001
    expect(await state(keys)).toBe('stale')
  })
})

describe('a server that publishes its keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-ring-'))
  const file = join(folder, 'keys.json')
  let listening: Listening
  afterAll(async () => {
    await listening.close()
    rmSync(folder, { recursive: true })
  })

  test.each(['1.0', '0.3'])('is found from its URL alone, over A2A %s', async version => {
    const key = await newRingKey({ use: 'request-signing', alg: 'EdDSA', now: Date.now() })
    const other = join(folder, `a2a-${version}.json`)
    await changeKeyFile(other, async content => ({ content: { ...content, keys: [key] }, result: undefined }))
    const ring = openKeyRing(other, { env: {} })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/a2a`
    const served = await serve(seller(), {
      contract: 'adcp',
      authenticate: false,
      signing: {
        signer: await ring.signer('request-signing'),
        publish: { ring, agent: { url, type: 'sales', id: 'seller' } },
      },
    }).listen({ port })
    onTestFinished(() => served.close())
    const loopback = documentFetcher({ allowLoopback: true })
    const methods: string[] = []
    const keys = discoverKeys({
      agents: [url],
      fetch: async request => {
        if (request.body !== undefined) methods.push(JSON.parse(request.body).method)
        const document = await loopback(request)
        if (!request.url.endsWith('agent-card.json') || !document.ok || version === '1.0') return document
        // A card as agents of 0.3 have it.
        const card = { protocolVersion: '0.3.0', url, preferredTransport: 'JSONRPC', name: 'seller', skills: [] }
        return { ...document, status: 200, body: new TextEncoder().encode(JSON.stringify(card)) }
      },
    })
    const found = await keys.resolveKey({ keyid: key.kid, purpose: 'webhook' })
    expect(found).toMatchObject({ ok: true, key: { signer: url } })
    expect(methods).toEqual(['initialize', version === '1.0' ? 'SendMessage' : 'message/send'])
  })

  test('over A2A no card sends the question to another origin', async () => {
    operator.documents['/.well-known/agent-card.json'] = {
      supportedInterfaces: [{ url: 'http://127.0.0.1:9/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }
    const asked: string[] = []
    const loopback = documentFetcher({ allowLoopback: true })
    const keys = discoverKeys({
      agents: [agent],
      fetch: request => {
        asked.push(request.url)
        return loopback(request)
      },
    })
    expect(await find(keys)).toBe('capabilities_unreachable')
    expect(asked.filter(url => !url.startsWith(operator.url))).toEqual([])
  })

  test('an answer of an agent with the status of an error is none, over MCP and over A2A', async () => {
    const card = { supportedInterfaces: [{ url: agent, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }
    const data = { ...capabilities, status: 'completed' }
    const task = {
      id: 't',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'a', parts: [{ data }] }],
    }
    const answers: Record<string, unknown> = {
      initialize: { protocolVersion: '2025-06-18' },
      'tools/call': { structuredContent: capabilities },
      SendMessage: { task },
    }
    const ask = (status: number) =>
      find(
        discoverKeys({
          agents: [agent],
          now: () => now,
          fetch: async request => {
            const { method } = request.body === undefined ? {} : JSON.parse(request.body)
            const document = method === undefined ? card : { jsonrpc: '2.0', id: 1, result: answers[method] ?? {} }
            if (method === undefined && !request.url.endsWith('agent-card.json')) return loopback(request)
            const body = new TextEncoder().encode(JSON.stringify(document))
            return { ok: true, status: method === undefined ? 200 : status, headers: {}, body }
          },
        }),
      )
    const loopback = documentFetcher({ allowLoopback: true })
    expect(await ask(500)).toBe('capabilities_unreachable')
    expect(await ask(200)).toBe('found')
    answers['tools/call'] = {}
    expect(await ask(200)).toBe('found')
  })

  test('a session of MCP that was opened to ask is ended', async () => {
    const ended = Promise.withResolvers<unknown>()
    const wanted = { 'mcp-session-id': 's_1', 'mcp-protocol-version': '2025-06-18' }
    const mcp = createHttp((request, response) => {
      const { 'mcp-session-id': id, 'mcp-protocol-version': version } = request.headers
      if (request.method === 'DELETE') ended.resolve({ 'mcp-session-id': id, 'mcp-protocol-version': version })
      const result = id === undefined ? { protocolVersion: '2025-06-18' } : { structuredContent: capabilities }
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's_1' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
    await new Promise<void>(resolve => mcp.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void mcp.close())
    const { port } = mcp.address() as AddressInfo
    const keys = discoverKeys({
      agents: [`http://127.0.0.1:${port}/mcp`],
      fetch: documentFetcher({ allowLoopback: true }),
    })
    // The brand.json does not list this agent: what counts here is that it was asked.
    expect(await find(keys)).toBe('agent_not_in_brand_json')
    expect(await ended.promise).toEqual(wanted)
  })

  test('is found from its URL alone, over MCP', async () => {
    const key = await newRingKey({ use: 'request-signing', alg: 'ES256', now: Date.now() })
    await changeKeyFile(file, async content => ({ content: { ...content, keys: [key] }, result: undefined }))
    const ring = openKeyRing(file, { env: {} })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/mcp`
    const buyer = defineAgent({
      name: 'buyer',
      version: '1.0.0',
      operations: {
        get_products: operation({
          title: 'Look',
          effects: 'none',
          input: z.looseObject({}),
          handler: () => ({ products: [] }),
        }),
      },
    })
    const server = serve(buyer, {
      contract: 'adcp',
      authenticate: false,
      signing: {
        signer: await ring.signer('request-signing'),
        publish: { ring, agent: { url, type: 'buying', id: 'buyer' } },
      },
    })
    listening = await server.listen({ port })
    const keys = discoverKeys({ agents: [url], fetch: documentFetcher({ allowLoopback: true }) })
    const found = await keys.resolveKey({ keyid: key.kid, purpose: 'webhook' })
    expect(found).toMatchObject({
      ok: true,
      key: { signer: url, jwk: { kid: key.kid, alg: 'ES256', adcp_use: 'request-signing' } },
    })
    expect(found.ok && 'd' in found.key.jwk).toBe(false)
    expect(found.ok && (await keys.revocationOf?.(found.key))).toBe('valid')
  })

  test('lets caches keep the documents, and serves a change at once', async () => {
    const address = `${listening.url}/.well-known/jwks.json`
    const first = await fetch(address)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    const etag = first.headers.get('etag') ?? ''
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await changeKeyFile(file, async ({ keys, revokedTokens }) => ({
      content: { keys: keys.map(key => ({ ...key, revokedAt: Date.now() })), revokedTokens },
      result: undefined,
    }))
    expect(await (await fetch(address, { headers: { 'if-none-match': etag } })).json()).toEqual({ keys: [] })
    expect((await fetch(`${listening.url}/.well-known/governance-revocations.json`)).status).toBe(404)
  })
})
