/** The body of a webhook: the answer as the caller's contract writes it, or the contract's own message about it. */
import type { Contract, Edition } from '../../codec/contract.ts'
import { ReplywireError } from '../../errors.ts'
import { seal } from '../../outcome/exchange.ts'
import type { WebhookBody, WebhookMessage } from '../../runtime/runtime.ts'
import { notification, readForm } from '../a2a/notification.ts'
import { finishWithoutCall } from '../pipeline/finish.ts'
import { withoutRepeats } from '../repeated-keys.ts'

type Resolve = (ref: string) => { contract: Contract; edition: Edition | undefined }

export function renderWebhook(message: WebhookMessage, resolve: Resolve, now: () => number): WebhookBody {
  const at = new Date(now()).toISOString()
  // Endpoints of the operator receive every task, and no text that gives a key twice is signed.
  const { context } = message.exchange
  const signable = context === undefined ? undefined : { context: withoutRepeats(context) }
  const exchange = seal(
    { ...message.exchange, ...signable, operation: message.operation, at },
    { id: () => message.messageId, now: () => new Date(now()) },
  )
  const form = message.form === undefined ? undefined : readForm(message.form)
  const { contract, edition } = resolve(form?.contract ?? message.contract)
  const outcome = finishWithoutCall(contract, message)
  if (form !== undefined && edition !== undefined) {
    return notification({ contract, edition }, outcome, exchange, form.version)
  }
  // A configured endpoint also receives tasks that were started over other carriers.
  if (edition?.http === undefined && edition?.a2a !== undefined) {
    return notification({ contract, edition }, outcome, exchange, '1.0')
  }
  if (edition?.http === undefined && edition?.mcp !== undefined) {
    return { contentType: 'application/json', body: edition.mcp.encode(outcome, exchange).wire.body.bytes }
  }
  if (edition?.http === undefined)
    throw new ReplywireError('ERR_NO_FACE', `${message.contract} is not spoken over HTTP.`)
  const { taskId, operation, messageId, push } = message
  const body = contract.serving?.tasks?.message({
    ...{ taskId, operation, messageId, outcome, exchange, push },
    edition: edition.version,
  })
  if (body !== undefined) return { contentType: 'application/json', body }
  const { wire } = edition.http.encode(outcome, exchange)
  return { contentType: wire.headers?.['content-type'] ?? 'application/json', body: wire.body.bytes }
}
