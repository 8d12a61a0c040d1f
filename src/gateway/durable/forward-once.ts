/**
 * Whether a forwarded call may be sent again after its process was lost: a call without effects, and one with a key that
 * the upstream knows. Any other is sent once; what came of it is then not known.
 */

import type { Call } from '../../outcome/call.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { isKeyed, syncBudgetMs } from '../../runtime/durable-call.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { Durability } from './durability.ts'

export function mayRepeat(
  { config, durability }: CompiledRoute,
  { idempotencyKey }: Pick<Call, 'idempotencyKey'>,
): boolean {
  if (config.effects === 'none') return true
  return idempotencyKey !== undefined && durability?.idempotency?.upstreamKnowsKeys !== false
}

/** Notes that the call is sent before it is, where it must not be sent twice. It stays open until it is answered. */
export const forwardOnce: Stage<GatewayCall> = async (call, next) => {
  const { compiled, request, durable } = call
  const release = call.open.hold()
  try {
    const isRemembered = isKeyed(call) || syncBudgetMs(call) !== undefined
    if (call.stream || !isRemembered || mayRepeat(compiled, request)) return await next()
    return await durable.journal.run('forward', next, { once: true })
  } catch (error) {
    if (!isOutcome(error)) throw error
    return { outcome: error, author: 'server', exchange: {} } satisfies RunResult
  } finally {
    release()
  }
}

/** What is known of the durability of a route that has some. */
export function durabilityOf({ durability }: CompiledRoute): Durability {
  return durability ?? {}
}
