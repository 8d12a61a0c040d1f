/** What a server asks for when credentials are missing or bad: what its authenticator takes, in every contract. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refuse } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import {
  type Authenticate,
  apiKeyAuth,
  firstOf,
  jwtAuth,
  newApiKey,
  optionalAuth,
  staticKeys,
} from '../../src/auth/index.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { paused } from '../../src/outcome/outcome.ts'
import { httpEdition } from '../../src/server/negotiate.ts'
import { respond } from '../../src/server/respond.ts'
import { serve } from '../../src/server/serve.ts'

const input = z.object({})
const agent = defineAgent({
  name: 'guarded',
  version: '1',
  operations: {
    any: operation({
      title: 'Any',
      route: 'GET /any',
      input,
      handler: (_, { principal }) => ({ who: principal?.subject ?? '' }),
    }),
    role: operation({ title: 'Role', route: 'GET /role', input, roles: ['r'], handler: () => ({}) }),
    open: operation({
      title: 'Open',
      route: 'GET /open',
      input,
      public: true,
      handler: () => refuse('unauthenticated', 'No.'),
    }),
    other: operation({
      title: 'Other',
      route: 'GET /other',
      input,
      public: true,
      handler: () => paused([{ kind: 'credentials', scheme: 'DPoP' }]),
    }),
  },
})

const { key, record } = newApiKey({ subject: 'ada', tenant: 'acme', roles: [] })
const keys = apiKeyAuth(staticKeys([record]))
const tokens = jwtAuth({
  issuers: [{ issuer: 'https://id.example', secret: 'a-secret-of-the-test-that-is-long-enough' }],
})

const ask = async (authenticate: Authenticate | false, path: string, headers: Record<string, string> = {}) => {
  const response = await serve(agent, { authenticate }).fetch(new Request(`http://agent${path}`, { headers }))
  return [response.status, response.headers.get('www-authenticate')]
}

const asksKey = 'ApiKey realm="replywire", header="X-API-Key"'
const asksToken = 'Bearer realm="replywire"'

describe('a 401 asks for what the authenticator takes', () => {
  test.each<[string, Authenticate, string]>([
    ['a key', keys, asksKey],
    [
      'a key that may be a bearer token',
      apiKeyAuth({ ...staticKeys([record]), bearer: true }),
      `${asksKey}, ${asksToken}`,
    ],
    ['a token', tokens, asksToken],
    ['either', firstOf(keys, tokens), `${asksKey}, ${asksToken}`],
    ['what is not said', async () => undefined, asksToken],
  ])('%s', async (_, authenticate, expected) => {
    expect(await ask(authenticate, '/any')).toEqual([401, expected])
    expect(await ask(optionalAuth(authenticate), '/role')).toEqual([401, expected])
    expect(await ask(authenticate, '/open')).toEqual([401, expected])
  })

  test('and says what was wrong where its scheme has words for it', async () => {
    expect(await ask(keys, '/any', { 'x-api-key': 'nope' })).toEqual([401, asksKey])
    expect(await ask(tokens, '/any', { authorization: 'Bearer nope' })).toEqual([
      401,
      `${asksToken}, error="invalid_token", error_description="The token is not valid."`,
    ])
  })

  test('unless a handler asks for something of its own', async () => {
    expect((await ask(keys, '/other?envelope=problem'))[1]).toBe('DPoP')
  })

  const spoken = contracts.filter(contract => httpEdition(contract) !== undefined).map(({ id }) => id)
  test.each(spoken)('in %s, wherever the refusal is from', async envelope => {
    for (const path of ['/any', '/role', '/open']) {
      const [status, asked] = await ask(keys, `${path}?envelope=${envelope}`)
      if (status === 401) expect(asked, path).toBe(asksKey)
    }
    const response = respond(new Request(`http://x/?envelope=${envelope}`), refuse('unauthenticated', 'No.'))
    if (response.status === 401) expect(response.headers.get('www-authenticate')).toBe(asksToken)
  })
})

test('where credentials are optional nobody is welcome, and bad ones are not', async () => {
  const authenticate = optionalAuth(keys)
  expect((await ask(authenticate, '/any'))[0]).toBe(200)
  expect((await ask(authenticate, '/any', { 'x-api-key': key }))[0]).toBe(200)
  expect((await ask(authenticate, '/any', { 'x-api-key': 'nope' }))[0]).toBe(401)
  expect((await ask(authenticate, '/role'))[0]).toBe(401)
  expect((await ask(authenticate, '/role', { 'x-api-key': key }))[0]).toBe(403)
})
