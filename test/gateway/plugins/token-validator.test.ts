import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newApiKey } from '../../../src/auth/api-key.ts'
import { bearer, counted, guarded, issuer, plugin, secret, service, token, withSecret } from './kit.ts'

const error = 'application/vnd.yaagents.error+json'

describe('token-validator', () => {
  test('a valid token passes, and the upstream gets who calls', async () => {
    const { call, agents } = await guarded({ auth: 'required', plugins: [withSecret] })
    const { status } = await call(await bearer())
    expect(status).toBe(200)
    expect(agents.received[0]?.headers).toMatchObject({
      'x-actor-subject': 'ada',
      'x-actor-principal': 'ada',
      'x-actor-roles': 'writer',
      'x-tenant-id': 'acme',
    })
  })

  test('every failure has its own code, in the form of the contract and with a challenge', async () => {
    const clock = Date.now()
    const caller = await guarded({
      plugins: [
        plugin('token-validator', {
          issuers: [{ issuer: 'https://a.example', secret }],
          audiences: ['agents'],
          required_claims: ['sub', 'email'],
        }),
      ],
    })
    const good = { iss: 'https://a.example', aud: 'agents', email: 'ada@example.org' }
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`
    const now = Math.floor(clock / 1000)
    const cases: [string, Record<string, string>][] = [
      ['MISSING_TOKEN', {}],
      ['MISSING_TOKEN', { authorization: 'Basic YTpi' }],
      ['TOKEN_TOO_LARGE', { authorization: `Bearer ${'a'.repeat(8193)}` }],
      ['INVALID_TOKEN', { authorization: 'Bearer not.a.token!' }],
      ['INVALID_TOKEN', { authorization: `${(await bearer(good)).authorization}x` }],
      ['DISALLOWED_ALGORITHM', { authorization: `Bearer ${none}` }],
      ['UNKNOWN_ISSUER', await bearer({ ...good, iss: 'https://b.example' })],
      ['TOKEN_EXPIRED', await bearer(good, now - 120)],
      ['TOKEN_NOT_YET_VALID', await bearer({ ...good, nbf: now + 600 })],
      ['AUDIENCE_MISMATCH', await bearer({ ...good, aud: 'others' })],
      ['REQUIRED_CLAIM_MISSING', await bearer({ ...good, email: undefined })],
      ['INVALID_SUBJECT', await bearer({ ...good, sub: '~operator' })],
    ]
    for (const [code, headers] of cases) {
      const answer = await caller.call({ 'x-correlation-id': 'corr-1', 'x-request-id': 'req-1', ...headers })
      expect([code, answer.status, answer.type, answer.body.type]).toEqual([code, 401, error, 'error'])
      expect(answer.body).toMatchObject({ code, trace: { correlationId: 'corr-1', requestId: 'req-1' } })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="replywire"/)
      expect(answer.headers.get('x-yaagents-profile')).toBe('v0.3')
    }
    expect(caller.agents.received).toEqual([])
    expect((await caller.call(await bearer(good))).status).toBe(200)
    const labels = { issuer: 'https://a.example', outcome: 'token_expired' }
    expect(await counted(caller, 'yaagents_plugin_token_validate_total', labels)).toBe(1)
    expect(await counted(caller, 'yaagents_plugin_token_validate_total', { ...labels, outcome: 'valid' })).toBe(1)
    expect(
      await counted(caller, 'yaagents_plugin_token_validate_total', { issuer: 'unknown', outcome: 'unknown_issuer' }),
    ).toBe(1)
    expect(
      await counted(caller, 'yaagents_gateway_plugin_latency_seconds_count', { plugin_name: 'token-validator' }),
    ).toBe(13)
  })

  test('60 seconds of clock skew are allowed by default, and 0 means the default', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const clock_skew_seconds of [undefined, 0]) {
      const options = { jwt_secret: secret, ...(clock_skew_seconds === undefined ? {} : { clock_skew_seconds }) }
      const { call } = await guarded({ plugins: [plugin('token-validator', options)] })
      expect((await call(await bearer({}, now - 50))).status).toBe(200)
      expect((await call(await bearer({}, now - 70))).status).toBe(401)
    }
  })

  test('on_failure gives a failure another status; 400 for a token that is too large stays 401', async () => {
    const on_failure = { missing_token: 403, oversized_token: 400, expired: 503 }
    const { call } = await guarded({ plugins: [plugin('token-validator', { jwt_secret: secret, on_failure })] })
    expect(await call()).toMatchObject({ status: 403, body: { type: 'forbidden', code: 'MISSING_TOKEN' } })
    const large = await call({ authorization: `Bearer ${'a'.repeat(8193)}` })
    expect(large).toMatchObject({ status: 401, body: { code: 'TOKEN_TOO_LARGE' } })
    const expired = await call(await bearer({}, Math.floor(Date.now() / 1000) - 600))
    expect(expired).toMatchObject({ status: 503, body: { code: 'TOKEN_EXPIRED', retryAfter: 5 } })
  })

  test('weakness 4: RSA, EC and EdDSA keys of several issuers, fetched once for many calls', async () => {
    const issuers = await Promise.all([
      issuer('https://rsa.example', 'RS256'),
      issuer('https://ec.example', 'ES256'),
      issuer('https://ed.example', 'EdDSA'),
    ])
    const services = await Promise.all(
      issuers.map(({ jwk }) => service((_, response) => response.end(JSON.stringify({ keys: [jwk] })))),
    )
    const caller = await guarded({
      plugins: [
        plugin('token-validator', {
          issuers: issuers.map(({ name }, index) => ({ issuer: name, jwks_url: services[index]?.url })),
        }),
      ],
    })
    for (const one of issuers) {
      const headers = { authorization: `Bearer ${await one.sign()}` }
      const answers = await Promise.all(Array.from({ length: 10 }, () => caller.call(headers)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    expect(services.map(({ requests }) => requests.length)).toEqual([1, 1, 1])
    // A subject is unique within its issuer alone; the claim itself is there, too.
    const [first] = caller.agents.received
    expect(first?.headers['x-actor-subject']).toBe('https://rsa.example|ada')
    expect(first?.headers['x-actor-principal']).toBe('ada')
    expect(
      await counted(caller, 'yaagents_plugin_jwks_fetch_total', { issuer: 'https://ec.example', status: 'ok' }),
    ).toBe(1)
    expect(
      await counted(caller, 'yaagents_plugin_jwks_cache_age_seconds', { issuer: 'https://ec.example' }),
    ).toBeGreaterThanOrEqual(0)
  })

  test.each(['jwks_url', 'jwks_uri', 'url'])('an issuer may be iss, and its keys %s', async name => {
    const one = await issuer('https://one.example', 'RS256')
    const keys = await service((_, response) => response.end(JSON.stringify({ keys: [one.jwk] })))
    const issuers = [{ iss: one.name, [name]: keys.url, audience: 'api' }]
    const { call } = await guarded({ plugins: [plugin('token-validator', { issuers })] })
    const as = async (aud: string) => (await call({ authorization: `Bearer ${await one.sign({ aud })}` })).status
    expect([await as('api'), await as('other')]).toEqual([200, 401])
  })

  test('weakness 4: unknown key ids do not make a fetch each', async () => {
    const one = await issuer('https://a.example', 'ES256')
    const keys = await service((_, response) => response.end(JSON.stringify({ keys: [one.jwk] })))
    const issuers = [{ iss: one.name, jwks_uri: keys.url }]
    const { call } = await guarded({ plugins: [plugin('token-validator', { issuers })] })
    for (let count = 0; count < 20; count++) {
      const answer = await call({ authorization: `Bearer ${await one.sign({}, { kid: `other-${count}` })}` })
      expect([answer.status, answer.body.code]).toEqual([401, 'UNKNOWN_KEY'])
    }
    // The set when it started, and one search for all unknown ids.
    expect(keys.requests.length).toBe(2)
  })

  test('weakness 4: an error document does not replace the keys; old keys are used while the issuer fails', async () => {
    let at = Date.now()
    const one = await issuer('https://a.example', 'RS256')
    const keys = await service((_, response) => response.end(JSON.stringify({ keys: [one.jwk] })))
    const issuers = [{ issuer: one.name, url: keys.url, jwks_cache_ttl: '60s' }]
    const caller = await guarded({
      plugins: [plugin('token-validator', { issuers, clock_skew: '10m' })],
      now: () => at,
    })
    const headers = { authorization: `Bearer ${await one.sign()}` }
    expect((await caller.call(headers)).status).toBe(200)
    keys.answer = (_, response) => {
      response.statusCode = 500
      response.end('{"keys":[]}')
    }
    at += 61_000
    expect((await caller.call(headers)).status).toBe(200)
    expect((await caller.call(headers)).status).toBe(200)
    expect(keys.requests.length).toBe(2)
    expect(await counted(caller, 'yaagents_plugin_jwks_fetch_total', { status: 'error' })).toBe(1)
  })

  test('without any keys the answer is 503 JWKS_UNAVAILABLE with Retry-After', async () => {
    const one = await issuer('https://a.example', 'RS256')
    const keys = await service((_, response) => response.destroy())
    const { call } = await guarded({ plugins: [plugin('token-validator', { jwks_url: keys.url })] })
    const answer = await call({ authorization: `Bearer ${await one.sign()}` })
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'JWKS_UNAVAILABLE', '5'])
  })

  test('claims are mapped by dotted paths, and only listed claims are handed to other plugins', async () => {
    const issuers = [
      {
        issuer: 'https://a.example',
        secret,
        claim_mappings: { subject: 'user.id', roles: 'realm_access.roles', tenant: 'org' },
      },
    ]
    const { call, agents } = await guarded({
      plugins: [
        plugin('token-validator', {
          issuers,
          required_claims: ['user.id'],
          propagate_claims: { mode: 'allowlist', claims: ['region'] },
        }),
        plugin('tenant-injector', { tenant: { claim: 'department' } }),
      ],
    })
    const claims = {
      iss: 'https://a.example',
      sub: 'x',
      user: { id: 'u-1' },
      realm_access: { roles: ['r1', 'r,2'] },
      org: 'globex',
      department: 'd-1',
    }
    expect((await call(await bearer(claims))).status).toBe(200)
    const headers = agents.received[0]?.headers ?? {}
    expect(headers['x-actor-subject']).toBe('u-1')
    expect(headers['x-actor-roles']).toBe('r1,r%2C2')
    // `department` was not handed on: the tenant is that of the claim `org`.
    expect(headers['x-tenant-id']).toBe('globex')
  })

  test('another header and scheme', async () => {
    const options = { jwt_secret: secret, token: { header: 'X-Session', scheme: '' } }
    const { call } = await guarded({ plugins: [plugin('token-validator', options)] })
    expect((await call({ 'x-session': await token() })).status).toBe(200)
    expect((await call(await bearer())).status).toBe(401)
  })

  test('API keys are listed by their hashes; unknown, disabled and expired ones are refused', async () => {
    const key = newApiKey({ subject: 'ci', tenant: 'acme', roles: ['deploy'] })
    const off = newApiKey({ subject: 'off', tenant: '', roles: [] })
    const old = newApiKey({ subject: 'old', tenant: '', roles: [] })
    const entry = ({ record }: typeof key, more = {}) => ({
      id: record.id,
      hash: record.hash,
      subject: record.principal.subject,
      tenant: record.principal.tenant,
      roles: record.principal.roles,
      ...more,
    })
    const legacy = { hash: createHash('sha256').update('legacy-key-of-somebody').digest('hex'), subject: 'legacy' }
    const keys = [
      entry(key),
      entry(off, { disabled: true }),
      entry(old, { expires_at: '2020-01-01T00:00:00Z' }),
      legacy,
    ]
    const { call, agents } = await guarded({
      auth: 'required',
      plugins: [plugin('token-validator', { jwt_secret: secret, api_keys: { keys, bearer: true } })],
    })
    const statuses = []
    for (const headers of [
      { 'x-api-key': key.key },
      { authorization: `Bearer ${key.key}` },
      { 'x-api-key': 'legacy-key-of-somebody' },
      await bearer(),
      { 'x-api-key': `${key.key}x` },
      { 'x-api-key': off.key },
      { 'x-api-key': old.key },
      { 'x-api-key': 'unknown' },
      {},
    ]) {
      const { status, body } = await call(headers as Record<string, string>)
      statuses.push([status, body.code])
    }
    expect(statuses).toEqual([
      ...[200, 200, 200, 200].map(status => [status, undefined]),
      [401, 'UNKNOWN_API_KEY'],
      [401, 'UNKNOWN_API_KEY'],
      [401, 'API_KEY_EXPIRED'],
      [401, 'UNKNOWN_API_KEY'],
      [401, 'MISSING_TOKEN'],
    ])
    expect(agents.received[0]?.headers).toMatchObject({
      'x-actor-subject': 'ci',
      'x-actor-roles': 'deploy',
      'x-tenant-id': 'acme',
    })
  })

  test('a short secret needs test_mode, and is warned of', async () => {
    const short = 'demo-secret-not-for-production'
    await expect(guarded({ plugins: [plugin('token-validator', { jwt_secret: short })] })).rejects.toThrow(
      'jwt_secret needs at least 32 bytes. A shorter one, for tests alone, needs test_mode: true.',
    )
    const { gate } = await guarded({ plugins: [plugin('token-validator', { jwt_secret: short, test_mode: true })] })
    expect(gate.lines).toContainEqual({
      plugin: 'token-validator',
      message: 'test_mode is on: do not use it in production',
    })
  })

  test('no secret and no token is in the log or in an answer', async () => {
    const { call, gate } = await guarded({ plugins: [withSecret] })
    const sent = (await bearer({ sub: 'canary-subject' }, Math.floor(Date.now() / 1000) - 600)).authorization ?? ''
    const answer = await call({ authorization: sent })
    const said = JSON.stringify([gate.lines, answer.text, [...answer.headers]])
    for (const text of [secret, sent.slice(7), 'canary-subject']) expect(said).not.toContain(text)
  })
})
