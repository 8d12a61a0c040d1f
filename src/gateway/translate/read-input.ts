/** Reads what a call asks for that is translated: its arguments, its key, its approvals, its conversation. */

import type { Operation } from '../../agent/define.ts'
import { checkCall, serverResult } from '../../agent/run.ts'
import type { Json } from '../../lib/json-value.ts'
import { readCallersContext } from '../../server/http/callers-context.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import { input, resolve } from '../../server/pipeline/input.ts'
import type { GatewayCall } from '../gateway-call.ts'

export const readInput: Stage<GatewayCall> = async (call, next) => {
  if (call.refused !== undefined) return serverResult(call.refused)
  if (!call.isTranslated) return next()
  if (call.contractEdition.contract.serving?.request !== undefined) {
    await readCallersContext(call)
    // The arguments may pin another edition.
    Object.assign(call.headers, contractHeaders(call))
  }
  return resolve(call, () => input(call, () => checked(call, next)))
}

/** Headers that every answer in the contract of the caller has. */
export function contractHeaders({
  contractEdition: { contract, edition },
}: GatewayCall): Readonly<Record<string, string>> {
  return contract.forwarding?.headers?.(edition.version) ?? {}
}

const checked: Stage<GatewayCall> = async (call, next) => {
  const { config, upstreamName } = call.compiled
  // Without a schema there is nothing to check, and nothing to copy.
  const read =
    config.input === undefined
      ? { input: call.request.input }
      : await checkCall(call.target?.operation as Operation, call)
  if ('fault' in read) return serverResult(read.fault)
  const { operation: asked } = call.exchange
  // A caller who names what is called, at the path of its contract, names it for the upstream too.
  const operation = asked === undefined || config.operation !== undefined ? upstreamName : asked
  call.request = { ...call.request, operation, input: read.input as Json }
  if (call.isNewConversation === true) {
    // A conversation that the caller does not name is new for its answer alone.
    const { conversationId: _, ...exchange } = call.request.exchange
    call.request = { ...call.request, exchange }
  }
  return next()
}
