/** `pools`, and the `target` of a route: where calls are forwarded to. */
import Type from 'typebox'
import { closed, count, duration, optional, path, url } from './schema-parts.ts'

export const Target = Type.Union(
  [
    url('The address of the upstream.'),
    closed({
      url: url('The address of the upstream. Its path is put before the path of the request.'),
      weight: optional(count(0, 1000, 'Its share of the calls. Default: 1.')),
    }),
  ],
  { expected: 'a URL, or url and weight' },
)

export const Pool = closed(
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
