/** How plugins refuse calls: with faults, which the contract of the route words. */
import Type from 'typebox'
import { serverResult } from '../../agent/run.ts'
import { type Fault, type FaultCategory, fault } from '../../outcome/fault.ts'
import type { RunResult } from '../../outcome/run-result.ts'

/**
 * Refuses a call: what a stage returns in place of calling `next`. The contract of the route decides how it is written.
 *
 * @example
 * import { type PluginStage, refuseCall } from 'replywire/gateway'
 *
 * const stage: PluginStage = async (call, next) =>
 *   call.tenant === undefined ? refuseCall('forbidden', 'A tenant is required.', { code: 'TENANT_REQUIRED' }) : next()
 */
export function refuseCall(category: FaultCategory, message: string, more: Partial<Fault> = {}): RunResult {
  return serverResult(fault(category, message, { began: false, ...more }))
}

/** What a status means as a fault. 400 belongs to clarifications: a request that is wrong is invalid. */
const categories: Readonly<Record<number, FaultCategory>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  422: 'invalid',
  424: 'dependency',
  429: 'rate-limited',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** A status that an option may name for a refusal. */
export const refusalStatus = Type.Enum(Object.keys(categories).map(Number))

const retryAfterMs = 5000

/** A refusal by the status that an option names. */
export function refuseWith(status: number, message: string, more: Partial<Fault> = {}): RunResult {
  const category = categories[status] ?? 'internal'
  return refuseCall(category, message, { ...(category === 'unavailable' ? { retryAfterMs } : undefined), ...more })
}
