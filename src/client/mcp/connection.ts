/** An MCP server: tools are operations; pauses, tasks and progress are what the hub has for them. */
import {
  connectMcp,
  type McpCallOptions,
  type McpConnection,
  type McpGot,
  type McpPlace,
} from '../../carriers/mcp/client.ts'
import type { TaskCalling } from '../../codec/calling.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { readRequests } from '../../contracts/mcp/elicit.ts'
import { writeResponse, writeResponses } from '../../contracts/mcp/responses.ts'
import { contracts } from '../../contracts/registry.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { answerTo } from '../../outcome/answer-to.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Outcome, Paused } from '../../outcome/outcome.ts'
import { type McpWire, mcpWire } from '../../wire/mcp.ts'
import type { SignInit } from '../../wire/signature/sign-init.ts'
import { callWithAnswers } from '../call-with-answers.ts'
import type { Connection, ExchangeOptions, OfferedOperation, OnElicit, Reply } from '../connection.ts'
import { deadlineOf, lookMs } from '../deadline.ts'
import { followTask } from '../follow.ts'
import { aboutTask, callingOf, followOrStop, type NativeCall, replying } from '../native-call.ts'
import { answerEdition, parseContractEdition, readWire, requestEdition, withoutAnswer } from '../native-read.ts'
import { prepareCall } from '../prepare-call.ts'
import { mcpProgress } from '../progress.ts'
import { SharedLoad } from '../shared-load.ts'
import { LateError, type WaitOptions } from '../within.ts'
import { callKey, callMeta, offeredOf } from './tool.ts'

export interface McpConnectionOptions {
  readonly named?: ContractEdition | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly maxBytes?: number | undefined
  readonly connectMs?: number | undefined
  readonly sign?: SignInit | undefined
  readonly onElicit?: OnElicit | undefined
  readonly asksHosts?: boolean | undefined
}

/** A running call: who answers the questions of the server meanwhile. */
interface Active {
  readonly options: ExchangeOptions
  readonly declined: Need[]
}

export function mcpConnection(place: McpPlace, title: string, options: McpConnectionOptions = {}): Connection {
  const { named, headers, maxBytes, connectMs, sign, asksHosts } = options
  const active: Active[] = []
  const connecting = new SharedLoad(signal =>
    connectMcp(place, { headers, maxBytes, connectMs, signal, sign, asksHosts, onElicit: unattributed }),
  )
  const listing = new SharedLoad(async signal => {
    const connection = connecting.value
    // Those who list have connected before.
    return connection === undefined ? undefined : (await connection.tools({ signal })).flatMap(offeredOf)
  })

  const elicited = async (params: JsonObject, current: Active | undefined): Promise<JsonObject> => {
    const { needs, message } = readRequests({ input: { method: 'elicitation/create', params } })
    const { answers = {} } = current?.options ?? {}
    if (needs.some(need => answerTo(need, answers) !== undefined)) return writeResponse(needs, answers)
    const ask = current?.options.onElicit ?? options.onElicit
    const said = await ask?.(needs, message)
    if (said !== undefined) return writeResponse(needs, said)
    current?.declined.push(...needs)
    return { action: 'decline' }
  }

  /** A pipe does not say which call a question belongs to: with several open, none of them answers it. */
  const unattributed = (params: JsonObject) => elicited(params, active.length === 1 ? active[0] : undefined)

  const connected = async (waiting: WaitOptions): Promise<McpConnection> => {
    const known = connecting.value
    if (known?.isOpen === false) {
      connecting.forget(known)
      listing.forget()
      await known.close()
    }
    return connecting.get(waiting)
  }

  const operations = async (waiting: WaitOptions): Promise<OfferedOperation[]> => {
    await connected(waiting)
    return (await listing.get(waiting)) ?? []
  }

  const peerFor = async (callOptions: ExchangeOptions, mine?: Active): Promise<McpCallContext> => {
    const deadline = deadlineOf(callOptions)
    const connection = await connected(deadline.options())
    const names = (await operations(deadline.options()).catch(ignoredUnless(callOptions))).map(({ name }) => name)
    const onElicit = mine && ((params: JsonObject) => elicited(params, mine))
    return { connection, named, names, speaks: requestEdition(names, 'mcp', named), callOptions, deadline, onElicit }
  }

  return {
    title,
    open: async (waiting = {}) => void (await connected(waiting)),
    operations: (waiting = {}) => operations(waiting),
    async call(call, callOptions = {}) {
      const mine: Active = { options: callOptions, declined: [] }
      const reply = await replying(async () => {
        const peer = await peerFor(callOptions, mine)
        active.push(mine)
        const answer = await callTool(peer, call)
        // A server that has forgotten the session has not looked at the call: it is safe to ask again.
        if (!peer.connection.isForgotten || answer.wire !== undefined) return answer
        return callTool({ ...peer, connection: await connected(peer.deadline.options()) }, call)
      }).finally(() => {
        if (active.includes(mine)) active.splice(active.indexOf(mine), 1)
      })
      return mine.declined.length === 0 ? reply : { ...reply, declined: mine.declined }
    },
    follow: (reply, callOptions = {}) =>
      aboutTask(reply, async id => {
        const peer = await peerFor(callOptions)
        const task = toolTaskOf(peer, reply, id)
        return task === undefined ? follow(peer, id, reply) : followByTool(peer, task, reply)
      }),
    cancel: (reply, callOptions = {}) =>
      aboutTask(reply, async taskId => {
        const peer = await peerFor(callOptions)
        if (toolTaskOf(peer, reply, taskId) !== undefined) {
          return withoutAnswer(fault('invalid', 'The agent names no way to stop the task.'))
        }
        const got = await request(peer, 'tasks/cancel', { taskId })
        if ('fault' in got || hasError(got.wire)) return read(peer, got)
        return taskReply(peer, await request(peer, 'tasks/get', { taskId }), taskId)
      }),
    calling: callingOf,
    async close() {
      const connection = connecting.value
      connecting.forget()
      listing.forget()
      await connection?.close()
    },
  }
}

