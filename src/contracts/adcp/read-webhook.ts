/** AdCP core/mcp-webhook-payload: a webhook about a task as an outcome. */
import type { Decoded } from '../../codec/contract.ts'
import { text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { decodeHttp, unreadable } from './decode.ts'
import { documents } from './documents.ts'
import { currentRelease, releaseNamed } from './releases.ts'

/** A webhook: what it reports of its task, and what its receiver matches and deduplicates it by. */
export interface TaskWebhook extends Decoded {
  /** `idempotency_key`: the same on every delivery of this event. */
  readonly eventId?: string
  /** What the receiver gave its registration. */
  readonly operationId?: string
  readonly taskType?: string
  readonly token?: string
}

/**
 * Reads the body of a webhook in MCP form. Verify its signature first. The release is the one that the payload names.
 * Default: the current one.
 *
 * @example
 * const { outcome, eventId } = readWebhook('{"status":"completed","task_id":"t-1","result":{"media_buy_id":"mb-1"}}')
 * if (outcome.kind === 'completed') console.log(eventId, outcome.payload)
 */
export function readWebhook(bytes: string | Uint8Array): TaskWebhook {
  const body = typeof bytes === 'string' ? Body.ofText(bytes) : Body.ofBytes(bytes)
  const reading = body.json()
  const payload = reading.ok && isObject(reading.value) ? reading.value : undefined
  const release = releaseNamed(text(payload?.adcp_version) ?? '') ?? currentRelease
  const findings = documents(release).webhook?.check(httpWire({ body })) ?? []
  if (payload === undefined) return { outcome: unreadable(), exchange: {}, findings: [...findings] }
  const root = Body.ofJson(rootOf(payload), contextOf(payload, body))
  const { outcome, exchange } = decodeHttp(httpWire({ body: root }), {}, release)
  const { idempotency_key: eventId, operation_id: operationId, task_type: taskType, token } = payload
  return {
    outcome,
    exchange,
    findings: [...findings],
    ...defined({
      eventId: text(eventId),
      operationId: text(operationId),
      taskType: text(taskType),
      token: text(token),
    }),
  }
}

/** The answer that the webhook reports: its result, in the state and with the ids of the payload. */
function rootOf(payload: JsonObject): JsonObject {
  const { status, task_id, message, context_id, context, timestamp, result } = payload
  return {
    ...(isObject(result) ? result : undefined),
    ...defined({ status, task_id, message, context_id, timestamp }),
    ...(isObject(context) ? { context } : undefined),
  } as JsonObject
}

/** The context in the spelling of its sender, where the payload has it. */
function contextOf({ context }: JsonObject, body: Body): ReadonlyMap<string, string> | undefined {
  const source = isObject(context) ? body.source('/context') : undefined
  return source === undefined ? undefined : new Map([['/context', source]])
}
