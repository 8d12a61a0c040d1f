/** A call over a carrier that is not plain HTTP, such as MCP or A2A: the same stages, and an outcome for the carrier to write. */

import type { Principal } from '../../auth/principal.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import type { Stop } from '../../lib/stop.ts'
import type { Call } from '../../outcome/call.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Interim } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Body } from '../../wire/body.ts'
import type { Carrier } from '../../wire/wire.ts'
import { nameBehind } from '../contract-operations.ts'
import type { CarrierOptions } from '../durable/call-terms.ts'
import type { TraceContext } from '../ids.ts'
import { argumentsOf, withEnvelope } from '../request-envelope.ts'
import type { ServerContext } from '../server-context.ts'
import { account, sealed } from './account.ts'
import { type CallExchange, type CallInput, CallRecord, type CallTarget, targetOf } from './call-record.ts'
import { finish } from './finish.ts'
import { perform } from './stages.ts'

export interface OperationInvocation {
  readonly carrier: Carrier
  /** The contract that the answer is given in. */
  readonly contractEdition: ContractEdition
  /** The key of an operation: the agent's, or a built-in one. */
  readonly operation: string
  /** The arguments as they were sent: JSON. */
  readonly body: Body
  readonly carrierOptions: CarrierOptions
  readonly principal: Principal | undefined
  readonly address: string | undefined
  /** What the carrier found out about the signature of the request. */
  readonly signature?: CallRecord['signature']
  /** Where the carrier has counted the call already: why the limits refuse it, if they do. */
  readonly limited?: Fault | 'counted' | undefined
  /** The ids of the call, and what else its carrier knows, such as a conversation. */
  readonly exchange: CallExchange
  readonly trace: TraceContext | undefined
  /** Stops the call: its caller has left, or the server stops. */
  readonly open: Stop
  readonly listener?: ((moment: Interim) => Promise<void> | undefined) | undefined
  /** When it pauses the carrier calls again, as a task. */
  readonly isTrial?: boolean | undefined
  /** Members of the call that its carrier knows, such as the messages of a conversation. */
  readonly call?: Partial<Call>
  /** What the log says: `tools/call` at `/mcp`. */
  readonly method: string
  readonly route: string
}

export interface InvocationResult {
  readonly outcome: Outcome
  readonly exchange: SealedExchange
  /** The approvals that the caller was asked for. */
  readonly approvals?: readonly string[] | undefined
}

/** Answers a call. Whatever happens, there is an outcome. */
export async function invoke(server: ServerContext, invocation: OperationInvocation): Promise<InvocationResult> {
  const { contractEdition, limited } = invocation
  const call = new CallRecord({
    ...invocation,
    server,
    stream: false,
    reader: { read: () => readArguments(call, invocation), ...refusing(limited) },
    target: targetIn(server, contractEdition, invocation.operation),
    ...withEnvelope(contractEdition.contract, invocation.exchange, invocation.body, server.newId),
  })
  call.principal = invocation.principal
  call.isCounted = limited !== undefined
  call.listener = invocation.listener
  const result = await (server.perform ?? perform)(call)
  const outcome = finish(call, result)
  account(call, outcome, { status: 200 })
  return { outcome, exchange: sealed(call, result.exchange), approvals: call.approvals }
}

/** A call that the limits have refused before is refused in its turn. */
function refusing(limited: OperationInvocation['limited']) {
  return limited === undefined || limited === 'counted' ? undefined : { resolve: async () => limited }
}

function targetIn(server: ServerContext, contractEdition: ContractEdition, key: string): CallTarget | undefined {
  const name = nameBehind(server.agent, contractEdition.contract, key)
  const isBuiltIn = !Object.hasOwn(server.agent.operations, name)
  const { operations } = isBuiltIn ? server.builtIn : server.agent
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  return operation === undefined ? undefined : targetOf(name, operation, isBuiltIn)
}

function readArguments(
  { target, contractEdition }: CallRecord,
  { body, carrierOptions, call }: OperationInvocation,
): CallInput | Fault {
  if (target?.operation === undefined) return fault('not-found', 'There is no such operation.', { began: false })
  const reading = body.json()
  if (!reading.ok) return fault('invalid', 'The arguments are not JSON.', { began: false })
  const input = argumentsOf(contractEdition, reading.value, target.operation) ?? {}
  return { input, body, carrierOptions, ...(call === undefined ? undefined : { call }) }
}
