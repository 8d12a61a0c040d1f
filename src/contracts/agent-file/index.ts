/** Agent files: the Agent Response Format Specification 1.0, response and request files of a checkpoint-resume run. */

import type { Contract, Edition } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { fix } from './fix.ts'
import { answers } from './match.ts'
import { decodeRequest, encodeRequest } from './request.ts'
import { rule, rules } from './rules.ts'

export { decode } from './decode.ts'
export { fix } from './fix.ts'
export { compress } from './gzip.ts'
export { matchesRequest } from './match.ts'
export type { ReadOptions } from './payload.ts'
export type { AgentRequest, AgentResponse } from './schema.ts'

const edition: Edition = {
  version: '1.0',
  rules: [...jsonRules, ...rules],
  specification: [{ title: 'Agent Response Format Specification, version 1.0' }],
  file: withoutStackTraces(
    {
      decode: wire => decode(wire),
      encode: (outcome, exchange) => encode(outcome, exchange),
      request: { decode: decodeRequest, encode: encodeRequest },
    },
    rule('agent-file/stack-trace'),
  ),
  fix,
  answers,
  examples: () => import('./examples.ts').then(module => module.examples),
}

/**
 * The contract `agent-file`.
 *
 * @example
 * agentFile.current // '1.0'
 */
export const agentFile: Contract = {
  id: 'agent-file',
  title: 'Agent Response Format (.agent-response.json)',
  current: '1.0',
  editions: { '1.0': wellFormed(edition) },
  detect,
  probes: () => import('./probes.ts').then(module => module.probes),
}
