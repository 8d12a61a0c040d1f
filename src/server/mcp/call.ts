/** `tools/call`: rounds of running and asking, until there is an answer or somebody else has to be waited for. */

import { type McpToolCall, RpcError, tasksExtension } from '../../carriers/mcp/host.ts'
import { deadline } from '../../lib/deadline.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault, type Issue } from '../../outcome/fault.ts'
import { failed, type Outcome, type Paused } from '../../outcome/outcome.ts'
import type { Caller } from '../../runtime/caller.ts'
import { withTask } from '../../runtime/tasks.ts'
import { Body } from '../../wire/body.ts'
import { callerOf, requesterOf } from '../durable/caller.ts'
import { finishWithoutCall } from '../pipeline/finish.ts'
import { invoke, type OperationInvocation } from '../pipeline/invoke.ts'
import { pinnedEdition } from '../request-envelope.ts'
import type { ServerContext } from '../server-context.ts'
import {
  askable,
  type ClientAnswers,
  capabilitiesFor,
  type PauseQuestions,
  questionsIn,
  readAnswers,
} from './answers.ts'
import { askClient } from './ask-client.ts'
import {
  editionForRevision,
  type McpEdition,
  questionsOf,
  writePlainResult,
  writeResult,
  writeTaskHandle,
} from './contract-edition.ts'
import { exchangeFor, type Facts, readMetaOptions, stoppable } from './facts.ts'
import { FollowedTask } from './followed-task.ts'
import { refusalOf } from './pre-dispatch.ts'
import { progressTo } from './progress.ts'
import { openState, type StateBinding, sealState } from './request-state.ts'
import { approve, rejectApproval } from './task-answers.ts'
import { type Tool, toolNamed } from './tools.ts'

export interface ToolCallOptions {
  waitMs: number
  answerMs: number
}

/** The most rounds of questions to a client within one call. */
const mostRounds = 8

export function callTool(
  server: ServerContext,
  call: McpToolCall,
  facts: Facts,
  options: ToolCallOptions,
): Promise<JsonObject> {
  const tool = toolNamed(server, facts.contract, call.name)
  if (tool === undefined) throw new RpcError(-32602, 'There is no such tool.')
  return new ToolCall(server, call, facts, options, tool).answer()
}

/** Results are written in the edition that the arguments pin. */
function pinned(chosen: McpEdition, { arguments: given }: McpToolCall): McpEdition {
  const edition = pinnedEdition(chosen, given, 'mcp')
  return edition === chosen.edition || edition.mcp === undefined ? chosen : { ...chosen, edition, face: edition.mcp }
}

/** The result of one round. */
interface RoundResult {
  outcome: Outcome
  exchange: SealedExchange
}

class ToolCall {
  readonly #server: ServerContext
  readonly #call: McpToolCall
  readonly #facts: Facts
  readonly #options: ToolCallOptions
  readonly #tool: Tool
  readonly #contractEdition: McpEdition
  readonly #caller: Caller
  readonly #progress: ReturnType<typeof progressTo>
  /** What was answered so far. */
  #answers: JsonObject = {}
  #tokens: string[] = []
  /** The approvals that this call has agreed to, whether or not it may decide on them. */
  readonly #agreed = new Set<string>()
  #task: FollowedTask | undefined
  /** Why the last answers were no use. */
  #wrong: string | undefined

  constructor(server: ServerContext, call: McpToolCall, facts: Facts, options: ToolCallOptions, tool: Tool) {
    this.#server = server
    this.#call = call
    this.#facts = facts
    this.#options = options
    this.#tool = tool
    this.#contractEdition = pinned(editionForRevision(facts.contract, call.revision, facts.edition), call)
    this.#caller = callerOf(facts.principal, server.durable.ownership.open)
    this.#progress = progressTo(call)
  }

