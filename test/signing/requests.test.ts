/** Signed requests at a server: the published vectors, what must be signed, and what a refusal says. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Authenticate } from '../../src/auth/index.ts'
import { check } from '../../src/codec/check.ts'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { contract } from '../../src/contracts/registry.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'
import { Body } from '../../src/wire/body.ts'
import { httpWire } from '../../src/wire/http.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { signerOf } from '../../src/wire/signature/signer.ts'
import { capabilities, type SeenCall, seller } from './agent.ts'
import { directoryOf, privateKey, readVector, type Vector, vectorsIn } from './vectors.ts'

const origin = 'https://seller.example.com'
const now = 1_776_520_800_000
const buyer = 'https://buyer.example.com/adcp'
const ed25519 = 'test-ed25519-2026'
const keys = directoryOf('request-signing', { ...readVector('request-signing/positive/001-basic-post.json') })
const signer = await signerOf(privateKey('request-signing', ed25519))

const bearer: Authenticate = async request => {
  const token = request.headers.get('authorization')
  return token === 'Bearer good' || token === 'Bearer test-bearer-token'
    ? { subject: 'bearer', tenant: 'acme', roles: [] }
    : undefined
}

interface SellerOptions extends ServeOptions {
  signingOptions?: NonNullable<NonNullable<ServeOptions['contractOptions']>['adcp']>['requestSigning']
}

function open({ signingOptions = {}, ...options }: SellerOptions = {}) {
  const seen: SeenCall[] = []
  const logged: unknown[] = []
  const server = serve(seller(seen), {
    contract: 'adcp',
    now: () => now,
    signing: { keys, origins: [origin] },
    contractOptions: { adcp: { capabilities, requestSigning: signingOptions } },
    log: {
      info() {},
      warn(fields, message) {
        logged.push({ message, signature: fields.signature })
      },
    },
    ...options,
  })
  return { server, seen, logged }
}

interface Sent {
  readonly path?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly profile?: '3.1' | '3.2'
  readonly digest?: 'required' | 'forbidden'
}

const jsonType = { 'content-type': 'application/json' }

/** A signed request, with headers that replace those of the signature. */
async function signed({ path = '/adcp/create_media_buy', body = '{}', headers, profile = '3.1', digest }: Sent = {}) {
  const url = `${origin}${path}`
  const bytes = new TextEncoder().encode(body)
  const message = { method: 'POST', url, contentType: 'application/json', body: bytes }
  const own = await signMessage(message, requestProfile(profile, digest), signer, { now })
  return new Request(url, { method: 'POST', body, headers: { ...jsonType, ...own, ...headers } })
}

function unsigned({ path = '/adcp/create_media_buy', body = '{}', headers }: Sent = {}): Request {
  return new Request(`${origin}${path}`, { method: 'POST', body, headers: { ...jsonType, ...headers } })
}

/** The status of an answer, and its challenge. */
async function answered(response: Response | Promise<Response>): Promise<[number, string | null]> {
  const { status, headers } = await response
  return [status, headers.get('www-authenticate')]
}

const refusedWith = (code: string) => [401, `Signature error="${code}"`]

describe('the published vectors', () => {
  const vectors = vectorsIn('request-signing')

  function serverFor(vector: Vector) {
    const { signing_profile_version: profile = '3.1', verifier_capability: capability } = vector
    return open({
      authenticate: bearer,
      now: () => vector.reference_now * 1000,
      signing: { keys: directoryOf('request-signing', vector), origins: [new URL(vector.request.url).origin] },
      signingOptions: {
        profile,
        ...(capability === undefined
          ? undefined
          : { coversContentDigest: capability.covers_content_digest, requiredFor: capability.required_for }),
      },
    })
  }

  function sent({ request }: Vector): Request {
    const { method, url, headers, body } = request
    return new Request(url, {
      method,
      headers,
      ...(body ? { body } : {}),
    })
  }

  test.each(vectors.filter(([, { expected_outcome }]) => !expected_outcome.success))('%s', async (_, vector) => {
    const { server, seen } = serverFor(vector)
    const code = vector.expected_outcome.error_code ?? ''
    expect(await answered(server.fetch(sent(vector)))).toEqual(refusedWith(code))
    expect(seen).toEqual([])
  })

  test.each(vectors.filter(([, { expected_outcome }]) => expected_outcome.success))('%s', async (_, vector) => {
    const { server, seen } = serverFor(vector)
    const [status, challenge] = await answered(server.fetch(sent(vector)))
    // Some vectors are for paths that the agent does not have.
    expect([[200, 404].includes(status), challenge]).toEqual([true, null])
    if (status === 200) expect(seen).toEqual([{ operation: 'create_media_buy', subject: buyer }])
    // The nonce is used up.
    const again = await answered(server.fetch(sent(vector)))
    expect(again).toEqual(refusedWith('request_signature_replayed'))
  })
})