/** A server that does not list its tools may still have them; a caller who stops waits no longer. */
function ignoredUnless({ signal }: ExchangeOptions): (error: unknown) => [] {
  return error => {
    if (signal?.aborted === true || error instanceof LateError) throw error
    return []
  }
}

interface McpCallContext extends NativeCall<McpConnection> {
  readonly names: readonly string[]
  /** Answers what the server asks in the middle of the call. */
  readonly onElicit: McpCallOptions['onElicit']
}

/** The task of a reply, if its contract has a tool that reports it. */
function toolTaskOf({ names }: McpCallContext, { outcome, contract }: Reply, id: string): ToolTask | undefined {
  if (outcome.extra?.mcp?.resultType === 'task' || contract === undefined) return undefined
  const tasks = contracts.find(one => one.id === contract.id)?.calling?.tasks
  const tool = tasks?.operations.find(name => names.includes(name))
  return tasks === undefined || tool === undefined ? undefined : { tasks, tool, id }
}

async function callTool(peer: McpCallContext, given: Call): Promise<Reply> {
  const { callOptions } = peer
  const { pause, answers = {} } = callOptions
  const extra = pause?.extra?.mcp
  const task = pause?.task?.id
  if (pause !== undefined && extra?.resultType === 'task' && task !== undefined) {
    const inputResponses = writeResponses(pause.needs, answers)
    const got = await request(peer, 'tasks/update', { taskId: task, inputResponses })
    if ('fault' in got || hasError(got.wire)) return read(peer, got)
    return follow(peer, task, undefined)
  }
  const isRound = extra?.resultType === 'input_required'
  const withAnswers = pause === undefined || isRound ? given : callWithAnswers(given, pause, answers)
  const { call, notes } = prepareCall(withAnswers, peer.speaks?.contract.calling, callOptions.newKey)
  const round = isRound && pause !== undefined ? roundOf(pause, peer) : {}
  const got = await request(peer, 'tools/call', { ...paramsOf(peer, call), ...round })
  const answer = await followPending(peer, read(peer, got))
  return notes.length === 0 ? answer : { ...answer, notes: [...notes, ...answer.notes] }
}

/** The second round of a call: the answers, and the server's own state to the letter. */
function roundOf({ needs, extra }: Paused, { callOptions }: McpCallContext): JsonObject {
  const state = extra?.mcp?.requestState
  return {
    inputResponses: writeResponses(needs, callOptions.answers ?? {}),
    ...(typeof state === 'string' ? { requestState: state } : undefined),
  }
}

function paramsOf({ speaks }: McpCallContext, call: Call): JsonObject {
  if (speaks === undefined) {
    const meta = callMeta(call)
    return {
      name: call.operation,
      arguments: isObject(call.input) ? call.input : { value: call.input },
      ...(Object.keys(meta).length === 0 ? undefined : { _meta: { [callKey]: meta } }),
    }
  }
  const reading = speaks.edition.mcp?.request?.encode(call).wire.body.json()
  return reading?.ok && isObject(reading.value) ? reading.value : {}
}

function request(peer: McpCallContext, method: string, params: JsonObject, mostMs?: number): Promise<McpGot> {
  const { callOptions, onElicit } = peer
  const { onMoment } = callOptions
  const onProgress = onMoment === undefined ? undefined : (progress: JsonObject) => onMoment(mcpProgress(progress))
  return peer.connection.request(method, params, { ...peer.deadline.options(mostMs), onProgress, onElicit })
}

function hasError({ body }: McpWire): boolean {
  const reading = body.json()
  return reading.ok && isObject(reading.value) && reading.value.error !== undefined
}

