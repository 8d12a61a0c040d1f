/** AdCP 3.1: how a submitted task is announced, and the webhooks about it (mcp-webhook-payload). */
import type { TaskMessage, TaskServing } from '../../../codec/serving.ts'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import type { Notice } from '../../../outcome/outcome.ts'
import { releaseOf } from '../releases.ts'
import { taskTypeIn } from './names.ts'
import { responseOf } from './response.ts'

const noWebhook: Notice = {
  severity: 'warning',
  code: 'UNSUPPORTED_FEATURE',
  message: 'There are no webhooks for tasks of this type: query the task instead.',
}

export const tasks: TaskServing = {
  echoesContext: true,
  callersPoll: true,
  typeOf: (operation, edition) => taskTypeIn(operation, releaseOf(edition)),
  // Callers poll a task, whether it waits or runs: `working` would promise its end on this very connection.
  submitted(outcome, { isUnheard }) {
    if (outcome.kind !== 'pending') return outcome
    const notices = [...(outcome.notices ?? []), ...(isUnheard ? [noWebhook] : [])]
    return { ...outcome, phase: 'queued', ...(notices.length === 0 ? undefined : { notices }) }
  },
  message,
}

/** The news of a task, with the response as `result`. */
function message({
  taskId,
  operation,
  messageId,
  outcome,
  exchange,
  push,
  edition,
}: TaskMessage): Uint8Array | undefined {
  const release = releaseOf(edition)
  const type = taskTypeIn(operation, release)
  if (type === undefined) return undefined
  const result = responseOf(outcome, exchange, release)
  const config: JsonObject = isObject(push) ? push : {}
  const payload = {
    idempotency_key: messageId,
    operation_id: typeof config.operation_id === 'string' ? config.operation_id : taskId,
    task_id: taskId,
    task_type: type,
    protocol: release.taskTypes.get(type),
    status: result.status ?? 'unknown',
    timestamp: exchange.at,
    ...(typeof result.message === 'string' ? { message: result.message } : undefined),
    ...(exchange.conversationId === undefined ? undefined : { context_id: exchange.conversationId }),
    ...(typeof config.token === 'string' ? { token: config.token } : undefined),
    result,
  }
  const text = JSON.stringify(payload)
  // The caller's context is echoed as it was spelled.
  const whole = exchange.context === undefined ? text : `${text.slice(0, -1)},"context":${exchange.context}}`
  return new TextEncoder().encode(whole)
}
