/** AdCP, the Ad Context Protocol: the protocol envelope over REST, MCP and A2A. */
import type { Contract, Edition, Face } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { streamRules } from '../../codec/plain-reader.ts'
import { plainStream } from '../../codec/plain-stream.ts'
import { throughRpc } from '../../codec/rpc-result.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
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
import { fix } from './fix.ts'
import type { Release } from './release.ts'
import { currentRelease, releases } from './releases.ts'
import { requestFaces } from './request-faces.ts'
import { rule, rulesOf } from './rules.ts'
import { serving } from './serving.ts'
import { specification } from './specification.ts'

function edition(release: Release, options: DecodeOptions): Edition {
  const requests = requestFaces(release)
  const stackTrace = rule('adcp/stack-trace')
  const http: Face<HttpWire> = withoutStackTraces(
    {
      decode: wire => decodeHttp(wire, options, release),
      encode: (outcome, exchange) => encodeHttp(outcome, exchange, release),
      request: requests.http,
    },
    stackTrace,
  )
  return {
    version: release.name,
    aliases: release.builds,
    rules: [...jsonRules, ...streamRules, ...rulesOf(release)],
    specification: specification(release),
    http,
    stream: plainStream('adcp', http),
    mcp: withoutStackTraces(
      throughRpc<McpWire>(
        {
          decode: wire => decodeMcp(wire, options, release),
          encode: (outcome, exchange) => encodeMcp(outcome, exchange, release),
          request: requests.mcp,
        },
        rule('adcp/mcp-envelope'),
      ),
      stackTrace,
    ),
    a2a: withoutStackTraces(
      throughRpc<A2aWire>(
        {
          decode: wire => decodeA2a(wire, options, release),
          encode: (outcome, exchange, dialect = a2aVersions[0]) =>
            encodeA2a(outcome, exchange, dialect as A2aVersion, release),
          dialects: a2aVersions,
          request: requests.a2a,
        },
        rule('adcp/a2a-envelope'),
      ),
      stackTrace,
    ),
    documents: documents(release),
    fix: (wire, message) => fix(wire, message, release),
    examples: () =>
      release.dataPart === 'answer'
        ? import('./examples-3.2.ts').then(module => module.laterExamples)
        : import('./examples.ts').then(module => module.examples),
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
    current: currentRelease.name,
    editions: Object.fromEntries(releases.map(release => [release.name, wellFormed(edition(release, options))])),
    calling,
    detect,
    serving,
    openapi: () => import('./openapi.ts').then(module => module.openapi),
    probes: () => import('./probes.ts').then(module => module.probes),
  }
}

/**
 * The contract `adcp`.
 *
 * @example
 * adcp.current // '3.1'
 */
export const adcp: Contract = adcpContract()

export { readWebhook, type TaskWebhook } from './read-webhook.ts'
