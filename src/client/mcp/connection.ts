/** An MCP server: tools are operations; pauses, tasks and progress are what the hub has for them. */

import { connectMcp, type McpConnection, type McpGot, type McpPlace } from '../../carriers/mcp/client.ts'
import { UnreachableError } from '../../carriers/unreachable-error.ts'
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
import { fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Outcome, Paused } from '../../outcome/outcome.ts'
import { type McpWire, mcpWire } from '../../wire/mcp.ts'
import { callWithAnswers } from '../call-with-answers.ts'
import type { Connection, ExchangeOptions, OfferedOperation, OnElicit, Reply } from '../connection.ts'
import { type Deadline, deadlineOf } from '../deadline.ts'
import { followTask } from '../follow.ts'
import { answerEdition, parseContractEdition, readWire, requestEdition, withoutAnswer } from '../native-read.ts'
import { prepareCall } from '../prepare-call.ts'
import { mcpProgress } from '../progress.ts'
import { callKey, callMeta, offeredOf } from './tool.ts'

export interface McpConnectionOptions {
  readonly named?: ContractEdition | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly maxBytes?: number | undefined
  readonly connectMs?: number | undefined
  readonly onElicit?: OnElicit | undefined
}

/** A running call: who answers the questions of the server meanwhile. */
interface Active {
  readonly options: ExchangeOptions
  readonly declined: Need[]
}

