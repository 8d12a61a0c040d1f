/** AdCP, the Ad Context Protocol: the protocol envelope of release 3.1 over REST, MCP and A2A. */

import type { Contract, Edition, Face } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { plainStream, streamRules } from '../../codec/plain-stream.ts'
import { throughRpc } from '../../codec/rpc-result.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import type { A2aWire } from '../../wire/a2a.ts'
import { type A2aVersion, a2aVersions } from '../../wire/a2a-frame.ts'
import type { HttpWire } from '../../wire/http.ts'
import type { McpWire } from '../../wire/mcp.ts'
import { calling } from './calling.ts'
import { type DecodeOptions, decodeHttp } from './decode.ts'
import { decodeA2a } from './decode-a2a.ts'
import { decodeMcp } from './decode-mcp.ts'
import { detect } from './detect.ts'
import { documents } from './documents.ts'
import { encodeA2a, encodeHttp, encodeMcp } from './encode.ts'
import { release } from './envelope.ts'
import { fix } from './fix.ts'
import { a2aRequest, httpRequest, mcpRequest } from './request-faces.ts'
import { rule, rules } from './rules.ts'
import { serving } from './serving.ts'
import { specification } from './specification.ts'

function edition(options: DecodeOptions): Edition {
  const http: Face<HttpWire> = {
    decode: wire => decodeHttp(wire, options),
    encode: encodeHttp,
    request: httpRequest,
  }
  return {
    version: release,
    rules: [...jsonRules, ...streamRules, ...rules],
    specification,
    http,
    stream: plainStream('adcp', http),
    mcp: throughRpc<McpWire>(
      {
        decode: wire => decodeMcp(wire, options),
        encode: encodeMcp,
        request: mcpRequest,
      },
      rule('adcp/mcp-envelope'),
    ),
    a2a: throughRpc<A2aWire>(
      {
        decode: wire => decodeA2a(wire, options),
        encode: (outcome, exchange, dialect = a2aVersions[0]) => encodeA2a(outcome, exchange, dialect as A2aVersion),
        dialects: a2aVersions,
        request: a2aRequest,
      },
      rule('adcp/a2a-envelope'),
    ),
    documents,
    fix,
    examples: () => import('./examples.ts').then(module => module.examples),
  }
}

/**
 * The contract with a reader of your choice.
 *
 * @example
 * const careful = adcpContract({ unknownRecovery: 'stop' })
 */
export function adcpContract(options: DecodeOptions = {}): Contract {
  return {
    id: 'adcp',
    title: 'AdCP protocol envelope',
    current: release,
    editions: { [release]: wellFormed(edition(options)) },
    calling,
    detect,
    serving,
    openapi: () => import('./openapi.ts').then(module => module.openapi),
  }
}

/**
 * The contract `adcp`.
 *
 * @example
 * adcp.current // '3.1'
 */
export const adcp: Contract = adcpContract()