  async answer(): Promise<JsonObject> {
    const { inputResponses, requestState } = this.#call
    let responses = inputResponses
    if (requestState !== undefined) {
      const refused = await this.#takeUp(requestState, responses ?? {})
      if (refused !== undefined) return refused
      responses = undefined
    }
    for (let round = 1; ; round++) {
      const result = this.#withWrong(await this.#round())
      const { outcome } = result
      if (outcome.kind !== 'paused' || this.#facts.contract.id !== 'mcp') return this.#written(result)
      const questions = questionsOf(outcome, result.exchange)
      const pauseQuestions = questionsIn(outcome, questions)
      if (responses !== undefined) {
        // Answers that came with the first call are to its first questions.
        const answers = readAnswers(inputsIn(pauseQuestions), responses)
        responses = undefined
        if (answers.keys.length > 0 || answers.refused !== undefined) {
          const refused = await this.#take(answers)
          if (refused !== undefined) return this.#refusal(refused)
          continue
        }
      }
      const requests = askable(this.#call.capabilities, questions)
      if (Object.keys(requests).length === 0) return this.#unasked(result, questions)
      if (this.#call.ask === undefined) return this.#pause({ ...result, outcome }, pauseQuestions, requests)
      // A caller who could not decide is not asked again: another approver must decide.
      if (round > mostRounds || tokensIn(pauseQuestions).some(token => this.#agreed.has(token)))
        return this.#plainly(result)
      const answers = readAnswers(pauseQuestions, await this.#ask(requests))
      if (answers.keys.length === 0 && answers.refused === undefined) return this.#plainly(result)
      const refused = await this.#take(answers)
      if (refused !== undefined) return this.#refusal(refused)
    }
  }

  /** Goes on where an earlier answer stopped; an answer when it cannot. */
  async #takeUp(state: string, responses: JsonObject): Promise<JsonObject | undefined> {
    const { runtime } = this.#server.durable
    const remembered = this.#facts.contract.id === 'mcp' ? await openState(runtime, this.#bound(), state) : undefined
    if (remembered === undefined) {
      if (!this.#facts.contract.serving?.mcp?.ownsRequestState) {
        throw new RpcError(-32602, 'The requestState is not valid.', { reason: 'invalid_request_state' })
      }
      const issues = [{ pointer: '/requestState', message: 'Is not valid.' }]
      return this.#refusal(
        failed(fault('invalid', 'The request is not valid.', { code: 'INVALID_REQUEST', issues, began: false })),
      )
    }
    this.#answers = remembered.answers
    this.#tokens = remembered.tokens ?? []
    if (remembered.task !== undefined) {
      this.#task = this.#followed(remembered.task)
      await this.#task.takeUp()
    }
    const refused = await this.#take(readAnswers(remembered.asked, responses))
    return refused === undefined ? undefined : this.#refusal(refused)
  }

  #bound(): StateBinding {
    const caller = requesterOf(this.#facts.principal, this.#server.durable.ownership.open)
    return { operation: this.#tool.key, arguments: this.#call.arguments, caller }
  }

  /** Adds answers to what is known. An outcome ends the call. */
  async #take(answers: ClientAnswers): Promise<Outcome | undefined> {
    const { inputs, tokens, refused } = answers
    for (const token of tokens) this.#agreed.add(token)
    if (this.#task !== undefined) {
      const ended = await this.#task.answer(answers)
      if (refused !== undefined || ended?.kind !== 'failed' || ended.fault.category !== 'invalid') return ended
      this.#wrong = issueMessage(ended.fault.issues)
      return undefined
    }
    if (refused !== undefined) {
      if (refused.token !== undefined) await rejectApproval(this.#server, this.#caller, refused.token)
      return refused.outcome
    }
    const issues = await this.#issuesOf(inputs)
    if (issues !== undefined) {
      this.#wrong = issueMessage(issues)
      return undefined
    }
    for (const token of tokens) await approve(this.#server, this.#caller, token)
    // What was approved was approved for other arguments.
    const kept = Object.keys(inputs).length === 0 ? this.#tokens : []
    this.#answers = { ...this.#answers, ...inputs }
    this.#tokens = [...kept, ...tokens]
    return undefined
  }

  /** What the operation would refuse of the answers: they are asked for again. */
  async #issuesOf(inputs: JsonObject): Promise<readonly Issue[] | undefined> {
    if (Object.keys(inputs).length === 0) return undefined
    const validated = await this.#tool.operation.input.validate(this.#withAnswers(inputs))
    return validated.ok ? undefined : validated.issues
  }

  #withAnswers(inputs: JsonObject = {}): JsonObject {
    const given = this.#tool.isWrapped ? this.#call.arguments.input : this.#call.arguments
    return { ...(isObject(given) ? given : {}), ...this.#answers, ...inputs }
  }

  #withWrong(result: RoundResult): RoundResult {
    const message = this.#wrong
    this.#wrong = undefined
    return message === undefined || result.outcome.kind !== 'paused'
      ? result
      : { ...result, outcome: { ...result.outcome, message } }
  }

  /** Runs the operation, or waits for the task that it has become. */
  async #round(): Promise<RoundResult> {
    if (this.#task === undefined) {
      const result = await this.#invoke()
      const { outcome } = result
      if (outcome.kind !== 'pending' || outcome.task === undefined || !this.#waits()) return result
      this.#task = this.#followed(outcome.task.id)
    }
    const { exchange } = exchangeFor(this.#server, this.#call, this.#facts)
    return this.#task.wait(exchange, this.#options.waitMs)
  }

  #followed(id: string): FollowedTask {
    return new FollowedTask(this.#server, id, this.#call, this.#facts, this.#progress)
  }

  /** Clients that cannot follow a task wait for it, unless their contract has callers ask for tasks. */
  #waits(): boolean {
    const { extensions } = this.#call.capabilities
    const follows = this.#call.revision === '2026-07-28' && isObject(extensions) && isObject(extensions[tasksExtension])
    return !this.#facts.contract.serving?.tasks?.callersPoll && !follows
  }

  /** Takes the call through the pipeline. The carrier has found out who calls, and counted the request. */
  #invoke(): Promise<RoundResult> {
    const { exchange, trace } = exchangeFor(this.#server, this.#call, this.#facts)
    const { principal, address, signature, limited, route } = this.#facts
    this.#facts.isInvoked = true
    const invocation: Omit<OperationInvocation, 'open'> = {
      carrier: 'mcp',
      contractEdition: this.#contractEdition,
      operation: this.#tool.key,
      body: this.#body(),
      carrierOptions: readMetaOptions(this.#call, this.#tokens),
      principal,
      address,
      signature,
      limited,
      exchange,
      trace,
      listener: this.#progress,
      method: 'tools/call',
      route,
    }
    return stoppable(this.#call, this.#facts, open => invoke(this.#server, { ...invocation, open }))
  }

  /** The arguments as they were sent, to the letter where the bytes are at hand and nothing has been added. */
  #body(): Body {
    const { body } = this.#facts
    const given = this.#tool.isWrapped ? this.#call.arguments.input : this.#call.arguments
    if (Object.keys(this.#answers).length > 0) return Body.ofJson(this.#withAnswers())
    const at = pointer('params', 'arguments', ...(this.#tool.isWrapped ? ['input'] : []))
    const source = body?.source(at)
    return source === undefined ? Body.ofJson(given ?? null) : Body.ofText(source, body?.limits)
  }

  /** A task waits longer than the credentials of a caller are good: its questions can be answered later. */
  #ask(requests: JsonObject): Promise<JsonObject> {
    const expiry = deadline(this.#task && this.#facts.principal?.expiresAt, this.#server.now)
    return askClient(this.#call, requests, expiry)
  }

  /** 2026-07-28: the questions are the answer, and the client comes again with what it knows. */
  #pause(
    { outcome, exchange }: { outcome: Paused; exchange: SealedExchange },
    questions: PauseQuestions,
    inputRequests: JsonObject,
  ): JsonObject {
    const remembered = {
      answers: this.#answers,
      asked: questions,
      ...(this.#tokens.length === 0 ? undefined : { tokens: this.#tokens }),
      ...(this.#task === undefined ? undefined : { task: this.#task.id }),
    }
    const state = sealState(this.#server.durable.runtime, this.#bound(), remembered, this.#options.answerMs)
    const extra = { ...outcome.extra, mcp: { ...outcome.extra?.mcp, requestState: state } }
    return { ...this.#written({ outcome: { ...outcome, extra }, exchange }), inputRequests }
  }

  #refusal(outcome: Outcome): JsonObject {
    const { exchange } = exchangeFor(this.#server, this.#call, this.#facts)
    const at = new Date(this.#server.now()).toISOString()
    const presented = finishWithoutCall(this.#facts.contract, { outcome, author: 'server' }, this.#server.options)
    return this.#written({
      outcome: presented,
      exchange: { ...exchange, operation: this.#tool.key, at, durationMs: 0 },
    })
  }

  /** As the contract has it. A task is a handle only to clients that can follow it. */
  #written({ outcome, exchange }: RoundResult): JsonObject {
    if (outcome.kind === 'pending' && this.#facts.contract.id === 'mcp' && this.#waits()) {
      return writePlainResult(this.#contractEdition, outcome, exchange)
    }
    if (
      outcome.kind === 'pending' &&
      outcome.task !== undefined &&
      !this.#waits() &&
      !this.#contractEdition.contract.serving?.tasks?.callersPoll
    ) {
      return writeTaskHandle(outcome, exchange)
    }
    return refusalOf(this.#contractEdition, outcome, writeResult(this.#contractEdition, outcome, exchange))
  }

  /** A person can read a question in a plain result; what only the host could answer cannot be done without it. */
  #unasked(result: RoundResult, questions: JsonObject): JsonObject {
    const required = capabilitiesFor(questions)
    if (this.#call.revision !== '2026-07-28' || Object.keys(required).length === 0) return this.#plainly(result)
    throw new RpcError(-32021, 'The client does not declare what this needs.', { requiredCapabilities: required })
  }

  /** A task that waits is named: it can be answered where tasks are. */
  #plainly({ outcome, exchange }: RoundResult): JsonObject {
    if (this.#task === undefined) return writePlainResult(this.#contractEdition, outcome, exchange)
    const named = withTask(this.#server.durable.runtime, this.#task.id, outcome)
    const mcp = { ...named.extra?.mcp, structuredContent: { task: { ...named.task } as JsonObject } }
    return writePlainResult(this.#contractEdition, { ...named, extra: { ...named.extra, mcp } }, exchange)
  }
}

/** An approval is decided on what was asked of this very caller, never on an answer that came before the question. */
function inputsIn(questions: PauseQuestions): PauseQuestions {
  return Object.fromEntries(Object.entries(questions).filter(([, { kind }]) => kind !== 'approval'))
}

function issueMessage([first]: readonly Issue[]): string {
  return `The answer is not valid${first === undefined ? '.' : `: ${first.pointer} ${first.message}`}`
}

function tokensIn(questions: PauseQuestions): string[] {
  return Object.values(questions).flatMap(question => (question.kind === 'approval' ? [question.token] : []))
}
