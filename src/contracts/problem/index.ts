/** Problem details for HTTP APIs (RFC 9457), with plain JSON answers around them. */
import type { Contract, Edition, Face } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { streamRules } from '../../codec/plain-reader.ts'
import { plainStream } from '../../codec/plain-stream.ts'
import { ruleTable } from '../../codec/rule.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import type { HttpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { problemType, version } from './names.ts'
import { rules } from './rules.ts'
import { serving } from './serving.ts'

const http: Face<HttpWire> = withoutStackTraces({ decode, encode }, ruleTable(rules)('problem/stack-trace'))

const edition: Edition = {
  version,
  rules: [...jsonRules, ...streamRules, ...rules],
  specification: [{ title: 'RFC 9457: Problem Details for HTTP APIs', url: 'https://www.rfc-editor.org/rfc/rfc9457' }],
  http,
  stream: plainStream('problem', http),
  examples: () => import('./examples.ts').then(({ examples }) => examples),
}

/**
 * The contract `problem`.
 *
 * @example
 * problem.accepts?.('application/problem+json') // '9457'
 */
export const problem: Contract = {
  id: 'problem',
  title: 'Problem details for HTTP APIs',
  current: version,
  editions: { [version]: wellFormed(edition) },
  accepts: mediaType => (mediaType === problemType ? version : undefined),
  detect,
  serving,
  openapi: () => import('./openapi.ts').then(module => module.openapi),
}
