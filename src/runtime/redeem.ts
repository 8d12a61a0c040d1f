/** Approval tokens: what a call brings decides which input runs. */
import { isObject } from '../lib/json-value.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { Brought, RefusedTokens } from './approvals.ts'
import { type DurableCall, isKeyed, type Next, syncBudgetMs } from './durable-call.ts'

/** Reads the approvals of the tokens. A refusal waits for the key: a repeat gets its stored answer all the same. */
export async function redeemTokens(call: DurableCall, next: Next): Promise<RunResult> {
  const { durable, request } = call
  if (request.approvalTokens !== undefined && request.approvalTokens.length > 0) {
    const brought = await bring(call, request.approvalTokens)
    if ('refusal' in brought) durable.refusal = brought
    else durable.brought = brought
  }
  if (!isKeyed(call) && syncBudgetMs(call) === undefined) return next()
  const unfollow = durable.detach(call)
  try {
    return await next()
  } finally {
    unfollow()
  }
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
