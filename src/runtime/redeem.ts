/** Approval tokens: what a call brings decides which input runs. */
import { isObject } from '../lib/json-value.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { Brought, RefusedTokens } from './approvals.ts'
import { type DurableCall, isKeyed, type Next, syncBudgetMs } from './durable-call.ts'

/** Reads the approvals of the tokens. A refusal waits for the key: a repeat gets its stored answer all the same. */
export function redeemTokens(call: DurableCall, next: Next): Promise<RunResult> {
  const { approvalTokens: tokens = [] } = call.request
  return tokens.length === 0 ? detached(call, next) : redeemed(call, tokens, next)
}

async function redeemed(call: DurableCall, tokens: readonly string[], next: Next): Promise<RunResult> {
  const brought = await bring(call, tokens)
  if ('refusal' in brought) call.durable.refusal = brought
  else call.durable.brought = brought
  return detached(call, next)
}

/** A run that is kept, or may become a task, does not end with its caller. */
function detached(call: DurableCall, next: Next): Promise<RunResult> {
  if (!isKeyed(call) && syncBudgetMs(call) === undefined) return next()
  const unfollow = call.durable.detach(call)
  return next().finally(unfollow)
}

/** A `reply` beside the arguments answers an approver who asked back. */
async function bring(call: DurableCall, tokens: readonly string[]): Promise<Brought | RefusedTokens> {
  const { caller, request } = call
  const { operations, deciding } = call.runtime
  const { operation, input } = request
  const brought = await deciding.bring(tokens, { ...request, caller })
  if (!('refusal' in brought) || !isObject(input) || operations[operation]?.ownReply !== false) return brought
  const { reply, ...rest } = input
  if (typeof reply !== 'string') return brought
  const asked = { operation, input: rest, caller }
  const answered = await deciding.answered(tokens, asked, reply)
  if (answered === false) return brought
  call.request = { ...request, input: rest }
  return answered === true ? deciding.bring(tokens, asked) : answered
}
