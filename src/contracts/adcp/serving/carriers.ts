/** AdCP 3.1 over MCP and A2A, transport errors: what is refused before a task is dispatched is an error of the carrier. */
import type { A2aServing, McpServing } from '../../../codec/serving.ts'
import { isObject } from '../../../lib/json-value.ts'

const rpcCodes: Readonly<Record<string, number>> = {
  RATE_LIMITED: -32029,
  AUTH_MISSING: -32028,
  AUTH_INVALID: -32028,
  SERVICE_UNAVAILABLE: -32027,
}

export const mcp: McpServing = {
  refusal(outcome, { structuredContent }) {
    if (outcome.kind !== 'failed' || outcome.fault.began !== false) return undefined
    const { adcp_error: error } = isObject(structuredContent) ? structuredContent : {}
    const code = isObject(error) && typeof error.code === 'string' ? rpcCodes[error.code] : undefined
    if (code === undefined || !isObject(error)) return undefined
    return { code, message: String(error.message ?? ''), data: { adcp_error: error } }
  },
  // Later releases add members that every call may carry.
  hasOpenInputs: true,
  ownsRequestState: true,
}

export const a2a: A2aServing = {
  // a2a-response-extraction: nothing is read from artifact updates.
  sendsWholeTasks: true,
  warnsOfInvalidReplies: true,
  refusalDetail({ adcp_error: error, context }) {
    return error === undefined ? undefined : { adcp_error: error, ...(context === undefined ? undefined : { context }) }
  },
}
