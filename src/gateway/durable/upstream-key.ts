/**
 * The key that an upstream gets: one for one keyed call, however often it is sent and by which process. Calls of all
 * callers reach the upstream under one name, so that a key of the caller's own could meet that of another.
 */
import type { Call } from '../../outcome/call.ts'
import type { Caller } from '../../runtime/caller.ts'
import { scopeOf } from '../../runtime/idempotency.ts'

export function upstreamKey(
  { operation, idempotencyKey }: Pick<Call, 'operation' | 'idempotencyKey'>,
  caller: Caller,
): string | undefined {
  if (idempotencyKey === undefined) return undefined
  const { tenant, subject, account = '' } = caller
  return `rw_${scopeOf([tenant, subject, account, operation, idempotencyKey])}`
}
