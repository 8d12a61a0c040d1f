/** jpcite response envelope v2, "Wire shape": the types of what is on the wire. Further members are allowed. */
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { EmptyReason, ErrorCode, Status } from './status.ts'

/** `query_echo`: what was understood of the call. */
export type StandardQueryEcho = {
  normalized_input: JsonObject
  applied_filters: JsonObject
  unparsed_terms: string[]
}

/** `meta`: what belongs to the call. */
export type StandardMeta = {
  request_id: string
  api_version: 'v2'
  latency_ms: number
  billable_units: number
  client_tag?: string
}

/** One of `citations`. */
export type StandardCitation = {
  source_id?: string
  source_url?: string
  publisher?: string
  title?: string
  fetched_at?: string
  checksum?: string
  license?: string
  /** JSON pointers into the envelope. */
  field_paths?: string[]
  excerpt?: string
  page_ref?: string
  verification_status?: string
  citation_text_ja?: string
  citation_markdown?: string
}

/** One of `suggested_actions`: it names a tool or an endpoint. */
export type StandardAction = { tool?: string; endpoint?: string; args: JsonObject; reason?: string }

/** `error` of an envelope. */
export type StandardErrorBody = {
  code: ErrorCode
  user_message: string
  developer_message?: string
  retryable: boolean
  /** Seconds. */
  retry_after?: number
  documentation: string
}

type Envelope<S extends Status, Row> = {
  status: S
  query_echo: StandardQueryEcho
  results: Row[]
  citations: StandardCitation[]
  warnings: string[]
  suggested_actions: StandardAction[]
  meta: StandardMeta
  retry_with?: JsonObject
}

/** An envelope by its status: `empty` says why, `error` has its error and no rows. */
export type StandardResponseBody<Row = Json> =
  | Envelope<'rich' | 'sparse' | 'partial', Row>
  | (Envelope<'empty', never> & { empty_reason: EmptyReason })
  | (Envelope<'error', never> & { error: StandardErrorBody })
