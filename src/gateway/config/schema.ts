/** The schema of `gateway.yaml`, published in `schemas/gateway/gateway.json`. The reference page is made from it. */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { defaultContract } from '../../contracts/roles.ts'

const closed = <P extends TProperties>(properties: P, description?: string): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? undefined : { description }) })

const optional = Type.Optional

const duration = (description: string) =>
  Type.String({
    pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})?(ms|s|m|h|d)$',
    description,
    expected: 'a duration such as 500ms, 30s or 5m',
  })

const sizePattern = '^[0-9]{1,9}(\\.[0-9]{1,3})?(B|[KMG]i?B)$'
const size = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 1_073_741_824 }), Type.String({ pattern: sizePattern })], {
    description,
    expected: 'a size such as 65536, 512KiB or 1MiB',
  })

const count = (minimum: number, maximum: number, description: string) => Type.Integer({ minimum, maximum, description })

const path = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description })

const words = <const W extends string>(values: readonly W[], description: string) =>
  Type.Unsafe<W>({ enum: [...values], description })

const contract = (description: string) =>
  Type.String({
    pattern: '^[a-z0-9][a-z0-9-]*(@[A-Za-z0-9][A-Za-z0-9._-]*)?$',
    description,
    expected: `a contract: ID or ID@EDITION, such as ${defaultContract}`,
  })

const enforcement = (description: string) => words(['enforce', 'enforce-must', 'report', 'off'], description)

const Tls = closed(
  {
    cert: path('The certificate and its chain, in PEM.'),
    key: path('The private key, in PEM.'),
    ca: optional(path('Callers must have a certificate of this authority, in PEM.')),
  },
  'Serve HTTPS with these files. They are loaded again when they change.',
)

const address = Type.Union(
  [
    Type.Integer({ minimum: 0, maximum: 65_535 }),
    Type.String({ pattern: '^([^\\s/:]+|\\[[0-9a-fA-F:.]+\\]):[0-9]{1,5}$' }),
    closed({
      host: optional(Type.String({ minLength: 1, description: 'The address to listen on. Default: 127.0.0.1.' })),
      port: count(0, 65_535, 'The port to listen on; 0 picks a free one.'),
      tls: optional(Tls),
      http2: optional(
        Type.Boolean({ description: 'Whether callers may choose HTTP/2, where there is tls. Default: true.' }),
      ),
    }),
  ],
  { expected: 'a port (8120), an address (0.0.0.0:8120), or host, port and tls' },
)

const url = (description: string) =>
  Type.String({
    pattern: '^((mcp|a2a)\\+)?https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
    description,
    expected: 'a URL with http, https, mcp+http(s) or a2a+http(s), without user, query and fragment',
  })

const Target = Type.Union(
  [
    url('The address of the upstream.'),
    closed({
      url: url('The address of the upstream. Its path is put before the path of the request.'),
      weight: optional(count(0, 1000, 'Its share of the calls. Default: 1.')),
    }),
  ],
  { expected: 'a URL, or url and weight' },
)

const Pool = closed(
  {
    targets: Type.Array(Target, { minItems: 1, maxItems: 1000, description: 'The upstreams that share the calls.' }),
    connections: optional(count(1, 65_535, 'Open connections to each target. Default: 128.')),
    maxConcurrent: optional(
      count(0, 1_000_000, 'Open calls to the whole pool; further calls get 503 at once. 0: no limit. Default: 0.'),
    ),
    connectTimeout: optional(duration('How long a connection may take. Default: 2s.')),
    firstByteTimeout: optional(duration('How long the head of an answer may take. Default: 60s.')),
    idleTimeout: optional(duration('How long an answer may pause. Default: 60s.')),
    totalTimeout: optional(
      duration('How long an answer that is no stream may take, from the first try to its last byte. Default: 300s.'),
    ),
    tries: optional(count(1, 10, 'How often a call is tried, where repeating it is safe. Default: 2.')),
    breaker: optional(
      closed(
        {
          failures: optional(count(1, 10_000, 'Failures in a row that open it. Default: 5.')),
          open: optional(duration('How long it stays open. Default: 10s.')),
        },
        'The circuit breaker of each target.',
      ),
    ),
    http2: optional(
      Type.Boolean({
        description: 'Whether https targets are called over HTTP/2, if they offer it by ALPN. Default: false.',
      }),
    ),
    health: optional(
      closed(
        {
          path: Type.String({ pattern: '^/', description: 'The path to ask. A 2xx answer is healthy.' }),
          interval: optional(duration('How often. Default: 10s.')),
          timeout: optional(duration('How long an answer may take. Default: 2s.')),
          unhealthyAfter: optional(count(1, 100, 'Failures in a row until a target gets no calls. Default: 3.')),
          healthyAfter: optional(count(1, 100, 'Successes in a row until it gets calls again. Default: 2.')),
        },
        'Asks each target whether it is healthy. Default: health is known only from the answers to calls.',
      ),
    ),
    tls: optional(
      closed(
        {
          cert: optional(path('The certificate of the gateway, in PEM.')),
          key: optional(path('Its private key, in PEM.')),
          ca: optional(path('The authority of the targets, in PEM. Default: those of Node.')),
        },
        'TLS towards the targets.',
      ),
    ),
  },
  'Upstreams that answer the same calls.',
)

