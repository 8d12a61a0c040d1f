import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problemText } from './problem.ts'
import { type ReadOptions, readConfig } from './read-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-config-'))
let files = 0

function fileOf(text: string, name = `gateway-${++files}.yaml`): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function read(text: string, options: ReadOptions = {}) {
  return readConfig(fileOf(text), { environment: {}, ...options })
}

/** Errors as they are printed, without the name of the file. */
async function errorsOf(text: string, options: ReadOptions = {}): Promise<string[]> {
  return (await read(text, options)).errors.map(problem => problemText(problem).replace(/^.*\.yaml:/, ''))
}

const open = 'auth: none\n'
const route = '{ id: a, method: post, path: /a, target: http://127.0.0.1:1 }'

describe('defaults', () => {
  test('of a file with one route', async () => {
    const { config, errors } = await read(`${open}routes:\n  - ${route}\n`)
    expect(errors).toEqual([])
    expect(config).toMatchObject({
      listeners: [{ host: '127.0.0.1', port: 8120 }],
      admin: { host: '127.0.0.1', port: 9120 },
      auth: 'none',
      contract: 'yaagents',
      auditLog: undefined,
      shutdownMs: 30_000,
      limits: {
        maxConnections: 10_000,
        maxHeaderBytes: 16_384,
        maxBodyBytes: 1_048_576,
        maxVerifiedBodyBytes: 1_048_576,
        maxSseConnectionsPerTenant: 10,
        sseRetryAfterSeconds: 60,
        keepAliveMs: 15_000,
      },
      pools: [{ name: 'http://127.0.0.1:1', targets: [{ url: 'http://127.0.0.1:1', weight: 1 }], connections: 128 }],
      routes: [
        {
          id: 'a',
          method: 'POST',
          path: '/a',
          pool: 'http://127.0.0.1:1',
          mode: 'json',
          enforce: 'enforce',
          contract: 'yaagents',
          effects: 'additive',
          executionTimeoutSeconds: 0,
          at: { line: 3, column: 5 },
        },
      ],
    })
  })

  test('routes with the same target share a pool', async () => {
    const two = '{ id: b, method: GET, path: /b, upstream: { url: "http://127.0.0.1:1/" } }'
    const { config } = await read(`${open}routes:\n  - ${route}\n  - ${two}\n`)
    expect(config?.pools).toHaveLength(1)
    expect(config?.routes[1]).toMatchObject({ pool: 'http://127.0.0.1:1', effects: 'none' })
  })

  test('addresses, units and the ceiling by its name of the profile', async () => {
    const { config } = await read(`${open}
listen: [8121, "0.0.0.0:8122", "[::1]:8123", { port: 8124 }]
admin: shared
drain: 1m
gateway: { llm: { max_sse_connections_per_tenant: 3 } }
limits: { maxBodyBytes: 2MB, headTimeout: 500ms }
pools: { p: { targets: [{ url: http://a, weight: 3 }, http://b], breaker: { open: 3s }, health: { path: /h } } }
routes:
  - { id: a, method: POST, path: /a, pool: p, maxBodyBytes: 1KiB, plugins: {} }
`)
    expect(config).toMatchObject({
      listeners: [
        { host: '127.0.0.1', port: 8121 },
        { host: '0.0.0.0', port: 8122 },
        { host: '::1', port: 8123 },
        { host: '127.0.0.1', port: 8124 },
      ],
      admin: 'shared',
      shutdownMs: 60_000,
      limits: { maxSseConnectionsPerTenant: 3, maxBodyBytes: 2_000_000, headTimeoutMs: 500 },
      pools: [
        {
          name: 'p',
          targets: [
            { url: 'http://a', weight: 3 },
            { url: 'http://b', weight: 1 },
          ],
          breaker: { failures: 5, openMs: 3000 },
          health: { path: '/h', intervalMs: 10_000, timeoutMs: 2000, unhealthyAfter: 3, healthyAfter: 2 },
        },
      ],
      routes: [{ maxBodyBytes: 1024 }],
    })
  })
})

