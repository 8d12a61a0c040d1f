/** The text of a new `gateway.yaml`: every setting with a comment, those with good defaults as comments. */
import { stringify } from 'yaml'
import type { FoundRoute } from './openapi-routes.ts'

export interface NewConfig {
  readonly contract: string
  readonly target: string
  readonly routes: readonly FoundRoute[]
}

export function configText({ contract, target, routes }: NewConfig): string {
  return `# The configuration of a gateway. Check it: replywire gateway check. Run it: replywire gateway run.
# Values may contain \${NAME}, \${NAME:-default} and \${file:PATH}.

# Where callers connect. Other machines reach it only with another address: 0.0.0.0:8120.
listen: 127.0.0.1:8120

# /livez, /readyz, /healthz and /metrics, for you and not for callers.
admin: 127.0.0.1:9120

# Everyone may call. Before others can reach the gateway, remove this line and configure token-validator below.
auth: none

# The contract of the answers, and what happens to those that break it:
# enforce (replaced by an error), enforce-must (only rules of the level must), report (passed on and reported), off.
contract: ${contract}
enforce: enforce

# Plugins run in this order.
plugins: []
#  - name: token-validator
#    issuers:
#      - issuer: https://login.example.com/
#        jwks_url: https://login.example.com/.well-known/jwks.json
#    audiences: [my-api]

pools:
  service:
    targets:
      - ${scalar(target)}
    # connectTimeout: 2s
    # firstByteTimeout: 60s
    # idleTimeout: 60s
    # health: { path: /health, interval: 10s }

# One route per operation. More keys: roles, tenantRequired, audit, executionTimeoutSeconds, plugins, hosts, headers.
routes:
${routes.map(routeText).join('\n')}

# limits:
#   maxBodyBytes: 1MiB
#   maxConnections: 10000

# How long calls and streams may continue after a signal to stop.
drain: 30s
`
}

function routeText({ id, method, path, isStream, summary }: FoundRoute): string {
  return [
    ...(summary === undefined ? [] : [`  # ${summary}`]),
    `  - id: ${scalar(id)}`,
    `    method: ${method}`,
    `    path: ${scalar(path)}`,
    '    pool: service',
    ...(isStream ? ['    mode: sse'] : []),
  ].join('\n')
}

/** A text as YAML has it on one line, quoted where it must be. A reference in it stays a text. */
function scalar(text: string): string {
  return stringify(
    text.replaceAll('${', () => '$${'),
    { lineWidth: 0, blockQuote: false },
  ).trimEnd()
}