interface PolicyCase {
  id: string
  endpoint_profile: '3.1' | '3.2'
  mode: string
  has_body: boolean
  signature_present: boolean
  covers_content_digest?: boolean
  digest_matches_body?: boolean
  cryptographic_signature_valid?: boolean
  fallback_auth_valid: boolean
  expected: { action: string; error_code?: string; authentication_source?: string }
}

describe('the published policy of body integrity', () => {
  const file = new URL('fixtures/request-signing/body-integrity-policy.json', import.meta.url)
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: PolicyCase[] }
  const lists = { required_for: 'requiredFor', warn_for: 'warnFor', supported_for: 'supportedFor' } as const

  test.each(cases.map(one => [one.id, one] as const))('%s', async (_, one) => {
    const isMethod = one.mode.startsWith('protocol_methods_')
    const list = lists[one.mode.replace('protocol_methods_', '') as keyof typeof lists]
    const names = isMethod ? { protocolMethods: { [list]: ['tasks/cancel'] } } : { [list]: ['create_media_buy'] }
    const { server, seen } = open({
      authenticate: bearer,
      signingOptions: { profile: one.endpoint_profile, ...names },
    })
    const rpc = '{"jsonrpc":"2.0","id":1,"method":"tasks/cancel","params":{"taskId":"tsk_none"}}'
    const body = isMethod ? rpc : '{"budget":1}'
    const path = isMethod ? '/mcp' : '/adcp/create_media_buy'
    const url = `${origin}${path}`
    const method = one.has_body ? 'POST' : 'GET'
    const bytes = one.has_body ? new TextEncoder().encode(body) : undefined
    const profile = {
      ...requestProfile(one.endpoint_profile),
      digest: one.covers_content_digest ? 'required' : 'forbidden',
    }
    const message = { method, url, contentType: 'application/json', body: bytes }
    const own = one.signature_present ? await signMessage(message, profile as never, signer, { now }) : {}
    const headers = new Headers({ ...own, accept: 'application/json, text/event-stream' })
    if (one.has_body) headers.set('content-type', 'application/json')
    if (one.fallback_auth_valid) headers.set('authorization', 'Bearer good')
    const other = body.replace('"budget":1', '"budget":2').replace('tsk_none', 'tsk_nine')
    if (one.digest_matches_body === false && one.cryptographic_signature_valid === false) {
      const { 'content-digest': rewritten = '' } = await signMessage(
        { ...message, body: new TextEncoder().encode(other) },
        profile as never,
        signer,
      )
      headers.set('content-digest', rewritten)
    }
    const sent = one.digest_matches_body === false ? other : body
    const response = await server.fetch(new Request(url, { method, headers, ...(one.has_body ? { body: sent } : {}) }))
    const challenge = response.headers.get('www-authenticate')
    switch (one.expected.action) {
      case 'reject':
        expect([response.status, challenge]).toEqual(refusedWith(one.expected.error_code ?? ''))
        break
      case 'reject_unauthenticated':
        expect([response.status, challenge?.includes('Signature')]).toEqual([401, false])
        break
      default:
        // No task of that name, or no stream of MCP: the call came through.
        expect([response.status === 401, challenge]).toEqual([false, null])
    }
    const subject = one.expected.authentication_source === 'signature' ? buyer : 'bearer'
    if (one.expected.action === 'accept' && !isMethod) {
      expect(seen).toEqual([{ operation: 'create_media_buy', subject }])
    }
  })

  test('there are 9', () => expect(cases).toHaveLength(9))
})