describe('errors', () => {
  test('an unknown key, with the nearest known one', async () => {
    expect(await errorsOf(`${open}rotes: []\nroutes:\n  - ${route}\n`)).toEqual([
      '2:1: there is no key "rotes" in the file. Did you mean routes?',
    ])
  })

  test('all of them, in their order, with what is expected', async () => {
    expect(
      await errorsOf(`${open}listen: nowhere
admin: { port: 70000 }
enforce: hard
routes:
  - id: a b
    method: FETCH
    path: a
    target: http://user@host/
    executionTimeoutSeconds: soon
    plugin: {}
drain: 30
`),
    ).toEqual([
      '2:9: listen is not valid. Expected: a port, an address, or a list of them.',
      '3:8: admin is not valid. Expected: a port, an address, shared or off.',
      '4:10: enforce is not valid. Expected: enforce, enforce-must, report, off.',
      '6:9: routes[0].id is not valid. Expected: letters, digits and . _ : - (at most 128).',
      '7:13: routes[0].method is not valid. Expected: GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.',
      '8:11: routes[0].path is not valid. Expected: a path that begins with /.',
      '9:13: routes[0].target is not valid. Expected: a URL with http, https, mcp+http(s) or a2a+http(s), without user, query and fragment.',
      '10:30: routes[0].executionTimeoutSeconds is not valid. Expected: a whole number.',
      '11:5: there is no key "plugin" in routes[0]. Did you mean plugins?',
      '12:8: drain is not valid. Expected: a duration such as 500ms, 30s or 5m.',
    ])
  })

  test.each([
    ['no routes', open, '1:1: the file needs the key "routes". Add routes.'],
    [
      'two routes of one id',
      `${open}routes:\n  - ${route}\n  - ${route.replace('/a', '/b')}\n`,
      '4:11: another route has the id "a". Ids are unique.',
    ],
    [
      'two routes for the same requests',
      `${open}routes:\n  - ${route.replace('/a', '"/a/{x}"')}\n  - ${route.replace('id: a', 'id: b').replace('/a', '"/a//{y}"')}\n`,
      '4:34: the route "a" takes the same requests: POST /a//{y}. Remove one, or give them different hosts or headers.',
    ],
    [
      'an unknown pool',
      `${open}pools: { service: { targets: [http://a] } }\nroutes:\n  - { id: a, method: GET, path: /a, pool: servce }\n`,
      '4:43: there is no pool of this name. Did you mean service?',
    ],
    [
      'no upstream',
      `${open}routes:\n  - { id: a, method: GET, path: /a }\n`,
      '3:5: the route has no upstream. Set target, targets or pool.',
    ],
    [
      'an unknown contract',
      `${open}contract: yaagent\nroutes:\n  - ${route}\n`,
      '2:11: there is no contract of this name. Did you mean yaagents?',
    ],
    [
      'a contract without HTTP',
      `${open}contract: agent-file\nroutes:\n  - ${route}\n`,
      /^2:11: this contract is not used over HTTP\./,
    ],
    [
      'an unknown edition',
      `${open}contract: yaagents@0.9\nroutes:\n  - ${route}\n`,
      '2:11: the contract has no such edition. Editions: 0.1, 0.2, 0.3.',
    ],
    [
      'one port for two',
      `${open}listen: 8120\nadmin: 8120\nroutes:\n  - ${route}\n`,
      '3:8: the port 8120 is used twice. Choose another port.',
    ],
    [
      'a parameter that is no whole segment',
      `${open}routes:\n  - ${route.replace('/a', '"/a/x-{id}"')}\n`,
      '3:34: a parameter of the path is not valid. Write {name} or {name}:action as a whole segment.',
    ],
    [
      'a parameter that is there twice',
      `${open}routes:\n  - ${route.replace('/a', '"/{id}/{id}"')}\n`,
      '3:34: the path has the parameter {id} twice. Rename one of them.',
    ],
    [
      'a wildcard in the middle',
      `${open}routes:\n  - ${route.replace('/a', '"/*/a"')}\n`,
      '3:34: a wildcard is only allowed as /* at the end of a path. Use {name} for one segment.',
    ],
    [
      'a certificate that does not exist',
      `${open}listen: { port: 1, tls: { cert: a.pem, key: b.pem } }\nroutes:\n  - ${route}\n`,
      /^2:33: this file does not exist\. Looked for .*a\.pem\.$/,
    ],
    ['an empty file', '# nothing\n', '1:1: the file is empty. Expected: keys such as routes.'],
  ])('%s', async (_, text, expected) => {
    const [first] = await errorsOf(text)
    expect(first).toMatch(expected)
    if (typeof expected === 'string') expect(first).toBe(expected)
  })

  test('a value is never repeated', async () => {
    const secret = 'hunter2'
    const reference = `"$\{SECRET}"`
    const plugins = `plugins: [{ name: cors, max_age: ${reference} }]`
    const file = `${open}store: [${reference}]\nlisten: ${reference}\nroutes: ${reference}\n${plugins}\n`
    const { errors } = await read(file, { environment: { SECRET: secret } })
    expect(errors).toHaveLength(4)
    expect(JSON.stringify(errors)).not.toContain(secret)
  })
})

