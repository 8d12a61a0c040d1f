/** `routes` and `plugins`. */
import Type from 'typebox'
import { defaultContract } from '../../contracts/roles.ts'
import { Target } from './pool-schema.ts'
import { closed, contract, count, enforcement, optional, path, size, url, words } from './schema-parts.ts'

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

export const Plugins = Type.Union(
  [Type.Array(PluginEntry, { maxItems: 100 }), Type.Record(Type.String(), pluginOptions)],
  {
    description: 'The plugins, in the order in which they run: a list with name, or a map by name.',
    expected: 'a list of plugins, or a map by name',
  },
)

const routeKey = (what: string) =>
  optional(
    Type.Union([Type.Boolean(), pluginOptions], {
      description: `The plugin ${what} for this route: true, or its options.`,
      expected: 'true, false, or options',
    }),
  )

export const Route = closed(
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
