/**
 * What a webhook says: the answer as the caller's contract writes it; under AdCP, its webhook payload around it, if the
 * closed list of task types has the task.
 */
import type { Contract, Edition } from '../../codec/contract.ts'
import { type TaskType, taskTypes } from '../../contracts/adcp/task-types.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { type SealedExchange, seal } from '../../outcome/exchange.ts'
import type { Rendered, Told } from '../../runtime/runtime.ts'
import { notification, readForm } from '../a2a/notification.ts'
import { taskTypeIn } from '../adcp/names.ts'
import { responseOf } from '../adcp/response.ts'
import { presentOutcome } from '../present.ts'

type Resolve = (ref: string) => { contract: Contract; edition: Edition | undefined }

export function renderWebhook(told: Told, resolve: Resolve, now: () => number): Rendered {
  const at = new Date(now()).toISOString()
  const exchange = seal(
    { ...told.exchange, operation: told.operation, at },
    { id: () => told.messageId, now: () => new Date(now()) },
  )
  const form = told.form === undefined ? undefined : readForm(told.form)
  const { contract, edition } = resolve(form?.contract ?? told.contract)
  const outcome = presentOutcome(contract, told.outcome, told.author ?? 'handler')
  if (form !== undefined && edition !== undefined) {
    return notification({ contract, edition }, outcome, exchange, form.version)
  }
  // Whoever configured an endpoint hears of tasks that were begun over other carriers too.
  if (edition?.http === undefined && edition?.a2a !== undefined) {
    return notification({ contract, edition }, outcome, exchange, '1.0')
  }
  if (edition?.http === undefined && edition?.mcp !== undefined) {
    return { contentType: 'application/json', body: edition.mcp.encode(outcome, exchange).wire.body.bytes }
  }
  const face = edition?.http
  if (face === undefined) throw new ReplywireError('ERR_NO_FACE', `${told.contract} is not spoken over HTTP.`)
  const type = contract.id === 'adcp' ? taskTypeIn(told.operation) : undefined
  if (type !== undefined) return { contentType: 'application/json', body: adcpPayload(told, type, exchange) }
  const { wire } = face.encode(outcome, exchange)
  return { contentType: wire.headers?.['content-type'] ?? 'application/json', body: wire.body.bytes }
}

/** AdCP 3.1, mcp-webhook-payload: the task's news, with the response as `result`. */
function adcpPayload(told: Told, type: TaskType, exchange: SealedExchange): Uint8Array {
  const result = responseOf(told.outcome, exchange)
  const push: JsonObject = isObject(told.push) ? told.push : {}
  const payload = {
    idempotency_key: told.messageId,
    operation_id: typeof push.operation_id === 'string' ? push.operation_id : told.taskId,
    task_id: told.taskId,
    task_type: type,
    protocol: taskTypes.get(type),
    status: result.status ?? 'unknown',
    timestamp: exchange.at,
    ...(typeof result.message === 'string' ? { message: result.message } : undefined),
    ...(exchange.conversationId === undefined ? undefined : { context_id: exchange.conversationId }),
    ...(typeof push.token === 'string' ? { token: push.token } : undefined),
    result,
  }
  const text = JSON.stringify(payload)
  // The caller's context is echoed as it was spelled.
  const whole = exchange.context === undefined ? text : `${text.slice(0, -1)},"context":${exchange.context}}`
  return new TextEncoder().encode(whole)
}
