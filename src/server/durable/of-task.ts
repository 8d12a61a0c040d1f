/** What belongs to every update of a task, whoever asks for it and how. */
import type { OfTask } from '../../agent/context.ts'
import type { Call } from '../../outcome/call.ts'
import type { Spoken } from '../envelope.ts'

/** Under AdCP an update echoes the context that the task was begun with, in its conversation. */
export function ofTask({ contract }: Pick<Spoken, 'contract'>, { exchange }: Call): OfTask {
  if (contract.id !== 'adcp') return {}
  const { context, conversationId } = exchange
  return {
    ...(context === undefined ? undefined : { context }),
    ...(conversationId === undefined ? undefined : { conversationId }),
  }
}