describe('a server that verifies signatures', () => {
  test('knows a caller by the signature alone, where there are no other credentials', async () => {
    const { server, seen } = open()
    expect(await answered(server.fetch(await signed()))).toEqual([200, null])
    expect(await answered(server.fetch(unsigned()))).toEqual(refusedWith('request_signature_required'))
    expect(seen).toEqual([{ operation: 'create_media_buy', subject: buyer }])
  })

  test('lets the author say who a signer is', async () => {
    const principalOf = () => ({ subject: 'acme-buyer', tenant: 'acme', roles: [] })
    const { server, seen } = open({ signing: { keys, origins: [origin], principalOf } })
    await server.fetch(await signed())
    expect(seen).toEqual([{ operation: 'create_media_buy', subject: 'acme-buyer' }])
  })

  test('takes other credentials for the caller, and the signature for proof', async () => {
    const { server, seen } = open({ authenticate: bearer })
    await server.fetch(await signed({ headers: { authorization: 'Bearer good' } }))
    expect(seen).toEqual([{ operation: 'create_media_buy', subject: 'bearer' }])
  })

  test('refuses a signature that is not valid in spite of a valid bearer, and never falls back', async () => {
    const { server, seen } = open({ authenticate: bearer })
    const other = await signed({ body: '{"budget":1}', digest: 'required', headers: { authorization: 'Bearer good' } })
    const request = new Request(other.url, { method: 'POST', headers: other.headers, body: '{"budget":2}' })
    expect(await answered(server.fetch(request))).toEqual(refusedWith('request_signature_digest_mismatch'))
    expect(seen).toEqual([])
  })

  test.each([
    ['Signature alone', { signature: 'sig1=:AAAA:' }],
    ['Signature-Input alone', { 'signature-input': 'sig1=("@method");created=1' }],
  ])('refuses %s, with a valid bearer and for an operation of no list', async (_, headers) => {
    const { server } = open({ authenticate: bearer, signingOptions: { warnFor: ['create_media_buy'] } })
    const request = unsigned({ headers: { ...headers, authorization: 'Bearer good' } })
    expect(await answered(server.fetch(request))).toEqual(refusedWith('request_signature_header_malformed'))
  })

  test('answers with one parameter, no detail, and a body in the contract', async () => {
    const { server } = open()
    const response = await server.fetch(await signed({ headers: { signature: 'sig1=:AAAA:' } }))
    expect([...response.headers].filter(([name]) => name === 'www-authenticate')).toEqual([
      ['www-authenticate', 'Signature error="request_signature_invalid"'],
    ])
    const body = (await response.json()) as { status: string; adcp_error: { code: string; recovery: string } }
    expect([body.status, body.adcp_error.code, body.adcp_error.recovery]).toEqual([
      'rejected',
      'AUTH_INVALID',
      'terminal',
    ])
    expect(JSON.stringify(body)).not.toMatch(/signature_invalid|ed25519|nonce|keyid/)
  })

  test('requires a signature for listed operations, in every contract that callers may ask for', async () => {
    const { server, seen } = open({ authenticate: bearer, signingOptions: { requiredFor: ['create_media_buy'] } })
    const required = refusedWith('request_signature_required')
    expect(await answered(server.fetch(unsigned()))).toEqual(required)
    expect(await answered(server.fetch(unsigned({ path: '/adcp/create_media_buy?envelope=yaagents' })))).toEqual(
      required,
    )
    const run = unsigned({
      path: '/agents/run/sync',
      body: '{"request_id":"r","task_type":"CREATE_MEDIA_BUY","inputs":{}}',
    })
    expect((await answered(server.fetch(run)))[0]).toBe(401)
    expect(seen).toEqual([])
    const good = { authorization: 'Bearer good' }
    expect(await answered(server.fetch(unsigned({ headers: good })))).toEqual([200, null])
    expect(await answered(server.fetch(unsigned({ path: '/adcp/update_media_buy' })))).toEqual([
      401,
      'Bearer realm="replywire"',
    ])
  })

  test('requires a signature where everybody may call', async () => {
    const { server } = open({ authenticate: false, signingOptions: { requiredFor: ['create_media_buy'] } })
    expect(await answered(server.fetch(unsigned()))).toEqual(refusedWith('request_signature_required'))
    expect(await answered(server.fetch(unsigned({ path: '/adcp/update_media_buy' })))).toEqual([200, null])
  })

  test('logs what it tolerates, and gives the signer no identity', async () => {
    const { server, seen, logged } = open({ authenticate: bearer, signingOptions: { warnFor: ['create_media_buy'] } })
    const wrong = { signature: 'sig1=:AAAA:' }
    const withBearer = await signed({ headers: { ...wrong, authorization: 'Bearer good' } })
    expect(await answered(server.fetch(withBearer))).toEqual([200, null])
    expect(seen).toEqual([{ operation: 'create_media_buy', subject: 'bearer' }])
    expect(logged).toEqual([
      { message: 'a signature is not valid: the call goes on', signature: 'request_signature_invalid' },
    ])
    expect(await answered(server.fetch(await signed({ headers: wrong })))).toEqual([401, 'Bearer realm="replywire"'])
    const other = await signed({ path: '/adcp/update_media_buy', headers: { ...wrong, authorization: 'Bearer good' } })
    expect(await answered(server.fetch(other))).toEqual(refusedWith('request_signature_invalid'))
  })

  test.each([
    ['push_notification_config', { push_notification_config: { url: 'https://b.example', authentication: {} } }],
    ['accounts', { accounts: [{ notification_configs: [{ authentication: {} }] }] }],
    ['notification_configs', { notification_configs: [{ authentication: {} }] }],
  ])('demands a signature for credentials in %s, also with a bearer', async (_, args) => {
    const { server } = open({ authenticate: bearer })
    const headers = { authorization: 'Bearer good' }
    const request = unsigned({ body: JSON.stringify(args), headers })
    expect(await answered(server.fetch(request))).toEqual(refusedWith('request_signature_required'))
    const [status] = await answered(server.fetch(await signed({ body: JSON.stringify(args), headers })))
    expect(status).not.toBe(401)
  })

  test('refuses a signed body that gives a key twice, at any depth, and its nonce is used up', async () => {
    const { server, seen } = open()
    const request = await signed({ body: '{"context":{"a":1,"a":2}}' })
    expect(await answered(server.fetch(request.clone()))).toEqual(refusedWith('request_body_malformed'))
    expect(await answered(server.fetch(request))).toEqual(refusedWith('request_signature_replayed'))
    expect(seen).toEqual([])
  })

  test('refuses a body that is too long with 413, and does not use up its nonce', async () => {
    const { server } = open({ maxBodyBytes: 1000 })
    const request = await signed({ body: JSON.stringify({ text: 'x'.repeat(2000) }) })
    expect((await answered(server.fetch(request.clone())))[0]).toBe(413)
    expect((await answered(server.fetch(request)))[0]).toBe(413)
  })

  test('refuses a signature for another server', async () => {
    const { server } = open({ signing: { keys, origins: ['https://other.example'] } })
    expect(await answered(server.fetch(await signed()))).toEqual(refusedWith('request_target_uri_malformed'))
  })

  test('knows its name with the dot of the root too, where the profile removes that', async () => {
    const host = 'seller.example.com.'
    const sent = await signed({ profile: '3.2', headers: { host } })
    const { server } = open({ signingOptions: { profile: '3.2' } })
    expect((await server.fetch(sent)).status).toBe(200)
    const { server: older } = open()
    const refusal = refusedWith('request_target_uri_malformed')
    expect(await answered(older.fetch(await signed({ headers: { host } })))).toEqual(refusal)
  })

  test('reads no body before the signature is verified, where nothing depends on it', async () => {
    const { server } = open()
    const request = await signed({ headers: { signature: 'sig1=:AAAA:' } })
    let pulled = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled++
          controller.enqueue(new Uint8Array(1000))
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', headers: request.headers, body, duplex: 'half' }
    expect(await answered(server.fetch(new Request(request.url, init)))).toEqual(
      refusedWith('request_signature_invalid'),
    )
    expect(pulled).toBe(0)
  })

  test.each([
    ['3.1', 'either', ['3.1-beta.3', '3.1']],
    ['3.2', 'required', ['3.1-beta.3', '3.1', '3.2-beta.5']],
  ] as const)('reports what it does, by the profile %s', async (profile, digest, versions) => {
    const webhookSigner = await signerOf(privateKey('request-signing', 'test-es256-2026'))
    const warnFor = ['update_media_buy', 'create_media_buy']
    const signingOptions = { profile, requiredFor: ['create_media_buy'], warnFor }
    const signing = { keys, origins: [origin], signer: webhookSigner }
    const { server } = open({ authenticate: bearer, signing, signingOptions })
    const response = await server.fetch(unsigned({ path: '/adcp/get_adcp_capabilities' }))
    const headers = Object.fromEntries(response.headers)
    const body = Body.ofText(await response.text())
    const wire = httpWire({ status: 200, headers, body })
    for (const version of versions) {
      const findings = check(contract('adcp'), wire, { version, message: 'capabilities' })
      expect(findings.filter(({ level }) => level === 'must')).toEqual([])
    }
    expect(JSON.parse(body.text())).toMatchObject({
      request_signing: {
        supported: true,
        covers_content_digest: digest,
        required_for: ['create_media_buy'],
        warn_for: ['update_media_buy'],
        supported_for: ['create_media_buy', 'update_media_buy', 'sync_creatives'],
        protocol_methods_required_for: [],
      },
      webhook_signing: {
        supported: true,
        profile: 'adcp/webhook-signing/v1',
        algorithms: ['ecdsa-p256-sha256'],
        delivery_retry_horizon_seconds: 86_400,
        legacy_hmac_fallback: true,
      },
    })
  })

  test('requires signatures for all tasks where callers have no other credentials, and says so', async () => {
    const { server } = open({ signingOptions: { warnFor: ['update_media_buy'] } })
    for (const path of ['/adcp/update_media_buy', '/adcp/sync_creatives']) {
      expect(await answered(server.fetch(unsigned({ path })))).toEqual(refusedWith('request_signature_required'))
    }
    const response = await server.fetch(unsigned({ path: '/adcp/get_adcp_capabilities' }))
    expect(await response.json()).toMatchObject({
      request_signing: { required_for: ['create_media_buy', 'update_media_buy', 'sync_creatives'], warn_for: [] },
    })
  })

  test.each([
    [{ keys }, undefined, true],
    [{ keys }, { identity: { key_origins: {} } }, true],
    [{ keys }, { identity: { brand_json_url: 'http://seller.example/brand.json' } }, true],
    [{ keys }, capabilities, false],
    [{}, undefined, false],
  ])('does not start where nobody can find its keys: %#', (signing, identity, isRefused) => {
    const adcp = identity === undefined ? {} : { capabilities: identity }
    const start = () => serve(seller(), { contract: 'adcp', authenticate: false, signing, contractOptions: { adcp } })
    if (!isRefused) expect(start).not.toThrow()
    else expect(start).toThrow('signing: AdCP requires the URL of a brand.json (https)')
  })

  test('does not start with a key for webhooks that nobody can find', async () => {
    const signer = await signerOf(privateKey('request-signing', 'test-es256-2026'))
    const start = () => serve(seller(), { contract: 'adcp', authenticate: false, signing: { signer } })
    expect(start).toThrow('Set signing.publish, or contractOptions.adcp.capabilities.identity.brand_json_url.')
  })

  test.each([
    [{ requiredFor: ['greet'] }, 'requestSigning: greet is no task of AdCP.'],
    [{ requiredFor: ['tasks/cancel'] }, 'requestSigning: tasks/cancel is no task of AdCP.'],
    [{ protocolMethods: { requiredFor: ['cancel'] } }, 'requestSigning: cancel is no method of JSON-RPC.'],
    [
      { profile: '3.2', coversContentDigest: 'either' },
      'requestSigning: the profile 3.2 requires signatures to cover the body.',
    ],
  ] as const)('does not start with settings that contradict AdCP: %j', (signingOptions, message) => {
    expect(() => open({ signingOptions })).toThrow(message)
  })
})