describe('plugins', () => {
  test('an unknown one, and an unknown option, with suggestions', async () => {
    const plugins = 'plugins:\n  - name: corss\n  - name: cors\n    allowed_orgins: []\n'
    expect(await errorsOf(`${open}${plugins}routes:\n  - ${route}\n`)).toEqual([
      '3:5: plugin corss: unknown. Did you mean cors?',
      '5:5: plugin cors: there is no key "allowed_orgins" in its options. Did you mean allowed_origins?',
    ])
  })

  test('a list and a map are the same', async () => {
    const list = await read(
      `${open}plugins:\n  - { name: cors, allowed_origins: [https://a.example] }\nroutes:\n  - ${route}\n`,
    )
    const map = await read(`${open}plugins:\n  cors: { allowed_origins: [https://a.example] }\nroutes:\n  - ${route}\n`)
    expect(list.errors).toEqual([])
    expect(list.config?.plugins).toMatchObject([
      { name: 'cors', enabled: true, options: { allowed_origins: ['https://a.example'] }, at: { line: 3 } },
    ])
    expect(map.config?.plugins).toMatchObject([
      { name: 'cors', enabled: true, options: { allowed_origins: ['https://a.example'] }, at: { line: 3 } },
    ])
  })

  test('one that is listed twice', async () => {
    expect(await errorsOf(`${open}plugins:\n  - name: cors\n  - name: cors\nroutes:\n  - ${route}\n`)).toEqual([
      '4:5: the plugin "cors" is listed twice. Remove one.',
    ])
  })

  test('of a route: off, options, and one that is not listed', async () => {
    const plugins = 'plugins: { cors: {} }\n'
    const off = await read(`${open}${plugins}routes:\n  - ${route.replace(' }', ', plugins: { cors: false } }')}\n`)
    expect(off.config?.routes[0]?.plugins).toEqual({ cors: { enabled: false } })
    const options = await read(
      `${open}${plugins}routes:\n  - ${route.replace(' }', ', plugins: { cors: { max_age: 5 } } }')}\n`,
    )
    expect(options.config?.routes[0]?.plugins).toEqual({ cors: { options: { max_age: 5 } } })
    expect(
      await errorsOf(`${open}${plugins}routes:\n  - ${route.replace(' }', ', plugins: { quota: false } }')}\n`),
    ).toEqual(['4:77: the plugin "quota" is not in the list of plugins. List it in plugins first.'])
  })
})