/** Options of a plugin. Those of built-in plugins have their own schema. */
const pluginOptions = Type.Record(Type.String(), Type.Unknown())

const PluginEntry = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'The name of the plugin.' }),
    enabled: optional(Type.Boolean({ description: 'Default: true.' })),
    module: optional(path('The module of a plugin that is not built in: a path or the name of a package.')),
  },
  { description: 'A plugin and, next to its name, its options.' },
)

const Plugins = Type.Union([Type.Array(PluginEntry, { maxItems: 100 }), Type.Record(Type.String(), pluginOptions)], {
  description: 'The plugins, in the order in which they run: a list with name, or a map by name.',
  expected: 'a list of plugins, or a map by name',
})

const routeKey = (what: string) =>
  optional(
    Type.Union([Type.Boolean(), pluginOptions], {
      description: `The plugin ${what} for this route: true, or its options.`,
      expected: 'true, false, or options',
    }),
  )

const Route = closed(
  {
    id: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$',
      description: 'A unique name, for logs and metrics.',
      expected: 'letters, digits and . _ : - (at most 128)',
    }),
    method: Type.String({
      pattern:
        '^([Gg][Ee][Tt]|[Pp][Oo][Ss][Tt]|[Pp][Uu][Tt]|[Pp][Aa][Tt][Cc][Hh]|[Dd][Ee][Ll][Ee][Tt][Ee]|[Hh][Ee][Aa][Dd]|[Oo][Pp][Tt][Ii][Oo][Nn][Ss])$',
      description: 'GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.',
      expected: 'GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS',
    }),
    path: Type.String({
      pattern: '^/[^\\s?#]*$',
      maxLength: 2048,
      description: '`/campaigns/{id}`, `/tickets/{id}:triage`; `/*` at the end matches every path below.',
      expected: 'a path that begins with /',
    }),
    hosts: optional(Type.Array(Type.String({ minLength: 1 }), { description: 'Only for these host names.' })),
    headers: optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Only for requests with these headers: a value, or * for any value.',
      }),
    ),
    target: optional(url('The upstream, if it is one. Its path is put before the path of the request.')),
    targets: optional(Type.Array(Target, { minItems: 1, description: 'The upstreams, if there are several.' })),
    upstream: optional(closed({ url: url('The same as target.') }, 'The same as target: another way to write it.')),
    pool: optional(Type.String({ minLength: 1, description: 'A pool by name, instead of target.' })),
    mode: optional(words(['json', 'sse'], 'sse: callers that accept text/event-stream get a stream. Default: json.')),
    executionTimeoutSeconds: optional(
      count(0, 86_400, 'The longest time for an answer. Streams have 30 seconds more. 0: no limit. Default: 0.'),
    ),
    roles: optional(Type.Array(Type.String({ minLength: 1 }), { description: 'Callers need all of these roles.' })),
    tenantRequired: optional(Type.Boolean({ description: 'Refuse callers without a tenant. Default: false.' })),
    audit: optional(Type.Boolean({ description: 'Write a line to the audit log for each call. Default: false.' })),
    contract: optional(
      Type.Union(
        [
          contract('The contract of the upstream and of the answers.'),
          closed({
            upstream: optional(contract('The contract of the upstream. Default: the contract of the file.')),
            downstream: optional(
              Type.Union(
                [
                  contract('The contract that callers get.'),
                  Type.Array(contract('A contract that callers can ask for.'), { minItems: 1, maxItems: 20 }),
                ],
                {
                  description:
                    'The contracts that callers can ask for; who asks for none gets the first. Default: the contract of the file.',
                  expected: 'a contract, or a list of them',
                },
              ),
            ),
          }),
        ],
        {
          description:
            'The contract of the answers; with upstream and downstream, requests and answers are translated. Default: the contract of the file.',
          expected: `a contract such as ${defaultContract}, or upstream and downstream`,
        },
      ),
    ),
    operation: optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        pattern: '^(?:(?:GET|POST|PUT|PATCH|DELETE) /\\S*|[^\\s/]+)$',
        description:
          'What the upstream calls it, if calls are translated: a route (`POST /orders/{id}`), a tool, a skill, a task type. Default: the route itself, or its id.',
        expected: 'a route (POST /orders/{id}), or a name without spaces',
      }),
    ),
    openapi: optional(
      path(
        'The OpenAPI document of the upstream, a file or a URL: it describes the route as a tool of /mcp and a skill of /a2a.',
      ),
    ),
    title: optional(Type.String({ minLength: 1, maxLength: 200, description: 'A title for people and models.' })),
    description: optional(
      Type.String({ minLength: 1, maxLength: 4000, description: 'What it does, for people and models.' }),
    ),
    input: optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The JSON Schema of the arguments, if calls are translated, and of the tool. Default: anything; of the tool, as the upstream publishes it.',
        expected: 'a JSON Schema',
      }),
    ),
    enforce: optional(enforcement('What happens to answers that break the contract. Default: that of the file.')),
    effects: optional(
      words(['none', 'additive', 'destructive'], 'What a call changes. Default: none for GET, HEAD and OPTIONS.'),
    ),
    maxBodyBytes: optional(size('The largest request body. Default: limits.maxBodyBytes.')),
    idempotency: routeKey('idempotency'),
    approval: routeKey('approval'),
    async: routeKey('respond-async, for every call'),
    resume: routeKey('resume'),
    cache: routeKey('cache'),
    plugins: optional(
      Type.Record(Type.String(), Type.Union([Type.Boolean(), pluginOptions], { expected: 'false, or options' }), {
        description: 'By plugin: false or enabled: false turns it off here; other members replace its options.',
      }),
    ),
  },
  'A route: which calls it takes, where they go, and what is done with them.',
)

