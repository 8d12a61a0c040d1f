/** YAAgents: the Agentic REST Response Profile, and its older versions, which are frozen. */
import type { Contract, Edition, Face } from '../../codec/contract.ts'
import { framingRule } from '../../codec/foreign-stream.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { streamRules } from '../../codec/plain-reader.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import type { HttpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { fix } from './fix.ts'
import { forwarding } from './forwarding.ts'
import { openapiDocument } from './openapi-document.ts'
import { rules, stackTrace } from './rules.ts'
import { serving } from './serving.ts'
import { current, vendorPrefix, versions } from './status.ts'
import { streamOf } from './stream.ts'

export {
  accepted,
  approvalRequired,
  clarificationRequired,
  conflict,
  created,
  error,
  failedDependency,
  forbidden,
  PROFILE_VERSION,
  success,
  validationFailed,
} from './factories.ts'
export type {
  AgenticError,
  ApprovalRequired,
  ClarificationRequired,
  Conflict,
  OperationAccepted,
  RequiredInput,
  Trace,
  ValidationFailed,
} from './schema.ts'
export type { YaagentsOperationOptions } from './serving.ts'

/** §11 came with v0.2. */
const sinceV02 = new Set([
  'yaagents/retry-after-type',
  'yaagents/retry-after',
  'yaagents/stream-cache',
  'yaagents/limit-exceeded',
  'yaagents/execution-timeout',
])

function edition(version: string): Edition {
  const plain: Face<HttpWire> = {
    decode: wire => decode(wire, version),
    encode: (outcome, exchange) => encode(outcome, exchange, version),
  }
  const http = withoutStackTraces(plain, stackTrace)
  return {
    // The examples show the current edition; the frozen ones have no pages of their own.
    ...(version === current ? { examples: () => import('./examples.ts').then(module => module.examples) } : undefined),
    version,
    rules: [
      ...jsonRules,
      ...streamRules,
      framingRule,
      ...rules.filter(({ id }) => version !== '0.1' || !sinceV02.has(id)),
    ],
    specification: [
      { title: `YAAgents Agentic REST Response Profile, v${version}` },
      { title: `YAAgents JSON Schemas, v${version}`, clauses: 'schema ' },
      { title: `YAAgents OpenAPI components, v${version}`, clauses: 'OpenAPI x-yaagents' },
      { title: 'OpenAPI Specification', url: 'https://spec.openapis.org/oas/v3.1.0', clauses: 'OpenAPI ' },
    ],
    http,
    fix: (wire, message) => fix(wire, message, version),
    documents: { openapi: openapiDocument(version) },
    stream: streamOf(version, http),
  }
}

/**
 * The contract `yaagents`.
 *
 * @example
 * yaagents.current // '0.3'
 */
export const yaagents: Contract = {
  id: 'yaagents',
  title: 'YAAgents Agentic REST Response Profile',
  current,
  editions: Object.fromEntries(versions.map(version => [version, wellFormed(edition(version))])),
  accepts: mediaType => (mediaType.startsWith(vendorPrefix) ? current : undefined),
  detect,
  serving,
  forwarding,
  openapi: () => import('./openapi.ts').then(module => module.openapi),
  probes: () => import('./probes.ts').then(module => module.probes),
}
