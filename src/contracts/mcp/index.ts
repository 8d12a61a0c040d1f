/** MCP: the plain answer to a tool call, as revisions 2025-06-18, 2025-11-25 and 2026-07-28 have it. */

import type { Contract, Edition } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { throughRpc } from '../../codec/rpc-result.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import { decode, rule } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { rulesOf } from './rules.ts'
import { current, type Version, versions } from './status.ts'

function edition(version: Version): Edition {
  return {
    version,
    rules: [...jsonRules, ...rulesOf(version)],
    specification: [
      {
        title: `Model Context Protocol, revision ${version}`,
        url: `https://modelcontextprotocol.io/specification/${version}`,
      },
    ],
    mcp: withoutStackTraces(
      throughRpc(
        {
          decode: wire => decode(wire, version),
          encode: (outcome, exchange) => encode(outcome, exchange, version),
        },
        rule('mcp/envelope'),
      ),
      rule('mcp/stack-trace'),
    ),
    examples: () => import('./examples.ts').then(({ examplesOf }) => examplesOf(version)),
  }
}

/**
 * The contract `mcp`.
 *
 * @example
 * Object.keys(mcp.editions) // ['2025-06-18', '2025-11-25', '2026-07-28']
 */
export const mcp: Contract = {
  id: 'mcp',
  title: 'Model Context Protocol tool result',
  current,
  editions: Object.fromEntries(versions.map(version => [version, wellFormed(edition(version))])),
  detect,
}
