/** A call as the contract of its agent wants it. */
import type { Calling } from '../codec/calling.ts'
import type { Call } from '../outcome/call.ts'
import { describeKey } from './describe-key.ts'

/**
 * The call with what its input says of the request itself in its place, and with a key where the operation may change
 * something. A key that was made is reported: only with the same key is a repeated call the same work.
 */
export function prepareCall(
  call: Call,
  calling: Calling | undefined,
  newKey: string | undefined,
): { call: Call; notes: string[]; isNewKey: boolean } {
  const given = calling?.prepare?.(call) ?? call
  if (given.idempotencyKey !== undefined || calling?.mayChange?.(given.operation) !== true) {
    return { call: given, notes: [], isNewKey: false }
  }
  const idempotencyKey = newKey ?? crypto.randomUUID()
  return { call: { ...given, idempotencyKey }, notes: [describeKey(idempotencyKey)], isNewKey: true }
}