describe('authentication', () => {
  const validator = 'plugins: [{ name: token-validator, issuers: [{ issuer: https://i, jwks_url: https://i/keys }] }]\n'

  test('a gateway without it is refused', async () => {
    expect(await errorsOf(`routes:\n  - ${route}\n`)).toEqual([
      '1:1: no plugin authenticates callers. Add the plugin token-validator, or write `auth: none` (or pass --no-auth) to accept calls of anyone.',
    ])
  })

  test('a validator that is off is none', async () => {
    const off = validator.replace('token-validator,', 'token-validator, enabled: false,')
    expect((await errorsOf(`${off}routes:\n  - ${route}\n`))[0]).toMatch(/^1:10: no plugin authenticates callers/)
  })

  test('with it, or with --no-auth, it is accepted', async () => {
    expect((await read(`${validator}routes:\n  - ${route}\n`)).config?.auth).toBe('required')
    expect((await read(`routes:\n  - ${route}\n`, { noAuth: true })).config?.auth).toBe('none')
  })

  test('--no-auth turns no validator off', async () => {
    expect((await read(`${validator}routes:\n  - ${route}\n`, { noAuth: true })).config?.auth).toBe('required')
  })

  test('a route that turns it off is reported', async () => {
    const off = route.replace(' }', ', plugins: { token-validator: false } }')
    const { warnings } = await read(`${validator}routes:\n  - ${off}\n`)
    expect(warnings.map(({ message }) => message)).toEqual([
      'anyone may call the route "a": it turns off the plugin that authenticates callers',
    ])
    expect((await read(`${validator}routes:\n  - ${route}\n`)).warnings).toEqual([])
  })

  test('a lookup that mixes the callers of several issuers is reported', async () => {
    const plugins = (path: string) => `plugins:
  - name: token-validator
    issuers: [{ issuer: https://i, jwks_url: https://i/keys }, { issuer: https://j, jwks_url: https://j/keys }]
  - { name: tenant-injector, principal: { claim: sub }, lookup: { url: "https://iam/${path}" } }
routes:
  - ${route}
`
    expect((await read(plugins('{principal}'))).warnings).toMatchObject([
      { message: 'with several issuers, callers of the same name get the same tenant from lookup.url' },
    ])
    expect((await read(plugins('{issuer}/{principal}'))).warnings).toEqual([])
  })

  test('roles need it', async () => {
    const withRoles = route.replace(' }', ', roles: [admin] }')
    expect(await errorsOf(`${open}routes:\n  - ${withRoles}\n`)).toEqual([
      '3:73: the route "a" needs roles, but no plugin authenticates its callers. Add the plugin token-validator, or remove roles.',
    ])
    const off = route.replace(' }', ', roles: [admin], plugins: { token-validator: false } }')
    expect((await errorsOf(`${validator}routes:\n  - ${off}\n`))[0]).toMatch(/^3:73: the route "a" needs roles/)
  })
})

describe('--mode', () => {
  const routes = `enforce: enforce-must
routes:
  - { id: a, method: GET, path: /a, target: http://a }
  - { id: b, method: GET, path: /b, target: http://a, enforce: off }
  - { id: c, method: GET, path: /c, target: http://a, enforce: report }
`

  test.each([
    [undefined, ['enforce-must', 'off', 'report']],
    ['report', ['report', 'off', 'report']],
    ['enforce', ['enforce-must', 'off', 'enforce']],
  ] as const)('%s', async (mode, expected) => {
    const { config } = await read(`${open}${routes}`, { mode })
    expect(config?.routes.map(({ enforce }) => enforce)).toEqual(expected)
  })
})

test('files of references and of TLS are among those to look at', async () => {
  fileOf('token', 'token.txt')
  const path = fileOf(`${open}store: "$\{file:token.txt}"\nroutes:\n  - ${route}\n`)
  const { config } = await readConfig(path, { environment: {} })
  expect(config?.files).toEqual([path, join(folder, 'token.txt')])
})

