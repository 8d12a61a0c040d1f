/** What belongs to every update of a task. */
import type { OfTask } from '../../agent/context.ts'
import type { Contract } from '../../codec/contract.ts'
import type { Call } from '../../outcome/call.ts'

/** The context, the conversation and the governance of a task, where updates of the contract echo them. */
export function taskExchange(
  { contract: { serving } }: { readonly contract: Contract },
  { exchange }: Pick<Call, 'exchange'>,
): OfTask {
  if (!serving?.tasks?.echoesContext) return {}
  const { context, conversationId, governance } = exchange
  return {
    ...(context === undefined ? undefined : { context }),
    ...(conversationId === undefined ? undefined : { conversationId }),
    ...(governance === undefined ? undefined : { governance }),
  }
}
