/** The body of a webhook: the answer as the caller's contract writes it, or the contract's own message about it. */
import type { Contract, Edition } from '../../codec/contract.ts'
import { ReplywireError } from '../../errors.ts'
import { seal } from '../../outcome/exchange.ts'
import type { Rendered, Told } from '../../runtime/runtime.ts'
import { notification, readForm } from '../a2a/notification.ts'
import { finishWithoutCall } from '../pipeline/finish.ts'

type Resolve = (ref: string) => { contract: Contract; edition: Edition | undefined }

export function renderWebhook(told: Told, resolve: Resolve, now: () => number): Rendered {
  const at = new Date(now()).toISOString()
  const exchange = seal(
    { ...told.exchange, operation: told.operation, at },
    { id: () => told.messageId, now: () => new Date(now()) },
  )
  const form = told.form === undefined ? undefined : readForm(told.form)
  const { contract, edition } = resolve(form?.contract ?? told.contract)
  const outcome = finishWithoutCall(contract, told)
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
  const { taskId, operation, messageId, push } = told
  const message = contract.serving?.tasks?.message({ taskId, operation, messageId, outcome, exchange, push })
  if (message !== undefined) return { contentType: 'application/json', body: message }
  const { wire } = face.encode(outcome, exchange)
  return { contentType: wire.headers?.['content-type'] ?? 'application/json', body: wire.body.bytes }
}
