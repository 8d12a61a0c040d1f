/** What a webhook says: the answer as the caller's contract writes it; under AdCP, its webhook payload around it. */
import type { Contract, Edition } from '../../codec/contract.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { type SealedExchange, seal } from '../../outcome/exchange.ts'
import type { Rendered, Told } from '../../runtime/runtime.ts'
import { notification, readForm } from '../a2a/notification.ts'

type Resolve = (ref: string) => { contract: Contract; edition: Edition | undefined }

export function renderWebhook(told: Told, resolve: Resolve, now: () => number): Rendered {
  const at = new Date(now()).toISOString()
  const exchange = seal(
    { ...told.exchange, operation: told.operation, at },
    { id: () => told.messageId, now: () => new Date(now()) },
  )
  const form = told.form === undefined ? undefined : readForm(told.form)
  const { contract, edition } = resolve(form?.contract ?? told.contract)
  if (form !== undefined && edition !== undefined) {
    return notification({ contract, edition }, told.outcome, exchange, form.version)
  }
  // Whoever configured an endpoint hears of tasks that were begun over other carriers too.
  if (edition?.http === undefined && edition?.a2a !== undefined) {
    return notification({ contract, edition }, told.outcome, exchange, '1.0')
  }
  if (edition?.http === undefined && edition?.mcp !== undefined) {
    return { contentType: 'application/json', body: edition.mcp.encode(told.outcome, exchange).wire.body.bytes }
  }
  const face = edition?.http
  if (face === undefined) throw new ReplywireError('ERR_NO_FACE', `${told.contract} is not spoken over HTTP.`)
  const { wire } = face.encode(told.outcome, exchange)
  if (contract.id === 'adcp') return { contentType: 'application/json', body: adcpPayload(told, exchange, wire.body) }
  return { contentType: wire.headers?.['content-type'] ?? 'application/json', body: wire.body.bytes }
}

/** AdCP 3.1, mcp-webhook-payload: the task's news, with the response as `result`. */
function adcpPayload(
  told: Told,
  exchange: SealedExchange,
  body: { json(): { ok: boolean; value?: unknown } },
): Uint8Array {
  const reading = body.json()
  const result = isObject(reading.value) ? reading.value : {}
  const { context: _, ...rest } = result
  const push: JsonObject = isObject(told.push) ? told.push : {}
  const payload = {
    idempotency_key: told.messageId,
    operation_id: typeof push.operation_id === 'string' ? push.operation_id : told.taskId,
    task_id: told.taskId,
    task_type: told.operation,
    status: rest.status ?? 'unknown',
    timestamp: exchange.at,
    ...(typeof rest.message === 'string' ? { message: rest.message } : undefined),
    ...(exchange.conversationId === undefined ? undefined : { context_id: exchange.conversationId }),
    ...(typeof push.token === 'string' ? { token: push.token } : undefined),
    result: rest,
  }
  const text = JSON.stringify(payload)
  // The caller's context is echoed as it was spelled.
  const whole = exchange.context === undefined ? text : `${text.slice(0, -1)},"context":${exchange.context}}`
  return new TextEncoder().encode(whole)
}
