/** How AdCP agents are called: what every request carries among its arguments, and the tool that reports a task. */
import type { Calling } from '../../codec/calling.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { effectOf, requestMembers } from './request.ts'
import { mcpRequest } from './request-faces.ts'

export const calling: Calling = {
  // Transient errors: `retry_after`, else from 2 s up to 60 s, three tries. Which error is transient `recovery` says.
  attempts: { conflict: 3 },
  backOff: { firstMs: 2000, mostMs: 60_000 },
  isOfferedBy: operations => operations.includes('get_adcp_capabilities'),
  // Of an operation whose name does not say, only the agent knows.
  mayChange(operation) {
    const effect = effectOf(operation)
    return effect !== 'none' && effect !== 'reads'
  },
  // `context`, `context_id`, `idempotency_key` and the like may be among the arguments.
  prepare(call) {
    const { input } = call
    if (!isObject(input) || !Object.keys(input).some(name => requestMembers.has(name))) return call
    const read = mcpRequest.decode(mcpWire({ name: call.operation, arguments: input })).call
    return { ...read, ...call, input: read.input, exchange: { ...read.exchange, ...call.exchange } }
  },
  // The key is in a header too, which neither a signature nor the hash of a governance token covers.
  bodyMembersOf({ exchange, push, extra, idempotencyKey }) {
    const { adcp_version, adcp_major_version } = extra?.adcp ?? {}
    return defined<JsonObject>({
      adcp_version,
      adcp_major_version,
      idempotency_key: idempotencyKey,
      context: exchange.context === undefined ? undefined : parsed(exchange.context),
      context_id: exchange.conversationId,
      governance_context: exchange.governance,
      push_notification_config: push,
    } as JsonObject)
  },
  tasks: {
    operations: ['get_task_status', 'tasks/get'],
    inputFor: taskId => ({ task_id: taskId, include_result: true }),
    // A seller may give the body of the answer alone, without the envelope.
    resultIn({ adcp_version, status, result }) {
      if (status !== 'completed' || !isObject(result)) return undefined
      return { ...(adcp_version === undefined ? undefined : { adcp_version }), status, ...result }
    },
    withoutReport(outcome) {
      const { payload, ...rest } = outcome
      const isReport = payload?.kind === 'value' && isObject(payload.value) && payload.value.task_type !== undefined
      return isReport ? rest : outcome
    },
  },
}

function parsed(text: string): Json | undefined {
  const reading = Body.ofText(text).json()
  return reading.ok ? reading.value : undefined
}
