/** jpcite: the canonical response envelope v2, and the legacy shapes that it replaces. */
import type { Contract, Edition, Face } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { streamRules } from '../../codec/plain-reader.ts'
import { plainStream } from '../../codec/plain-stream.ts'
import { throughRpc } from '../../codec/rpc-result.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import type { HttpWire } from '../../wire/http.ts'
import { calling } from './calling.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { fix } from './fix.ts'
import { decodeLegacy } from './legacy/decode.ts'
import { encodeLegacy } from './legacy/encode.ts'
import { legacyRules, legacyStackTrace } from './legacy/rules.ts'
import { decodeMcp, encodeMcp } from './mcp.ts'
import { mediaType } from './negotiation.ts'
import { rules, stackTrace } from './rules.ts'
import { serving } from './serving.ts'
import { rule } from './validate.ts'
import { validateStreamHead } from './validate-http.ts'

export { readClientTag, writeClientTag } from './client-tag.ts'
export { type EnvelopeParts, type ErrorParts, StandardError, StandardResponse } from './factories.ts'
export { wrapForMcp } from './mcp.ts'
export { type MigrationSetting, milestones, type Phase, phaseAt } from './migration.ts'
export {
  languageOf,
  mergeVary,
  type Negotiation,
  type NegotiationInput,
  negotiate,
  type Version,
  type VersionInput,
  versionHeaders,
  versionServed,
} from './negotiation.ts'

import { mintUlid } from './request-id.ts'

export { isRequestId, isUlid, mintUlid, requestIdFrom, type UlidSource } from './request-id.ts'
export type { JpciteOperationOptions, JpciteServerOptions } from './serving.ts'
export { type EmptyReason, type ErrorCode, type Language, type Status, userMessageOf } from './status.ts'
export type { StandardAction, StandardCitation, StandardMeta, StandardQueryEcho } from './wire-types.ts'

const examples = () => import('./examples.ts').then(module => module.examples)
const http: Face<HttpWire> = withoutStackTraces({ decode, encode }, stackTrace)

const specification = [
  { title: 'Canonical response envelope (v2)', url: 'https://jpcite.com/docs/api-reference/response_envelope' },
]

const v2: Edition = {
  specification,
  version: 'v2',
  rules: [...jsonRules, ...streamRules, ...rules],
  http,
  mcp: withoutStackTraces(
    throughRpc({ decode: decodeMcp, encode: encodeMcp }, rule('jpcite/rpc-envelope')),
    stackTrace,
  ),
  stream: { ...plainStream('jpcite', http), checkHead: validateStreamHead },
  fix,
  examples,
}

const legacy: Edition = {
  specification,
  version: 'legacy',
  rules: [...jsonRules, ...legacyRules],
  http: withoutStackTraces({ decode: decodeLegacy, encode: encodeLegacy }, legacyStackTrace),
  examples,
}

/**
 * The contract `jpcite`.
 *
 * @example
 * jpcite.current // 'v2'
 */
export const jpcite: Contract = {
  id: 'jpcite',
  title: 'jpcite canonical response envelope',
  current: 'v2',
  editions: { v2: wellFormed(v2), legacy: wellFormed(legacy) },
  mintId: mintUlid,
  accepts: type => (type === mediaType ? 'v2' : undefined),
  detect,
  serving,
  calling,
  openapi: () => import('./openapi.ts').then(module => module.openapi),
  probes: () => import('./probes.ts').then(module => module.probes),
}
