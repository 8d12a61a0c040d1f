/** What an author says of an operation over A2A. */
import { ReplywireError } from '../errors.ts'
import type { Effects } from './define.ts'

/** How one operation responds over A2A. */
export interface A2aOperationOptions {
  /**
   * What a completed call answers with: a task that is kept, or a message alone, for quick answers of operations
   * without effects. Default: `task`.
   */
  reply?: 'task' | 'message'
}

/** A message leaves nothing to follow, to resume or to look up: only what has no effects may answer with one. */
export function checkA2aOptions(
  title: string,
  { reply = 'task' }: A2aOperationOptions,
  { effects, async }: { effects: Effects; async: boolean },
): void {
  if (reply === 'task') return
  if (reply !== 'message') {
    throw new ReplywireError('ERR_MISUSE', `The operation "${title}": a2a.reply must be 'task' or 'message'.`)
  }
  if (effects !== 'none' || async) {
    throw new ReplywireError(
      'ERR_MISUSE',
      `The operation "${title}" cannot reply with a message over A2A: that needs effects: 'none', and no async. Set those, or remove a2a.reply.`,
    )
  }
}
