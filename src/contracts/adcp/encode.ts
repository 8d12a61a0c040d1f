/** Writing an AdCP 3.1 answer: over REST and MCP flat, over A2A as the one DataPart of a task. */
import type { Encoded } from '../../codec/contract.ts'
import { isHeaderText, Losses } from '../../codec/loss.ts'
import { object, objects } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { httpFaults } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type A2aWire, a2aWire } from '../../wire/a2a.ts'
import { type A2aPart, type A2aTask, type A2aVersion, writeTask } from '../../wire/a2a-frame.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { type McpWire, mcpWire } from '../../wire/mcp.ts'
import { categoryRow, httpClassOf } from './codes.ts'
import { maxTextItem } from './extraction.ts'
import { frameFor, missingMembers } from './frame.ts'
import { readA2aFrame, type TaskObjects, usualArtifact, writeA2aFrame } from './frame-a2a.ts'
import { readMcpFrame, writeMcpFrame } from './frame-mcp.ts'
import { frameKey, metadataKey, metaKey } from './meta.ts'
import { metaExchange } from './nodes.ts'
import type { Release } from './release.ts'
import { currentRelease } from './releases.ts'
import { a2aStateOf, rowOf } from './status.ts'
import { isValid } from './write-envelope.ts'
import { type WrittenRoot, writeRoot } from './write-root.ts'

export function encodeHttp(
  outcome: Outcome,
  exchange: SealedExchange,
  release: Release = currentRelease,
): Encoded<HttpWire> {
  const losses = new Losses('adcp')
  frameFor(outcome, undefined, losses)
  const root = writeRoot(outcome, exchange, 'http', release, losses)
  const { conversationId, durationMs } = exchange
  const headers = {
    'content-type': 'application/json',
    'x-adcp-status': root.status,
    'x-adcp-context-id': ifHeaderText(conversationId),
    'x-request-id': losses.header(exchange.requestId, '/exchange/requestId'),
    'x-correlation-id': losses.header(exchange.correlationId, '/exchange/correlationId'),
    'server-timing': timing(durationMs, losses),
    'retry-after': retryAfter(root),
    location: outcome.kind === 'completed' ? ifHeaderText(outcome.created?.location) : undefined,
  }
  const body = Body.ofText(root.text)
  return { wire: httpWire({ status: httpStatus(outcome, root, release), headers, body }), losses: losses.list }
}

/** A header that repeats what the body says too: left out where it cannot be. */
function ifHeaderText(text: string | undefined): string | undefined {
  return text !== undefined && isHeaderText(text) ? text : undefined
}

function timing(durationMs: number | undefined, losses: Losses): string | undefined {
  if (durationMs === undefined) return undefined
  if (/^\d+(?:\.\d+)?$/.test(String(durationMs))) return `replywire;dur=${durationMs}`
  losses.add('/exchange/durationMs', 'it cannot stand in a header')
  return undefined
}

function retryAfter({ members }: WrittenRoot): string | undefined {
  const wait = isObject(members.adcp_error) ? members.adcp_error.retry_after : undefined
  return typeof wait === 'number' ? String(Math.ceil(wait)) : undefined
}

function httpStatus(outcome: Outcome, { status, fault, members }: WrittenRoot, { codes }: Release): number {
  if (fault === undefined) return outcome.kind === 'completed' && outcome.created ? 201 : rowOf(status).http
  const own = fault.category === 'invalid' && Object.hasOwn(httpFaults, fault.code) ? httpFaults[fault.code] : undefined
  const usual = own ?? categoryRow(fault.category, fault.recovery).http
  const demanded = httpClassOf(members.adcp_error, codes)
  return demanded === undefined || Math.trunc(usual / 100) === demanded ? usual : demanded * 100
}

