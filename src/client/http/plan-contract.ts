/** From a call to the request of a contract that has requests of its own. Loaded for such a contract. */
import type { Call } from '../../outcome/call.ts'
import { type OperationRequest, under } from './plan.ts'
import type { GivenContract } from './read.ts'
import { streamType } from './request.ts'

/** The request of a contract that has requests of its own; undefined where it has none. */
export function planContract(
  base: URL,
  given: GivenContract,
  call: Call,
  stream: boolean,
): OperationRequest | undefined {
  const { edition, reader } = given
  const asked = stream ? { ...call, prefer: { ...call.prefer, stream } } : call
  const sent = edition.http?.request?.encode(asked).wire
  if (sent === undefined) return undefined
  const { accept: _, ...headers } = sent.headers
  return {
    method: sent.method ?? 'POST',
    url: reader.calling?.hasTarget ? under(base, sent.target ?? '') : base,
    headers: { ...headers, ...(stream ? { accept: streamType } : undefined) },
    body: sent.body.text(),
    isEffectFree: reader.calling?.mayChange?.(call.operation) === false,
    honoursKeys: reader.calling?.mayChange?.(call.operation) === true,
    given,
  }
}
