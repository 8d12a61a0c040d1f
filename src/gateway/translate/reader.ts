/** How the arguments of a call are read whose upstream speaks another contract than its caller. */
import { operationReader } from '../../server/http/operation-reader.ts'
import { runReader } from '../../server/http/run-endpoint.ts'
import type { HttpEdition } from '../../server/negotiate.ts'
import type { CallReader } from '../../server/pipeline/call-record.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { hasOwnPath } from '../relay/plan-request.ts'
import { isMeant, isOwnPath } from './route-operation.ts'

/** At the path of its contract a request names what it calls; anywhere else it has path, query, headers and body. */
export function readerOf({ config, upstreamEdition, target }: CompiledRoute, served: HttpEdition): CallReader {
  if (!hasOwnPath(served) || !isOwnPath(config.path, served)) return operationReader
  return runReader((_, taskType) => (isMeant(config, upstreamEdition, taskType) ? target : undefined))
}
