import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problemText } from './problem.ts'
import { readConfig } from './read-config.ts'

const root = mkdtempSync(join(tmpdir(), 'replywire-classic-'))
let folders = 0

/** Reads a `routes.yaml`, and a plugins file where one is given. */
async function read(routes: string, environment: Record<string, string> = {}, plugins?: string) {
  const folder = join(root, String(++folders))
  mkdirSync(folder)
  const path = join(folder, 'routes.yaml')
  writeFileSync(path, routes)
  const pluginsFile = join(folder, 'plugins.yaml')
  if (plugins !== undefined) writeFileSync(pluginsFile, plugins)
  const result = await readConfig(path, {
    noAuth: true,
    environment: { ...environment, ...(plugins === undefined ? undefined : { GATEWAY_PLUGINS_FILE: pluginsFile }) },
  })
  const texts = (problems: typeof result.errors) => problems.map(one => problemText(one).replace(/^.*\.yaml:/, ''))
  return { config: result.config, errors: texts(result.errors), warnings: texts(result.warnings) }
}

const whole = `
routes:
  - id: optimize
    method: post
    path: /campaigns/{campaignId}/optimizations
    target: http://campaign-api:8121
    roles: []
    tenantRequired: true
    audit: true
    mode: sse
    executionTimeoutSeconds: 30
    plugins:
      cors: { enabled: false }
plugins:
  - name: cors
    enabled: true
    allowed_origins: [https://a.example]
`

describe('routes.yaml', () => {
  test('as the original gateway has it', async () => {
    const { config, errors, warnings } = await read(whole)
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
    expect(config).toMatchObject({
      listeners: [{ host: '0.0.0.0', port: 8120 }],
      admin: 'shared',
      routes: [
        {
          id: 'optimize',
          method: 'POST',
          pool: 'http://campaign-api:8121',
          tenantRequired: true,
          audit: true,
          mode: 'sse',
          executionTimeoutSeconds: 30,
          plugins: { cors: { enabled: false } },
        },
      ],
      plugins: [{ name: 'cors', enabled: true, options: { allowed_origins: ['https://a.example'] } }],
    })
  })

  test('unknown keys, modes and plugins are warnings, and the path of a target is ignored', async () => {
    const { config, errors, warnings } = await read(`
colour: blue
routes:
  - { id: a, method: GET, path: /a, target: http://h:1/api, mode: stream, colour: red }
plugins:
  - { name: unheard-of }
  - { name: cors, allowed_orgins: [] }
`)
    expect(errors).toEqual([])
    expect(warnings).toEqual([
      '2:1: a classic file has no key "colour"; it is ignored. All other settings are in gateway.yaml.',
      '4:45: the path of this target is ignored, as the original gateway does. In gateway.yaml it is put before the path of the request.',
      '4:61: this mode is not known and is ignored, as the original gateway does. Known: sse.',
      '4:75: a classic file has no key "colour"; it is ignored. All other settings are in gateway.yaml.',
      expect.stringMatching(/^6:5: plugin unheard-of: unknown\. .*; it is skipped\.$/),
      '7:19: plugin cors: there is no key "allowed_orgins" in its options; it is ignored. Did you mean allowed_origins?',
    ])
    expect(config).toMatchObject({
      routes: [{ pool: 'http://h:1', mode: 'json' }],
      plugins: [{ name: 'cors', options: {} }],
    })
    expect(config?.plugins).toHaveLength(1)
  })

  test('errors are all reported', async () => {
    const { config, errors } = await read(
      'routes:\n  - { id: a, path: /a, target: x }\n  - { method: GET, path: "/{}" }\n',
    )
    expect(config).toBeUndefined()
    expect(errors).toEqual([
      '2:5: routes[0] needs the key "method". Add method.',
      '2:32: routes[0].target is not valid. Expected: a URL with http, https, mcp+http(s) or a2a+http(s), without user, query and fragment.',
      '3:5: routes[1] needs the key "id". Add id.',
    ])
  })

  test('without authentication it needs the option', async () => {
    const path = join(root, 'routes.yaml')
    writeFileSync(path, whole)
    const { errors } = await readConfig(path, { environment: {} })
    expect(errors.map(({ message }) => message)).toEqual(['no plugin authenticates callers'])
  })
})

