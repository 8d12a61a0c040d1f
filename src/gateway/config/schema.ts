/** The schema of `gateway.yaml`, published in `schemas/gateway/gateway.json`. The reference page is made from it. */
import Type, { type Static, type TSchema } from 'typebox'
import { defaultContract } from '../../contracts/roles.ts'
import { Durable } from './durable-schema.ts'
import { address } from './listen-schema.ts'
import { Pool, type Target } from './pool-schema.ts'
import { Plugins, Route } from './route-schema.ts'
import { closed, contract, count, duration, enforcement, optional, path, size, url, words } from './schema-parts.ts'

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