export function mcpConnection(place: McpPlace, title: string, options: McpConnectionOptions = {}): Connection {
  const { named, headers, maxBytes, connectMs } = options
  const active: Active[] = []
  let connecting: Promise<McpConnection> | undefined
  let listing: Promise<OfferedOperation[]> | undefined

  const onElicit = async (params: JsonObject): Promise<JsonObject> => {
    const current = active.at(-1)
    const { needs, message } = readRequests({ input: { method: 'elicitation/create', params } })
    const { answers = {} } = current?.options ?? {}
    if (needs.some(need => answerTo(need, answers) !== undefined)) return writeResponse(needs, answers)
    const ask = current?.options.onElicit ?? options.onElicit
    const said = await ask?.(needs, message)
    if (said !== undefined) return writeResponse(needs, said)
    current?.declined.push(...needs)
    return { action: 'decline' }
  }

  const connected = async (signal: AbortSignal | undefined): Promise<McpConnection> => {
    const known = await connecting?.catch(() => undefined)
    if (known?.isOpen === false) {
      connecting = undefined
      listing = undefined
      await known.close()
    }
    connecting ??= connectMcp(place, { headers, maxBytes, connectMs, signal, onElicit }).catch(error => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  const operations = async (signal: AbortSignal | undefined): Promise<OfferedOperation[]> => {
    const connection = await connected(signal)
    listing ??= connection.tools({ signal }).then(
      tools => tools.flatMap(offeredOf),
      error => {
        listing = undefined
        throw error
      },
    )
    return listing
  }

  /** What is asked about the task of a reply; a reply without one stays as it is. */
  const onTask = async (
    reply: Reply,
    callOptions: ExchangeOptions,
    ask: (peer: McpCallContext, taskId: string) => Promise<Reply>,
  ): Promise<Reply> => {
    const id = reply.outcome.task?.id
    if (id === undefined || id === '') return withoutAnswer(fault('invalid', 'The reply names no task.'))
    try {
      const connection = await connected(callOptions.signal)
      const names = (await operations(callOptions.signal).catch(() => [])).map(({ name }) => name)
      const speaks = requestEdition(names, 'mcp', named)
      const peer = { connection, named, names, speaks, callOptions, deadline: deadlineOf(callOptions) }
      const isTool = reply.outcome.extra?.mcp?.resultType !== 'task' && reply.contract !== undefined
      const { tasks } = contracts.find(one => one.id === reply.contract?.id)?.calling ?? {}
      const tool = tasks?.operations.find(name => names.includes(name))
      if (isTool && tasks !== undefined && tool !== undefined)
        return await followByTool(peer, { tasks, tool, id }, reply)
      return await ask(peer, id)
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      return withoutAnswer(error.fault)
    }
  }

  return {
    title,
    open: async ({ signal } = {}) => void (await connected(signal)),
    operations: ({ signal } = {}) => operations(signal),
    async call(call, callOptions = {}) {
      const mine: Active = { options: callOptions, declined: [] }
      try {
        const connection = await connected(callOptions.signal)
        const names = (await operations(callOptions.signal).catch(() => [])).map(({ name }) => name)
        const speaks = requestEdition(names, 'mcp', named)
        active.push(mine)
        const peer: McpCallContext = {
          connection,
          named,
          names,
          speaks,
          callOptions,
          deadline: deadlineOf(callOptions),
        }
        let answer = await callTool(peer, call)
        // A server that has forgotten the session has not looked at the call: it is safe to ask again.
        if (connection.isForgotten && answer.wire === undefined) {
          answer = await callTool({ ...peer, connection: await connected(callOptions.signal) }, call)
        }
        return mine.declined.length === 0 ? answer : { ...answer, declined: mine.declined }
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        return withoutAnswer(error.fault)
      } finally {
        if (active.includes(mine)) active.splice(active.indexOf(mine), 1)
      }
    },
    follow: (reply, callOptions = {}) => onTask(reply, callOptions, (peer, id) => follow(peer, id, reply)),
    cancel: (reply, callOptions = {}) =>
      onTask(reply, callOptions, async (peer, taskId) => {
        const got = await request(peer, 'tasks/cancel', { taskId })
        if ('fault' in got || hasError(got.wire)) return read(peer, got)
        return readTask(peer, taskId)
      }),
    calling: async ({ contract }) => contracts.find(({ id }) => id === contract?.id)?.calling,
    async close() {
      const connection = await connecting?.catch(() => undefined)
      connecting = undefined
      listing = undefined
      await connection?.close()
    },
  }
}

interface McpCallContext {
  readonly connection: McpConnection
  readonly named: ContractEdition | undefined
  readonly names: readonly string[]
  /** The contract of its requests, where that is not MCP itself. */
  readonly speaks: ContractEdition | undefined
  readonly callOptions: ExchangeOptions
  readonly deadline: Deadline
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

function request(peer: McpCallContext, method: string, params: JsonObject): Promise<McpGot> {
  const { onMoment } = peer.callOptions
  const onProgress = onMoment === undefined ? undefined : (progress: JsonObject) => onMoment(mcpProgress(progress))
  return peer.connection.request(method, params, { ...peer.deadline.options(), onProgress })
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
  const { outcome, contract } = answer
  const id = outcome.task?.id
  if (peer.callOptions.wait !== true || outcome.kind !== 'pending' || id === undefined || id === '') return answer
  if (outcome.extra?.mcp?.resultType === 'task') return follow(peer, id, answer)
  const tasks = contracts.find(({ id }) => id === contract?.id)?.calling?.tasks
  const tool = tasks?.operations.find(name => peer.names.includes(name))
  return tasks === undefined || tool === undefined ? answer : followByTool(peer, { tasks, tool, id }, answer)
}

/** Looks at a task of MCP's until it ends or waits for somebody. */
async function follow(peer: McpCallContext, taskId: string, first: Reply | undefined): Promise<Reply> {
  const { deadline, callOptions } = peer
  const look = async (): Promise<McpGot> => request(peer, 'tasks/get', { taskId })
  const readGot = (got: McpGot): Reply =>
    'fault' in got ? withoutAnswer(got.fault) : taskAnswer(peer, got.wire, taskId)
  try {
    const known = first ?? readGot(await look())
    if (known.outcome.kind !== 'pending') return known
    return await followTask(known, {
      deadline,
      onMoment: callOptions.onMoment,
      look: async () => inTime(await look(), readGot),
    })
  } catch (error) {
    // A caller who stops waiting stops the work.
    if (callOptions.signal?.aborted) {
      await peer.connection.request('tasks/cancel', { taskId }, { timeoutMs: 2000 }).catch(() => {})
    }
    throw error
  }
}

/** How a task stands now. */
async function readTask(peer: McpCallContext, taskId: string): Promise<Reply> {
  const got = await request(peer, 'tasks/get', { taskId })
  return 'fault' in got ? withoutAnswer(got.fault) : taskAnswer(peer, got.wire, taskId)
}

/** The answer; undefined when the time was up. */
function inTime(got: McpGot, readGot: (got: McpGot) => Reply): Reply | undefined {
  return 'fault' in got && got.fault.category === 'timeout' ? undefined : readGot(got)
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
  const readGot = (got: McpGot): Reply =>
    'fault' in got ? withoutAnswer(got.fault) : reportedAnswer(peer, got.wire, task, first)
  const look = async (): Promise<Reply | undefined> => {
    const exchange = defined<Exchange>({ requestId: crypto.randomUUID(), conversationId })
    const call: Call = { operation: task.tool, input: task.tasks.inputFor(task.id), exchange }
    return inTime(await request(peer, 'tools/call', paramsOf(peer, call)), readGot)
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
