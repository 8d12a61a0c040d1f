/** A call as the contract of its agent wants it. */
import type { Calling } from '../codec/calling.ts'
import type { Call } from '../outcome/call.ts'

/** A call on its way. */
export interface PreparedCall {
  readonly call: Call
  /** The key was made here, and is not the caller's. */
  readonly isNewKey: boolean
  /** Reports a key that was made: only with the same key is a repeated call the same work. */
  readonly notes: readonly string[]
}

/**
 * The call with what its input says of the request itself in its place, and with a key where the contract states that
 * the operation may change something.
 */
export function prepareCall(call: Call, calling: Calling | undefined, newKey: string | undefined): PreparedCall {
  const given = calling?.prepare?.(call) ?? call
  if (given.idempotencyKey === undefined && calling?.mayChange?.(given.operation) === true) {
    return withNewKey(given, newKey)
  }
  return { call: given, isNewKey: false, notes: [] }
}

/** The call with a key that nobody gave. */
export function withNewKey(call: Call, idempotencyKey: string = crypto.randomUUID()): PreparedCall {
  const note = `The idempotency key is ${idempotencyKey}: repeat the call with it, and nothing is done twice.`
  return { call: { ...call, idempotencyKey }, isNewKey: true, notes: [note] }
}
