/** The constructors that the document names, for services that build envelopes by hand. What they make has no finding. */
import type { Finding } from '../../codec/rule.ts'
import { ReplywireError } from '../../errors.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { apiVersion } from './meta.ts'
import { documentationOf, type EmptyReason, type ErrorCode, errorRow, type Language, userMessageOf } from './status.ts'
import { validateEnvelope, validateError, validateSchema } from './validate.ts'

/** What an envelope holds apart from its results. Names are those of the wire. */
export interface EnvelopeParts {
  request_id: string
  latency_ms?: number
  billable_units?: number
  client_tag?: string
  query_echo?: { normalized_input?: JsonObject; applied_filters?: JsonObject; unparsed_terms?: string[] }
  citations?: JsonObject[]
  warnings?: string[]
  suggested_actions?: JsonObject[]
  retry_with?: JsonObject
}

function refuse(findings: readonly Finding[]): void {
  const [first] = findings
  if (first === undefined) return
  const where = first.pointer === '' ? '' : ` at ${first.pointer}`
  throw new ReplywireError('ERR_MISUSE', `${first.message}${where} ${first.fix}`)
}

function envelope(status: string, results: Json[], parts: EnvelopeParts, after: JsonObject = {}): JsonObject {
  const made: JsonObject = {
    status,
    query_echo: { normalized_input: {}, applied_filters: {}, unparsed_terms: [], ...parts.query_echo },
    results,
    citations: parts.citations ?? [],
    warnings: parts.warnings ?? [],
    suggested_actions: parts.suggested_actions ?? [],
    meta: {
      request_id: parts.request_id,
      api_version: apiVersion,
      latency_ms: Math.max(0, Math.round(parts.latency_ms ?? 0)),
      billable_units: parts.billable_units ?? (status === 'error' ? 0 : 1),
      ...(parts.client_tag === undefined ? undefined : { client_tag: parts.client_tag }),
    },
    ...(parts.retry_with === undefined ? undefined : { retry_with: parts.retry_with }),
    ...after,
  }
  const findings: Finding[] = []
  validateEnvelope(made, '', findings)
  refuse(findings)
  return made
}

/**
 * Envelopes by status. Each refuses what its status does not allow.
 *
 * @example
 * StandardResponse.empty('no_match', { request_id: '01KQ3XQ77RR7J8XWZ8C0YR2JN2', retry_with: { broaden: true } })
 */
export const StandardResponse = {
  rich: (results: Json[], parts: EnvelopeParts): JsonObject => envelope('rich', results, parts),

  sparse: (results: Json[], parts: EnvelopeParts): JsonObject => envelope('sparse', results, parts),

  /** `retry_with` is required: without it an agent has no next step. */
  empty: (reason: EmptyReason, parts: EnvelopeParts & { retry_with: JsonObject }): JsonObject =>
    envelope('empty', [], parts, { empty_reason: reason }),

  partial: (results: Json[], warnings: [string, ...string[]], parts: Omit<EnvelopeParts, 'warnings'>): JsonObject =>
    envelope('partial', results, { ...parts, warnings }),

  error: (error: JsonObject, parts: Omit<EnvelopeParts, 'billable_units'>): JsonObject =>
    envelope('error', [], { ...parts, billable_units: 0 }, { error }),
} as const

/** What an error may say beyond its code. */
export interface ErrorParts {
  language?: Language
  user_message?: string
  developer_message?: string
  retry_after?: number
}

function error(code: ErrorCode, { language = 'ja', ...parts }: ErrorParts, requestId?: string): JsonObject {
  const made: JsonObject = {
    code,
    user_message: parts.user_message ?? userMessageOf(code, language),
    ...(parts.developer_message === undefined ? undefined : { developer_message: parts.developer_message }),
    retryable: errorRow(code)?.retryable ?? false,
    ...(parts.retry_after === undefined ? undefined : { retry_after: parts.retry_after }),
    documentation: documentationOf(code),
  }
  const findings: Finding[] = []
  validateSchema('standard-error', made, '', findings)
  validateError(made, requestId, '', findings)
  refuse(findings)
  return made
}

/** A text in quotes as Python's repr has it: double ones when only single ones are inside. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', [quote]: `\\${quote}` }
  return quote + [...text].map(character => escapes[character] ?? character).join('') + quote
}

/**
 * Errors by code, with the standing message of the code by default.
 *
 * @example
 * StandardResponse.error(StandardError.rateLimited(60), { request_id: '01KQ3XQ77RR7J8XWZ8C0YR2JN2' })
 */
export const StandardError = {
  rateLimited: (retryAfterSeconds: number, parts: ErrorParts = {}): JsonObject =>
    error('RATE_LIMITED', { ...parts, retry_after: retryAfterSeconds }),

  unauthorized: (parts: ErrorParts = {}): JsonObject => error('UNAUTHORIZED', parts),

  forbidden: (parts: ErrorParts = {}): JsonObject => error('FORBIDDEN', parts),

  /** The developer message names the resource and, where given, the id that was looked for. */
  notFound: (resource: string, id?: string | number, parts: ErrorParts = {}): JsonObject => {
    const looked = id === undefined ? '' : ` for id=${typeof id === 'string' ? quoted(id) : id}`
    return error('NOT_FOUND', { developer_message: `${resource} not found${looked}`, ...parts })
  },

  badRequest: (field: string, reason: string, parts: ErrorParts = {}): JsonObject =>
    error('VALIDATION_ERROR', { developer_message: `field='${field}': ${reason}`, ...parts }),

  licenseGateBlocked: (domain: string, parts: ErrorParts = {}): JsonObject =>
    error('LICENSE_GATE_BLOCKED', {
      developer_message: `'${domain}' may not be redistributed; leave its rows out or ask with ?license=proprietary`,
      ...parts,
    }),

  quotaExceeded: (parts: ErrorParts = {}): JsonObject => error('QUOTA_EXCEEDED', parts),

  integrity: (parts: ErrorParts = {}): JsonObject => error('INTEGRITY_ERROR', parts),

  /** The developer message holds the request id, never the text of an exception. */
  internal: (requestId: string, parts: Omit<ErrorParts, 'developer_message'> = {}): JsonObject =>
    error('INTERNAL_ERROR', { ...parts, developer_message: `request_id=${requestId}` }, requestId),
} as const
