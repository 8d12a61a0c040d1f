import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { route } from '../kit.ts'
import { bearer, call, guarded, plugin, secret, withSecret } from './kit.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugins-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A plugin of another module, which writes down when its stage runs. */
function moduleOf(name: string, body: string): string {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, body)
  return path
}

const tracer = (name: string, more = '') => `export const ${name.replaceAll('-', '')} = {
  name: '${name}',
  options: { type: 'object', properties: { mark: { type: 'string' } }, additionalProperties: false },
  create: ({ mark = '${name}' }) => ({
    ${more}stage: (call, next) => {
      call.headers['x-ran'] = mark
      call.forwardHeaders['x-order'] = [call.forwardHeaders['x-order'], mark].filter(Boolean).join(' ')
      return next()
    },
  }),
}`

describe('plugins of a configuration', () => {
  test('run in the order of the file, after those that authenticate', async () => {
    const [one, two] = [moduleOf('one', tracer('one')), moduleOf('two', tracer('two'))]
    const { call: ask, agents } = await guarded({
      plugins: [plugin('two', {}, { module: two }), plugin('one', {}, { module: one }), withSecret],
    })
    const refused = await ask()
    expect([refused.status, refused.headers.get('x-ran')]).toEqual([401, null])
    await ask(await bearer())
    expect(agents.received.map(({ headers }) => headers['x-order'])).toEqual(['two one'])
  })

  test('a stage that must see every call runs before authentication', async () => {
    const early = moduleOf(
      'early',
      `export const early = { name: 'early', options: { type: 'object' }, create: () => ({
        earlyStage: (call, next) => { call.headers['x-seen'] = 'yes'; return next() } }) }`,
    )
    const { call: ask } = await guarded({ plugins: [withSecret, plugin('early', {}, { module: early })] })
    const refused = await ask()
    expect([refused.status, refused.headers.get('x-seen')]).toEqual([401, 'yes'])
  })

  test('weakness 15: a route turns plugins off and on, and has options of its own', async () => {
    const one = moduleOf('routed', tracer('routed'))
    const two = moduleOf('sleeping', tracer('sleeping'))
    const plugins = [
      plugin('routed', {}, { module: one }),
      plugin('sleeping', { mark: 'awake' }, { module: two, enabled: false }),
    ]
    const { gate, agents } = await guarded({
      plugins,
      routes: [
        route({ id: 'a', path: '/a' }),
        route({ id: 'b', path: '/b', plugins: { routed: { enabled: false } } }),
        route({ id: 'c', path: '/c', plugins: { routed: { options: { mark: 'own' } } } }),
        route({ id: 'd', path: '/d', plugins: { sleeping: { enabled: true } } }),
      ],
    })
    for (const path of ['/a', '/b', '/c', '/d'])
      expect((await call(`${gate.url}${path}`, { method: 'POST' })).status).toBe(200)
    expect(agents.received.map(({ headers }) => headers['x-order'])).toEqual([
      'routed',
      undefined,
      'own',
      'routed awake',
    ])
  })

  test('weakness 15: options of a route are added to those of the list', async () => {
    const { gate } = await guarded({
      plugins: [withSecret],
      routes: [
        route({ id: 'a', path: '/a' }),
        route({
          id: 'b',
          path: '/b',
          plugins: { 'token-validator': { options: { required_claims: ['sub', 'email'] } } },
        }),
        route({ id: 'c', path: '/c', plugins: { 'token-validator': { enabled: false } } }),
      ],
    })
    const headers = await bearer()
    const statuses = []
    for (const path of ['/a', '/b', '/c'])
      statuses.push((await call(`${gate.url}${path}`, { method: 'POST', headers })).status)
    statuses.push((await call(`${gate.url}/c`, { method: 'POST' })).status)
    expect(statuses).toEqual([200, 401, 200, 200])
  })

  test('weakness 1: without a plugin that authenticates, a gateway does not start', async () => {
    const message =
      'No plugin authenticates callers. List token-validator, or write `auth: none` to let everybody call.'
    await expect(guarded({ auth: 'required', plugins: [] })).rejects.toThrow(message)
    const off = plugin('token-validator', { jwt_secret: secret }, { enabled: false })
    await expect(guarded({ auth: 'required', plugins: [off] })).rejects.toThrow(message)
    expect((await (await guarded({ auth: 'none', plugins: [] })).call()).status).toBe(200)
  })

  test('every problem is reported at once, with its place, and no secret', async () => {
    const at = (line: number) => ({ at: { file: 'gateway.yaml', line, column: 5 } })
    const other = moduleOf('other', 'export const nothing = 1')
    const plugins = [
      plugin('token-validater', { jwt_secret: 'canary' }, at(3)),
      plugin('rate-limit', { limit: [] }, at(5)),
      plugin('roles', { required: 'canary' }, at(7)),
      plugin('mine', {}, at(9)),
      plugin('cors', {}, { ...at(11), module: other }),
      plugin('empty', {}, { ...at(13), module: other }),
      plugin('license-check', { license_url: 'canary:x' }, at(15)),
      plugin('license-check', { license_url: 'http://a.example' }, at(17)),
    ]
    const refusal = await guarded({ plugins }).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refusal.split('\n').map(line => line.replaceAll(folder, ''))).toEqual([
      'gateway.yaml:3:5: plugin token-validater: unknown. Did you mean token-validator?',
      'gateway.yaml:5:5: plugin rate-limit: the entry needs the key "limits". Add limits.',
      'gateway.yaml:5:5: plugin rate-limit: there is no key "limit" in the entry. Did you mean limits?',
      'gateway.yaml:7:5: plugin roles: required is not valid. Expected: a list.',
      'gateway.yaml:9:5: plugin mine: unknown. A plugin of your own needs `module`, the path of its file or the name of its package.',
      'gateway.yaml:11:5: plugin cors: a built-in plugin has this name; choose another.',
      'gateway.yaml:13:5: plugin empty: /other.mjs exports no plugin of this name.',
      'gateway.yaml:15:5: plugin license-check: license_url is not an http address.',
      'gateway.yaml:17:5: plugin license-check: listed twice.',
    ])
    expect(refusal).not.toContain('canary')
  })

  test('a configuration that cannot be loaded changes nothing', async () => {
    const { call: ask, gate } = await guarded({ plugins: [withSecret] })
    const before = gate.gateway.config
    await expect(gate.gateway.reload({ ...before, plugins: [plugin('nothing')] })).rejects.toThrow(
      'plugin nothing: unknown.',
    )
    expect((await ask(await bearer())).status).toBe(200)
    expect((await ask()).status).toBe(401)
  })

  test('a plugin that throws is a 500 without its text, and one that fails after an answer changes nothing', async () => {
    const broken = moduleOf(
      'broken',
      `export const broken = { name: 'broken', options: { type: 'object' }, create: () => ({
        stage: async () => { throw new Error('canary') } }) }`,
    )
    const late = moduleOf(
      'late',
      `export const late = { name: 'late', options: { type: 'object' }, create: () => ({
        onAnswer() { throw new Error('canary') } }) }`,
    )
    const failing = await guarded({ plugins: [plugin('broken', {}, { module: broken })] })
    const answer = await failing.call()
    expect(answer).toMatchObject({ status: 500, type: 'application/vnd.yaagents.error+json', body: { type: 'error' } })
    expect(JSON.stringify([answer.text, failing.gate.lines])).not.toContain('canary')
    const watching = await guarded({ plugins: [plugin('late', {}, { module: late })] })
    expect((await watching.call()).status).toBe(200)
    expect(watching.gate.lines).toContainEqual({ plugin: 'late', message: 'a plugin failed after an answer' })
  })

  test('a plugin that calls next twice sends the call once', async () => {
    const twice = moduleOf(
      'twice',
      `export const twice = { name: 'twice', options: { type: 'object' }, create: () => ({
        stage: async (call, next) => { await next(); return next() } }) }`,
    )
    const { call: ask, agents } = await guarded({ plugins: [plugin('twice', {}, { module: twice })] })
    expect((await ask()).status).toBe(200)
    expect(agents.received.length).toBe(1)
  })

  test('weakness 17: refusals of plugins have ids, the profile header and a body that the contract allows', async () => {
    const { call: ask } = await guarded({ plugins: [withSecret], route: { tenantRequired: true } })
    for (const headers of [{}, await bearer({ tenant_id: undefined })] as Record<string, string>[]) {
      const answer = await ask(headers)
      const { trace, type } = answer.body as { trace: Record<string, string>; type: string }
      expect(['error', 'forbidden']).toContain(type)
      expect(Object.keys(trace)).toEqual(['correlationId', 'requestId'])
      expect(trace.correlationId).toBe(answer.headers.get('x-correlation-id'))
      expect(trace.requestId).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers.get('x-yaagents-profile')).toBe('v0.3')
      expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'message', 'trace', 'type'])
    }
  })
})