const Limits = closed(
  {
    maxConnections: optional(count(1, 1_000_000, 'Open connections of callers. Default: 10000.')),
    maxHeaderBytes: optional(size('The head of a request. Default: 16KiB.')),
    maxUrlBytes: optional(size('Path and query of a request. Default: 8KiB.')),
    maxBodyBytes: optional(size('The body of a request. Default: 1MiB.')),
    maxVerifiedBodyBytes: optional(size('The longest answer that is validated; a longer one is a 500. Default: 1MiB.')),
    headTimeout: optional(duration('How long a caller may take to send the head of a request. Default: 10s.')),
    requestTimeout: optional(duration('How long a caller may take to send a whole request. Default: 30s.')),
    sendTimeout: optional(duration('How long a caller may read nothing of an answer. Default: 30s.')),
    sseRetryAfterSeconds: optional(count(1, 86_400, 'Retry-After of refused streams. Default: 60.')),
    whenStoreIsAway: optional(
      words(
        ['closed', 'open'],
        'Limits that are shared by `store:` while it cannot be reached. closed: what no slice is left for is refused with 503; open: each process counts alone. Default: closed.',
      ),
    ),
    keepAlive: optional(duration('A comment is sent to a stream that is silent for this long. Default: 15s.')),
  },
  'Limits for callers.',
)

const roleNames = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description })

const Durable = closed(
  {
    prefix: optional(
      Type.String({
        pattern: '^(/[A-Za-z0-9._~-]+)+$',
        maxLength: 200,
        description: 'Before /operations and /approvals, the paths of tasks and approvals. Default: none.',
        expected: 'a path such as /gateway',
      }),
    ),
    operators: optional(roleNames('Callers with one of these roles see all tasks of their tenant. Default: operator.')),
    approvers: optional(roleNames('Callers with one of these roles decide approvals. Default: approver.')),
    approvalTtl: optional(duration('How long an approval can be decided and used. Default: 1d.')),
    keyTtl: optional(duration('How long an idempotency key is remembered. Default: 1d.')),
    lease: optional(duration('How long a process may be silent before another takes its tasks. Default: 30s.')),
    taskTimeout: optional(duration('How long a task may run. Default: 1h.')),
    concurrency: optional(
      count(0, 10_000, 'Tasks that one process forwards at once. 0: none, replywire worker does. Default: 10.'),
    ),
    queuedTasks: optional(count(1, 10_000_000, 'Waiting tasks of one caller. Further ones get 429. Default: 1000.')),
    webhooks: optional(
      Type.Array(
        closed({
          url: url('Where the end of every task is sent.'),
          secret: Type.String({ minLength: 1, description: 'The key of the receiver, whsec_… of Standard Webhooks.' }),
          tenant: optional(Type.String({ minLength: 1, description: 'Only for tasks of this tenant.' })),
        }),
        { maxItems: 100 },
      ),
    ),
    allowLoopback: optional(Type.Boolean({ description: 'Webhooks may go to this machine. Default: false.' })),
  },
  'Keys, tasks and approvals of durable routes.',
)