/** Reads an answer; a pause or a task of MCP's own says in `extra` that it is one, so that it can be answered. */
function read({ named, connection, speaks }: McpCallContext, got: McpGot): Reply {
  if ('fault' in got) return withoutAnswer(got.fault)
  const mcp = parseContractEdition('mcp')
  const { editions } = mcp.contract
  const edition = editions[connection.version] ?? (connection.isModern ? mcp.edition : editions['2025-11-25'])
  const native = { contract: mcp.contract, edition: edition ?? mcp.edition }
  // An error of JSON-RPC's is another contract's only where it says so.
  const meant = named ?? (hasError(got.wire) ? undefined : speaks)
  const contractEdition = answerEdition(got.wire, meant, native)
  const isNative = contractEdition.contract.id === 'mcp'
  const answer = readWire(got.wire, isNative ? { ...contractEdition, ...native } : contractEdition)
  const reading = got.wire.body.json()
  const resultType = reading.ok && isObject(reading.value) ? reading.value.resultType : undefined
  return resultType === 'input_required' || resultType === 'task' ? withResultType(answer, resultType) : answer
}

function withResultType(answer: Reply, resultType: string): Reply {
  const { outcome } = answer
  const extra = { ...outcome.extra, mcp: { ...outcome.extra?.mcp, resultType } }
  return { ...answer, outcome: { ...outcome, extra } as Outcome }
}

async function followPending(peer: McpCallContext, answer: Reply): Promise<Reply> {
  const { outcome } = answer
  const id = outcome.task?.id
  if (peer.callOptions.wait !== true || outcome.kind !== 'pending' || id === undefined || id === '') return answer
  if (outcome.extra?.mcp?.resultType === 'task') return follow(peer, id, answer)
  const task = toolTaskOf(peer, answer, id)
  return task === undefined ? answer : followByTool(peer, task, answer)
}

/** Looks at a task of MCP's until it ends or waits for somebody. */
async function follow(peer: McpCallContext, taskId: string, first: Reply | undefined): Promise<Reply> {
  const look = async (): Promise<Reply> => taskReply(peer, await request(peer, 'tasks/get', { taskId }, lookMs), taskId)
  const known = first ?? (await look())
  if (known.outcome.kind !== 'pending') return known
  return followOrStop(known, peer, look, () => peer.connection.request('tasks/cancel', { taskId }, { timeoutMs: 2000 }))
}

function taskReply(peer: McpCallContext, got: McpGot, taskId: string): Reply {
  return 'fault' in got ? lostLook(peer, got.fault) : taskAnswer(peer, got.wire, taskId)
}

/** A look that got no answer. What was begun over a connection that is gone is gone with it. */
function lostLook({ connection }: McpCallContext, fault: Fault): Reply {
  return withoutAnswer(connection.isOpen ? fault : { ...fault, recovery: 'stop' })
}

/** The state of a task; of one that has ended, what is inside it. */
function taskAnswer(peer: McpCallContext, wire: McpWire, id: string): Reply {
  const reading = wire.body.json()
  const { status, result, error }: JsonObject = reading.ok && isObject(reading.value) ? reading.value : {}
  const inside: Json | undefined =
    status === 'completed' && isObject(result)
      ? { ...(peer.connection.isModern ? { resultType: 'complete' } : undefined), ...result }
      : status === 'failed' && isObject(error)
        ? { error }
        : undefined
  if (inside === undefined) return withResultType(read(peer, { wire }), 'task')
  const answer = read(peer, { wire: mcpWire(inside) })
  return { ...answer, outcome: { ...answer.outcome, task: { ...answer.outcome.task, id } } as Outcome }
}

interface ToolTask {
  readonly tasks: TaskCalling
  readonly tool: string
  readonly id: string
}

/** Looks at a task that is asked for by a tool. */
function followByTool(peer: McpCallContext, task: ToolTask, first: Reply): Promise<Reply> {
  const { conversationId } = first.exchange
  const look = async (): Promise<Reply> => {
    const exchange = defined<Exchange>({ requestId: crypto.randomUUID(), conversationId })
    const call: Call = { operation: task.tool, input: task.tasks.inputFor(task.id), exchange }
    const got = await request(peer, 'tools/call', paramsOf(peer, call), lookMs)
    return 'fault' in got ? lostLook(peer, got.fault) : reportedAnswer(peer, got.wire, task, first)
  }
  return followTask(first, { deadline: peer.deadline, onMoment: peer.callOptions.onMoment, look })
}

/** What the task that the tool reports has come to, as the answer to the call that began it. */
function reportedAnswer(peer: McpCallContext, wire: McpWire, { tasks, id }: ToolTask, first: Reply): Reply {
  const reading = wire.body.json()
  const report: JsonObject = reading.ok && isObject(reading.value) ? reading.value : {}
  const result = isObject(report.structuredContent) ? tasks.resultIn(report.structuredContent) : undefined
  const answer =
    result === undefined
      ? read(peer, { wire })
      : read(peer, {
          wire: mcpWire({
            ...report,
            content: [{ type: 'text', text: JSON.stringify(result) }],
            structuredContent: result,
          }),
        })
  const outcome = tasks.withoutReport(answer.outcome)
  const { operation, context, conversationId } = first.exchange
  return {
    ...answer,
    outcome: { ...outcome, task: { ...outcome.task, id } } as Outcome,
    exchange: defined<Exchange>({ ...answer.exchange, ...defined({ conversationId }), operation, context }),
  }
}