describe('the form of the documentation', () => {
  test('plugins as a map, upstream.url, iss and jwks_uri, durations', async () => {
    const { config, errors, warnings } = await read(`
routes:
  - id: a
    method: GET
    path: /a
    upstream: { url: http://h:1 }
    executionTimeoutSeconds: 300s
plugins:
  token-validator:
    enabled: true
    issuers:
      - { iss: https://i, jwks_uri: https://i/keys, audience: my-api }
    clock_skew: 60s
`)
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
    expect(config).toMatchObject({
      auth: 'required',
      routes: [{ pool: 'http://h:1', executionTimeoutSeconds: 300 }],
      plugins: [{ name: 'token-validator', enabled: true }],
    })
  })
})

describe('GATEWAY_* variables', () => {
  const routes = 'routes:\n  - { id: a, method: GET, path: /a, target: http://h:1 }\n'

  test('port, drain, audit log and ceiling', async () => {
    const { config } = await read(routes, {
      GATEWAY_PORT: '9999',
      GATEWAY_SHUTDOWN_TIMEOUT_S: '5',
      GATEWAY_AUDIT_LOG: '/var/log/audit.log',
      GATEWAY_LLM_MAX_SSE_PER_TENANT: '3',
    })
    expect(config).toMatchObject({
      listeners: [{ host: '0.0.0.0', port: 9999 }],
      admin: 'shared',
      shutdownMs: 5000,
      auditLog: '/var/log/audit.log',
      limits: { maxSseConnectionsPerTenant: 3 },
    })
  })

  test('health and metrics are on the public port, unless an admin listener is configured', async () => {
    const path = join(root, 'gateway.yaml')
    writeFileSync(path, `auth: none\nadmin: 127.0.0.1:9001\n${routes}`)
    const { config } = await readConfig(path, { environment: { GATEWAY_PORT: '9999' } })
    expect(config).toMatchObject({ listeners: [{ port: 9999 }], admin: { host: '127.0.0.1', port: 9001 } })
    writeFileSync(path, `auth: none\n${routes}`)
    const shared = await readConfig(path, { environment: { GATEWAY_PORT: '9999' } })
    expect(shared.config?.admin).toBe('shared')
  })

  test.each(['0', '-1', 'many'])('a ceiling of %s is the default', async value => {
    const { config, warnings } = await read(routes, { GATEWAY_LLM_MAX_SSE_PER_TENANT: value })
    expect(config?.limits.maxSseConnectionsPerTenant).toBe(10)
    expect(warnings).toEqual([
      'GATEWAY_LLM_MAX_SSE_PER_TENANT is not a number above 0 and is ignored; the ceiling is 10.',
    ])
  })

  test('a port that is none is an error', async () => {
    const { errors } = await read(routes, { GATEWAY_PORT: 'http' })
    expect(errors).toEqual(['GATEWAY_PORT is not valid. Expected: a whole number from 0 to 65535.'])
  })

  test.each([
    ['a list', '- { name: cors, max_age: 5 }\n'],
    ['a list below plugins', 'plugins:\n  - { name: cors, max_age: 5 }\n'],
    ['a map below plugins', 'plugins:\n  cors: { max_age: 5 }\n'],
  ])('the plugins file wins: %s', async (_, plugins) => {
    const { config, errors } = await read(whole, {}, plugins)
    expect(errors).toEqual([])
    expect(config?.plugins).toMatchObject([{ name: 'cors', options: { max_age: 5 } }])
    expect(config?.files.map(file => file.replace(/^.*\//, ''))).toEqual(['routes.yaml', 'plugins.yaml'])
  })

  test('the secret goes to the token validator, unless the file has one', async () => {
    const plugins = (more: string) => `${routes}plugins:\n  - { name: token-validator, enabled: true${more} }\n`
    const environment = { GATEWAY_JWT_SECRET: 'x'.repeat(32) }
    const merged = await read(plugins(''), environment)
    expect(merged.config?.plugins[0]?.options).toEqual({ jwt_secret: 'x'.repeat(32) })
    const own = await read(plugins(`, jwt_secret: ${'y'.repeat(32)}`), environment)
    expect(own.config?.plugins[0]?.options).toEqual({ jwt_secret: 'y'.repeat(32) })
    const keys = await read(plugins(''), { GATEWAY_JWT_JWKS_URL: 'https://i/keys' })
    expect(keys.config?.plugins[0]?.options).toEqual({ jwks_url: 'https://i/keys' })
  })
})
