/** Agent run: the Agent HTTP contract with its one envelope, synchronous and streamed. */

import type { Contract, Edition } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import { calling } from './calling.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { version } from './endpoints.ts'
import { fix } from './fix.ts'
import { health } from './health.ts'
import { contractId } from './nodes.ts'
import { request } from './request.ts'
import { rules } from './rules.ts'
import { serving } from './serving.ts'
import { stream } from './stream.ts'
import { rule } from './validate.ts'

export type { AgentError, AgentRunRequest, AgentRunResponse, GroundingPack, Health } from './schema.ts'

const edition: Edition = {
  version,
  rules: [...jsonRules, ...rules],
  specification: [
    { title: 'Agent HTTP contract (unified envelope): CONTRACT.md', clauses: 'CONTRACT.md' },
    { title: 'Agent HTTP contract (unified envelope)' },
  ],
  http: withoutStackTraces({ decode, encode, request }, rule('agent-run/stack-trace')),
  stream,
  documents: { health },
  fix,
  examples: () => import('./examples.ts').then(module => module.examples),
}

/**
 * The contract `agent-run`.
 *
 * @example
 * agentRun.id // 'agent-run'
 */
export const agentRun: Contract = {
  id: contractId,
  title: 'Agent HTTP contract (agent run)',
  current: version,
  editions: { [version]: wellFormed(edition) },
  calling,
  detect,
  serving,
  openapi: () => import('./openapi.ts').then(module => module.openapi),
  probes: () => import('./probes.ts').then(module => module.probes),
}
