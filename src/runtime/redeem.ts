/** Approval tokens: what a call brings decides which input runs. */
import { isObject } from '../lib/json-value.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { PresentedApprovals, RefusedTokens } from './approvals.ts'
import { type DurableCall, isKeyed, type Next, syncBudgetMs } from './durable-call.ts'

/** Reads the approvals of the tokens. A refusal waits for the key: a repeat gets its stored answer all the same. */
export function redeemTokens(call: DurableCall, next: Next): Promise<RunResult> {
  const { approvalTokens: tokens = [] } = call.request
  return tokens.length === 0 ? detached(call, next) : redeemed(call, tokens, next)
}

async function redeemed(call: DurableCall, tokens: readonly string[], next: Next): Promise<RunResult> {
  const presented = await bring(call, tokens)
  if ('refusal' in presented) call.durable.refusal = presented
  else call.durable.presented = presented
  return detached(call, next)
}

/** A run that is kept, or may become a task, does not end with its caller. */
function detached(call: DurableCall, next: Next): Promise<RunResult> {
  if (!isKeyed(call) && syncBudgetMs(call) === undefined) return next()
  const unfollow = call.durable.detach(call)
  return next().finally(unfollow)
}

/** A `reply` next to the arguments answers an approver who asked back. */
async function bring(call: DurableCall, tokens: readonly string[]): Promise<PresentedApprovals | RefusedTokens> {
  const { caller, request } = call
  const { operations, deciding } = call.runtime
  const { operation, input } = request
  const presented = await deciding.bring(tokens, { ...request, caller })
  if (!('refusal' in presented) || !isObject(input) || operations[operation]?.ownReply !== false) return presented
  const { reply, ...rest } = input
  if (typeof reply !== 'string') return presented
  const approvalSubject = { operation, input: rest, caller }
  const isReplied = await deciding.answered(tokens, approvalSubject, reply)
  if (isReplied === false) return presented
  call.request = { ...request, input: rest }
  return isReplied === true ? deciding.bring(tokens, approvalSubject) : isReplied
}
