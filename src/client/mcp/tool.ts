/** A tool as an operation, and what a call of it carries in addition to its arguments. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { OfferedOperation } from '../connection.ts'

export function offeredOf({ name, title, description, inputSchema }: JsonObject): OfferedOperation[] {
  if (typeof name !== 'string') return []
  return [
    {
      name,
      ...(typeof title === 'string' ? { title } : undefined),
      ...(typeof description === 'string' ? { description } : undefined),
      ...(isObject(inputSchema) ? { input: inputSchema } : undefined),
    },
  ]
}

/** The key in `_meta` of a call for what headers carry over HTTP. */
export const callKey = 'replywire/call'

export function callMeta({ exchange, idempotencyKey, approvalTokens, prefer, hops }: Call): JsonObject {
  const { requestId, correlationId } = exchange
  const members = { requestId, correlationId, idempotencyKey, approvalTokens, prefer, hops }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject
}
