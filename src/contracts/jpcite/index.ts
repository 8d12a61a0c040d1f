/** jpcite: the canonical response envelope v2, and the legacy shapes that it replaces. */

import type { Contract, Edition, Face } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { plainStream, streamRules } from '../../codec/plain-stream.ts'
import { throughRpc } from '../../codec/rpc-result.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import type { HttpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { fix } from './fix.ts'
import { decodeLegacy } from './legacy/decode.ts'
import { encodeLegacy } from './legacy/encode.ts'
import { legacyRules } from './legacy/rules.ts'
import { decodeMcp, encodeMcp } from './mcp.ts'
import { mediaType } from './negotiation.ts'
import { rules } from './rules.ts'
import { serving } from './serving.ts'
import { rule } from './validate.ts'

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
export { type ErrorCode, type Language, userMessageOf } from './status.ts'

const examples = () => import('./examples.ts').then(module => module.examples)
const http: Face<HttpWire> = { decode, encode }

const specification = [
  { title: 'Canonical response envelope (v2)', url: 'https://jpcite.com/docs/api-reference/response_envelope' },
]

const v2: Edition = {
  specification,
  version: 'v2',
  rules: [...jsonRules, ...streamRules, ...rules],
  http,
  mcp: throughRpc({ decode: decodeMcp, encode: encodeMcp }, rule('jpcite/rpc-envelope')),
  stream: plainStream('jpcite', http),
  fix,
  examples,
}

const legacy: Edition = {
  specification,
  version: 'legacy',
  rules: [...jsonRules, ...legacyRules],
  http: { decode: decodeLegacy, encode: encodeLegacy },
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
  openapi: () => import('./openapi.ts').then(module => module.openapi),
}
