/** Calls that come in agent files: the same stages as over every other carrier, on the same store. */
import type { Agent } from '../agent/define.ts'
import { fileContract } from '../contracts/files.ts'
import { ReplywireError } from '../errors.ts'
import { Stop } from '../lib/stop.ts'
import type { Call } from '../outcome/call.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { follow } from '../runtime/follow.ts'
import { storedAnswer } from '../runtime/stored-answer.ts'
import type { StoredAnswer } from '../runtime/tasks.ts'
import { Body } from '../wire/body.ts'
import { sealed } from './pipeline/account.ts'
import { invoke } from './pipeline/invoke.ts'
import { openServerContext } from './serve.ts'
import type { ServeOptions, ServerContext } from './server-context.ts'

export interface FileCalls {
  /** Answers a call whose operation and input are known. */
  run(call: Call, signal: AbortSignal): Promise<FileAnswer>
  /** Ends what runs and closes the store. */
  close(): Promise<void>
}

export interface FileAnswer {
  readonly outcome: Outcome
  readonly exchange: SealedExchange
}

/** Opens an agent for agent files. A store that can never work is a reason not to start. */
export async function openFileCalls(
  agent: Agent,
  options: Omit<ServeOptions, 'authenticate'> = {},
): Promise<FileCalls> {
  // A request file says itself how long its agent may take.
  const none = Number.POSITIVE_INFINITY
  const server = openServerContext(agent, { timeoutMs: none, taskTimeoutMs: none, ...options })
  await server.durable.open()
  if (options.store !== undefined) server.durable.start()
  return {
    run: (call, signal) => answerFileCall(server, call, signal),
    close: () => server.durable.stop(0),
  }
}

const edition = fileContract.editions[fileContract.current]

async function answerFileCall(server: ServerContext, call: Call, signal: AbortSignal): Promise<FileAnswer> {
  if (edition === undefined) throw new ReplywireError('ERR_NO_FACE', 'The contract of agent files has no edition.')
  const { operation, input, exchange: fromFile, idempotencyKey, approvalTokens, prefer, ...more } = call
  const { requestId = server.newId(), correlationId = requestId } = fromFile
  const exchange = { ...fromFile, requestId, correlationId }
  const open = Stop.of(signal)
  const { approvals: _, ...answer } = await invoke(server, {
    carrier: 'file',
    contractEdition: { contract: fileContract, edition },
    operation,
    body: Body.ofJson(input),
    carrierOptions: { idempotencyKey, approvalTokens, prefer },
    principal: undefined,
    address: undefined,
    exchange,
    trace: undefined,
    open,
    call: more,
    method: 'file',
    route: 'file',
  })
  open.unfollow()
  const { outcome } = answer
  if (outcome.kind !== 'pending' || outcome.task === undefined) return answer
  const ended = await endOf(server, outcome.task.id, signal)
  if (ended === undefined) return answer
  const facts = { server, exchange, operation, isNewConversation: undefined }
  return { outcome: ended.outcome, exchange: sealed(facts, ended.exchange) }
}

/** A response file has no word for work that goes on: the host waits for the end or the pause of the task. */
async function endOf({ durable }: ServerContext, id: string, signal: AbortSignal): Promise<StoredAnswer | undefined> {
  for await (const { kind, body } of follow(durable.runtime.store, { id, signal })) {
    if (kind !== 'outcome') continue
    const answer = storedAnswer(body)
    if (isOutcome(answer.outcome)) return answer
  }
  return undefined
}