describe('a route that is translated', () => {
  const translated = (more: string) =>
    `${open}contract: problem\nroutes:\n  - { id: a, method: post, path: /a, target: http://127.0.0.1:1, ${more} }\n`

  test('names the contract of the upstream and those of its callers', async () => {
    const more = 'contract: { upstream: agent-run, downstream: [yaagents, problem@9457] }, operation: PLAN'
    const { config, errors } = await read(translated(more))
    expect(errors).toEqual([])
    expect(config?.routes).toMatchObject([
      { contract: 'agent-run', offers: ['yaagents', 'problem@9457'], operation: 'PLAN' },
    ])
  })

  test('has the contract of the file where it names none', async () => {
    const { config } = await read(translated('contract: { upstream: agent-run }'))
    expect(config?.routes).toMatchObject([{ contract: 'agent-run', offers: ['problem'] }])
    const same = await read(translated('operation: "PUT /things/{id}"'))
    expect(same.config?.routes).toMatchObject([{ contract: 'problem', offers: ['problem'] }])
  })

  test('reports contracts that do not exist, and a path whose arguments would not be known', async () => {
    const errors = await errorsOf(translated('contract: { upstream: agentrun, downstream: [mcp] }'))
    expect(errors).toEqual([
      expect.stringContaining('there is no contract of this name'),
      expect.stringContaining('this contract is not used over HTTP'),
    ])
    const path = translated('contract: { upstream: agent-run }').replace('path: /a', 'path: /a/*')
    expect(await errorsOf(path)).toEqual([expect.stringContaining('a route that is translated cannot end with /*')])
  })
})

describe('a route to an MCP server or an A2A agent', () => {
  const carried = (target: string, more = '') =>
    `${open}contract: problem\nroutes:\n  - { id: greet, method: post, path: /a, target: "${target}"${more} }\n`

  test('is always translated', async () => {
    const plain = await read(carried('mcp+http://127.0.0.1:1/mcp'))
    expect(plain.errors).toEqual([])
    expect(plain.config?.routes).toMatchObject([{ contract: 'mcp', offers: ['problem'] }])
    const named = await read(carried('a2a+https://agents.example', ', contract: yaagents'))
    expect(named.config?.routes).toMatchObject([{ contract: 'a2a', offers: ['yaagents'] }])
    const both = await read(carried('mcp+http://127.0.0.1:1', ', contract: { upstream: adcp, downstream: yaagents }'))
    expect(both.errors).toEqual([])
    expect(both.config?.routes).toMatchObject([{ contract: 'adcp', offers: ['yaagents'] }])
  })

  test('starts no commands, mixes no kinds and takes contracts of its carrier', async () => {
    expect(await errorsOf(carried('mcp+stdio:node server.js'))).toEqual([
      expect.stringContaining('routes[0].target is not valid'),
    ])
    expect(await errorsOf(carried('a2a+http://127.0.0.1:1', ', contract: { upstream: agent-run }'))).toEqual([
      expect.stringContaining('this contract is not used over A2A'),
    ])
    const pools = 'pools: { two: { targets: [http://127.0.0.1:1, mcp+http://127.0.0.1:2] } }\n'
    const mixed = `${open}${pools}routes:\n  - { id: a, method: post, path: /a, pool: two }\n`
    expect(await errorsOf(mixed)).toEqual([expect.stringContaining('the targets of a pool are of several kinds')])
  })
})

describe('fronts', () => {
  test('are off, on, or on for some routes and names', async () => {
    const read1 = async (more: string) => (await read(`${open}${more}routes:\n  - ${route}\n`)).config
    expect([(await read1(''))?.mcp, (await read1('mcp: false\n'))?.mcp]).toEqual([undefined, undefined])
    expect(await read1('mcp: true\na2a: { routes: [a], hosts: [agents.example] }\n')).toMatchObject({
      mcp: { hosts: [] },
      a2a: { routes: ['a'], hosts: ['agents.example'] },
    })
  })

  test('name routes that exist, and have their paths to themselves', async () => {
    expect(await errorsOf(`${open}mcp: { routes: [b] }\nroutes:\n  - ${route}\n`)).toEqual([
      expect.stringContaining('there is no route of this id'),
    ])
    const taken = route.replace('path: /a', 'path: /mcp')
    expect(await errorsOf(`${open}mcp: true\nroutes:\n  - ${taken}\n`)).toEqual([
      expect.stringContaining('mcp: answers at /mcp'),
    ])
  })
})
