/** Questions of an upstream that the arguments of a call answer: its caller repeated it with what was asked for. */
import { isObject, type Json } from '../../lib/json-value.ts'
import type { Answers } from '../../outcome/answer-to.ts'
import type { Need } from '../../outcome/need.ts'
import type { Outcome, Paused } from '../../outcome/outcome.ts'

/** Undefined where they answer nothing. `approved`: the keys of approvals that were given. */
export function answersFor(needs: readonly Need[], input: Json, approved: readonly string[] = []): Answers | undefined {
  const found = needs.flatMap((need): [string, Json][] => {
    if (need.kind === 'approval') return approved.includes(need.key) ? [[need.key, true]] : []
    if (need.kind !== 'input' || !isObject(input) || !Object.hasOwn(input, need.name)) return []
    return [[need.name, input[need.name] as Json]]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** Whether the upstream waits for the answer itself: a round of MCP, or a task. */
export function isContinued(outcome: Outcome): outcome is Paused {
  const { resultType } = outcome.extra?.mcp ?? {}
  const { task } = outcome
  return outcome.kind === 'paused' && (resultType === 'input_required' || (task?.id !== undefined && task.id !== ''))
}
