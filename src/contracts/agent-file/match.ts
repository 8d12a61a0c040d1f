/** Agent Response Format Specification, Field Specifications: whether a response answers a request. */
import { type Finding, finding } from '../../codec/rule.ts'
import type { Wire } from '../../wire/wire.ts'
import { decode } from './decode.ts'
import { rule } from './rules.ts'
import type { AgentRequest, AgentResponse } from './schema.ts'
import { autoWrapped } from './validate.ts'

/**
 * Compares a response with the request that it should answer; undefined when they match.
 *
 * @example
 * const stale = matchesRequest({ request_id: 'r-1' }, { request_id: 'r-2' })
 * if (stale !== undefined) console.error(stale.message)
 */
export function matchesRequest(
  request: Pick<AgentRequest, 'request_id'>,
  response: Pick<AgentResponse, 'request_id'>,
): Finding | undefined {
  if (request.request_id === response.request_id) return undefined
  return finding(rule('agent-file/request-id'), '/request_id', 'The response answers another request.')
}

/** The same of a response file. One that does not say which request it answers is another matter. */
export function answers(wire: Wire, requestId: string): Finding | undefined {
  const said = wire.carrier === 'file' ? decode(wire).exchange.requestId : undefined
  if (said === undefined || said === autoWrapped) return undefined
  return matchesRequest({ request_id: requestId }, { request_id: said })
}
