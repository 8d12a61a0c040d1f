/** Questions to an MCP client during a call, one after the other. */
import type { McpToolCall } from '../../carriers/mcp/host.ts'
import type { Deadline } from '../../lib/deadline.ts'
import type { JsonObject } from '../../lib/json-value.ts'

/** The answers by the keys of the questions; those that were not answered are missing. None after the expiry. */
export async function askClient(call: McpToolCall, requests: JsonObject, expiry: Deadline): Promise<JsonObject> {
  const expired = Promise.withResolvers<JsonObject>()
  const expire = () => expired.resolve({})
  if (expiry.signal.aborted) expire()
  expiry.signal.addEventListener('abort', expire, { once: true })
  try {
    return await Promise.race([askEach(call, requests), expired.promise])
  } finally {
    expiry.clear()
  }
}

async function askEach(call: McpToolCall, requests: JsonObject): Promise<JsonObject> {
  const answers: JsonObject = {}
  for (const [key, request] of Object.entries(requests)) {
    const { method, params } = request as { method: string; params: JsonObject }
    const { mode, ...form } = params
    // Before 2025-11-25 there were only forms, and no word for them.
    const formParams = call.revision === '2025-06-18' && mode === 'form' ? form : params
    const answer = await call.ask?.({ method, params: formParams }).catch(() => undefined)
    if (answer === undefined) break
    Object.assign(answers, Object.fromEntries([[key, answer]]))
    if (answer.action === 'decline' || answer.action === 'cancel') break
  }
  return answers
}