const front = (description: string) =>
  Type.Union(
    [
      Type.Boolean(),
      closed({
        routes: optional(
          Type.Array(Type.String({ minLength: 1 }), {
            description: 'The ids of the routes. Default: all but those with /*.',
          }),
        ),
        hosts: optional(
          Type.Array(Type.String({ minLength: 1 }), {
            description: 'Host names by which callers reach it. Default: those of this machine and of the listeners.',
          }),
        ),
        url: optional(url('Where it is, as callers see it, behind a proxy. Default: as their requests say.')),
      }),
    ],
    { description, expected: 'true, false, or routes, hosts and url' },
  )

const Console = Type.Union(
  [
    Type.Boolean(),
    closed({
      hosts: optional(
        Type.Array(Type.String({ minLength: 1 }), {
          description:
            'Host names by which it is reached, with auth: none on this machine alone. Default: those of this machine, of the listeners and of routes.',
        }),
      ),
    }),
  ],
  {
    description:
      'Serves the console at /console, after durable.prefix, on the port of callers. Its data are behind the plugins. Default: off.',
    expected: 'true, false, or hosts',
  },
)

const Journal = Type.Union(
  [
    Type.Boolean(),
    closed({
      entries: optional(
        count(1, 10_000_000, 'Requests that are kept: of one tenant in store, of all in memory. Default: 10000.'),
      ),
      total: optional(count(1, 100_000_000, 'Requests of all tenants that are kept in store. Default: 100000.')),
      keep: optional(duration('How long a request is kept. Default: 7d.')),
    }),
  ],
  {
    description:
      'Keeps who called which route, its stages with their times and what came of it; no input, no output. In store, or in memory without one. Default: off.',
    expected: 'true, false, or entries, total and keep',
  },
)

/** The schema of the file without the options of plugins. */
export const GatewayFile = closed(
  {
    $schema: optional(Type.String()),
    listen: optional(
      Type.Union([address, Type.Array(address, { minItems: 1, maxItems: 16 })], {
        description: 'Where callers connect. Default: 127.0.0.1:8120.',
        expected: 'a port, an address, or a list of them',
      }),
    ),
    admin: optional(
      Type.Union([Type.Unsafe<'shared' | 'off'>({ type: 'string', enum: ['shared', 'off'] }), address], {
        description:
          'Where /livez, /readyz, /healthz and /metrics are. shared: on the public port; off: nowhere. Default: 127.0.0.1:9120.',
        expected: 'a port, an address, shared or off',
      }),
    ),
    auth: optional(
      words(
        ['required', 'none'],
        'none: everyone may call. Default: required, and a plugin must authenticate callers.',
      ),
    ),
    contract: optional(contract(`The contract of answers, where a route names no other. Default: ${defaultContract}.`)),
    enforce: optional(
      enforcement(
        'What happens to answers that break their contract. enforce: rules and schemas, replaced by a 500; enforce-must: rules only; report: passed on, counted and logged; off. Default: enforce.',
      ),
    ),
    routes: Type.Array(Route, { maxItems: 100_000, description: 'The routes.' }),
    plugins: optional(Plugins),
    pools: optional(Type.Record(Type.String(), Pool, { description: 'Groups of upstreams, by name.' })),
    mcp: optional(front('Offers the routes as the tools of one MCP server at /mcp. Default: off.')),
    a2a: optional(front('Offers the routes as the skills of one A2A agent at /a2a, with its card. Default: off.')),
    limits: optional(Limits),
    gateway: optional(
      closed(
        {
          llm: optional(
            closed({
              max_sse_connections_per_tenant: optional(
                count(1, 1_000_000, 'Open streams of one tenant. Further ones get 429. Default: 10.'),
              ),
            }),
          ),
        },
        'Settings by the names of the YAAgents profile.',
      ),
    ),
    trustedCallers: optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description:
          'Subjects of verified callers, such as another gateway, whose X-Tenant-ID and X-Actor-* headers are used.',
      }),
    ),
    auditLog: optional(path('stdout, or the file that audit lines are appended to. Default: stdout.')),
    store: optional(
      path(
        'sqlite:PATH or postgres://…. Limits are shared by all processes that use it, and keys, tasks, approvals and kept streams last in it. Default: none.',
      ),
    ),
    durable: optional(Durable),
    console: optional(Console),
    journal: optional(Journal),
    drain: optional(duration('How long calls and streams may continue after a signal to stop. Default: 30s.')),
  },
  'The configuration of replywire gateway.',
)

export type GatewayFile = Static<typeof GatewayFile>
export type RouteEntry = GatewayFile['routes'][number]
export type PoolEntry = NonNullable<GatewayFile['pools']>[string]
export type AddressEntry = Static<typeof address>
export type TargetEntry = Static<typeof Target>

/** What the schema calls a value in messages. */
export function expectedOf(schema: TSchema | undefined): string | undefined {
  const expected = (schema as { expected?: unknown } | undefined)?.expected
  return typeof expected === 'string' ? expected : undefined
}