export function encodeMcp(
  outcome: Outcome,
  exchange: SealedExchange,
  release: Release = currentRelease,
): Encoded<McpWire> {
  const losses = new Losses('adcp')
  const own = frameFor(outcome, 'mcp', losses)
  const root = writeRoot(outcome, exchange, 'mcp', release, losses)
  const frame = writeMcpFrame(own ?? {})
  // A text that readers would skip for its length is left out; the message alone stands in, if there is one.
  const text = root.text.length <= maxTextItem ? root.text : outcome.message
  const item = text === undefined ? undefined : { ...frame.mirror, type: 'text', text }
  const result = {
    ...frame.result,
    content: item === undefined ? [] : [item],
    structuredContent: root.members,
    ...(root.fault === undefined ? undefined : { isError: true }),
    _meta: { ...frame.meta, [metaKey]: metaExchange.writeMembers(exchange, '/exchange', losses) },
  }
  if (own !== undefined) {
    const rest = missingMembers(own, readMcpFrame(result, text === root.text ? { mirror: item } : { message: item }))
    if (rest !== undefined) Object.assign(result._meta, { [frameKey]: rest })
  }
  return { wire: mcpWire(Body.ofJson(result, new Map([['/structuredContent', root.text]]))), losses: losses.list }
}

export function encodeA2a(
  outcome: Outcome,
  exchange: SealedExchange,
  version: A2aVersion,
  release: Release = currentRelease,
): Encoded<A2aWire> {
  const losses = new Losses('adcp')
  const own = frameFor(outcome, 'a2a', losses)
  const root = writeRoot(outcome, exchange, 'a2a', release, losses)
  const frame = writeA2aFrame(own ?? {}, version)
  if (exchange.conversationId === undefined) {
    losses.add('/exchange/conversationId', 'a task has a context id; the request id stands in')
  }
  const frameId = release.dataPart === 'answer' ? frame.id : undefined
  const id = frameId ?? outcome.task?.id ?? exchange.requestId
  const contextId = exchange.conversationId ?? exchange.requestId
  const texts: A2aPart[] =
    root.hasOwnMessage && root.members.message ? [{ text: String(root.members.message), ...frame.text }] : []
  const parts: A2aPart[] = [...texts, { data: root.members, ...frame.data }]
  const state = a2aStateOf(root.status, release)
  const final = rowOf(state).stage === 'final'
  const message = {
    messageId: exchange.requestId,
    ...frame.message,
    role: 'agent',
    parts,
    contextId,
    taskId: id,
  } as const
  const task: A2aTask = {
    id,
    contextId,
    status: defined<A2aTask['status']>({
      state,
      message: final ? undefined : message,
      timestamp: isValid({ timestamp: exchange.at }, release) ? exchange.at : undefined,
    }),
    ...(final ? { artifacts: [{ artifactId: usualArtifact, ...frame.artifact, parts }] } : undefined),
    ...frame.task,
    metadata: { ...frame.task.metadata, [metadataKey]: metaExchange.writeMembers(exchange, '/exchange', losses) },
  }
  const written = writeTask(task, version)
  if (own !== undefined) {
    const rest = missingMembers(own, readA2aFrame(written, objectsIn(written, texts.length), taskIdIn(root, release)))
    if (rest !== undefined) Object.assign(object(object(written.metadata)?.[metadataKey]) ?? {}, { frame: rest })
  }
  const at = `${final ? '/artifacts/0' : '/status/message'}/parts/${texts.length}/data`
  return { wire: a2aWire(Body.ofJson(written, new Map([[at, root.text]]))), losses: losses.list }
}

/** The task that the data names, where that is not the id of the task of A2A. */
function taskIdIn({ members }: WrittenRoot, { dataPart }: Release): Json | undefined {
  return dataPart === 'answer' ? (members.task_id ?? null) : undefined
}

/** Where a written task holds the data, and the message before it. */
function objectsIn({ artifacts, status }: JsonObject, textCount: number): TaskObjects {
  const [artifact] = objects(artifacts)
  const parts = objects((artifact ?? object(object(status)?.message))?.parts)
  return { artifact, data: parts[textCount], text: textCount === 0 ? undefined : parts[0] }
}
