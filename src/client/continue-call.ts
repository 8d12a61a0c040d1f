/** The call that goes on after a pause. Loaded for one. */
import { type Answers, approveName } from '../outcome/answer-to.ts'
import type { Call } from '../outcome/call.ts'
import { fault } from '../outcome/fault.ts'
import type { Paused } from '../outcome/outcome.ts'
import type { Reply } from './connection.ts'
import { noReply } from './http/read.ts'

export interface Continuation {
  readonly call: Call
  readonly pause: Paused
  readonly answers: Answers
}

/** What is called next. Without answers: the approvals of the pause were given. */
export function continueCall(
  { outcome, call, exchange }: Reply,
  answers: Answers = { [approveName]: true },
  tokens: readonly string[] = [],
  key?: string,
): Continuation | Reply {
  if (outcome.kind !== 'paused' || call === undefined) {
    return noReply(fault('invalid', 'The reply is not a pause of this client.', { began: false }))
  }
  const { conversationId } = exchange
  // It is another request with another input: it has a new id and a new key.
  const { idempotencyKey: _, ...same } = call
  const next: Call = {
    ...same,
    exchange: { ...call.exchange, requestId: crypto.randomUUID(), ...(conversationId && { conversationId }) },
    ...(key === undefined ? undefined : { idempotencyKey: key }),
    approvalTokens: [...(call.approvalTokens ?? []), ...tokens],
  }
  return { call: next, pause: outcome, answers }
}
