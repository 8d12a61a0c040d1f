/** What jpcite asks of a route: phases, unmigrated routes, the legacy shape. Filled in where its contract stands. */
import type { Operation } from '../agent/define.ts'
import type { Fault } from '../outcome/fault.ts'
import type { Negotiation, Served } from './negotiate.ts'
import type { Site } from './site.ts'

export interface Settled {
  served: Served
  vary: readonly string[]
  headers?: Record<string, string | undefined>
  refused?: Fault
}

export function jpciteRoute(
  _site: Site,
  negotiation: Negotiation,
  _request: Request,
  _url: URL,
  _operation: Operation | undefined,
): Settled {
  return negotiation
}
