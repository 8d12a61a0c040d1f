/** What a call says in the headers of its request. */
import type { Call } from '../../outcome/call.ts'
import { streamType } from './request.ts'
import { headerText } from './sendable-key.ts'

/** Headers of a call, and others in addition to them or in their place. */
export function callHeaders(
  { exchange, idempotencyKey, approvalTokens = [], prefer }: Call,
  stream: boolean,
  others: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return {
    accept: stream ? streamType : 'application/json, */*;q=0.9',
    'x-request-id': headerText(exchange.requestId),
    'x-correlation-id': headerText(exchange.correlationId),
    'idempotency-key': headerText(idempotencyKey),
    'x-approval-token': approvalTokens.length === 0 ? undefined : approvalTokens.join(', '),
    prefer: prefer?.async === true ? 'respond-async' : undefined,
    ...others,
  }
}
