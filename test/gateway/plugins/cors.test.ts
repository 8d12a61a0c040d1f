import { describe, expect, test } from 'vitest'
import { route } from '../kit.ts'
import { bearer, call, guarded, plugin, withSecret } from './kit.ts'

const page = 'https://app.example'
const path = '/campaigns/7/optimizations'
const preflight = {
  origin: page,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
}
const cors = plugin('cors', { allowed_origins: [page] })

describe('cors', () => {
  test.each([
    ['first', [cors, withSecret]],
    ['last', [withSecret, cors]],
  ])('weakness 9: a preflight is answered before authentication, with the plugin listed %s', async (_, plugins) => {
    const { gate, agents } = await guarded({ auth: 'required', plugins })
    const answer = await call(`${gate.url}${path}`, { method: 'OPTIONS', headers: preflight })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, Authorization, X-Request-Id, X-Correlation-Id',
    )
    expect(answer.headers.get('access-control-max-age')).toBe('86400')
    expect(answer.headers.get('vary')).toContain('Origin')
    expect(agents.received).toEqual([])
  })

  test('weakness 9: answers and refusals vary by origin, and allow only listed pages', async () => {
    const caller = await guarded({ plugins: [withSecret, cors] })
    const seen = []
    for (const headers of [
      { origin: page, ...(await bearer()) },
      { origin: page },
      { origin: 'https://evil.example' },
      {},
    ]) {
      const answer = await caller.call(headers as Record<string, string>)
      seen.push([
        answer.status,
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('vary')?.includes('Origin'),
      ])
    }
    expect(seen).toEqual([
      [200, page, true],
      [401, page, true],
      [401, null, true],
      [401, null, true],
    ])
    const missing = await call(`${caller.gate.url}/nowhere`, { headers: { origin: page } })
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, page])
  })

  test('a preflight of another page is answered without permission', async () => {
    const { gate } = await guarded({ plugins: [withSecret, cors] })
    const headers = { ...preflight, origin: 'https://evil.example' }
    const answer = await call(`${gate.url}${path}`, { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test('options of the original as texts, and those that it lacks', async () => {
    const options = {
      allowed_origins: [page],
      allow_methods: 'POST, PATCH',
      allow_headers: 'X-One, X-Two',
      expose_headers: ['X-Three'],
      allow_credentials: true,
      max_age: '1h',
    }
    const caller = await guarded({ plugins: [plugin('cors', options)] })
    const answer = await call(`${caller.gate.url}${path}`, { method: 'OPTIONS', headers: preflight })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-methods': 'POST, PATCH',
      'access-control-allow-headers': 'X-One, X-Two',
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '3600',
    })
    const real = await caller.call({ origin: page })
    expect(real.headers.get('access-control-expose-headers')).toContain('x-three')
  })

  test('weakness 15: off where its list of pages is empty, where it is disabled, and where a route disables it', async () => {
    for (const settings of [
      { plugins: [plugin('cors', { allowed_origins: [] })] },
      { plugins: [plugin('cors', { allowed_origins: [page] }, { enabled: false })] },
      { plugins: [cors], routes: [route({ plugins: { cors: { enabled: false } } })] },
    ]) {
      const caller = await guarded(settings)
      const answer = await caller.call({ origin: page })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
      const asked = await call(`${caller.gate.url}${path}`, { method: 'OPTIONS', headers: preflight })
      expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([405, null])
    }
  })

  test('credentials for every page are refused at start', async () => {
    const options = { allowed_origins: ['*'], allow_credentials: true }
    await expect(guarded({ plugins: [plugin('cors', options)] })).rejects.toThrow('List the origins')
  })
})
