/**
 * AdCP 3.1 response extraction: where an answer's data and its error are in an MCP result or an A2A task. Pure, total,
 * and step by step as published (mcp-response-extraction, a2a-response-extraction, transport-errors).
 */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { normaliseState } from '../../wire/a2a-frame.ts'
import { readJsonText } from '../../wire/json.ts'
import { rowOf, type StatusRow, statusRow } from './status.ts'

/** Why nothing was extracted. */
export type NoData =
  | 'is-error'
  | 'no-data'
  | 'not-an-object'
  | 'nested-frame'
  | 'no-state'
  | 'unknown-state'
  | 'wrapper-detected'

/** An object and its pointer; `text` is its source when it was read from a text item at that pointer. */
export interface Extracted {
  ok: true
  data: JsonObject
  pointer: string
  text?: string
}

export type Extraction = Extracted | { ok: false; reason: NoData; pointer: string }

/** A text item longer than this is not looked into. */
export const maxTextItem = 1024 * 1024

/** An error that is longer than this when serialised is discarded by clients. */
export const maxError = 4096

const none = (reason: NoData, pointer = ''): Extraction => ({ ok: false, reason, pointer })

function isOnlyError(data: JsonObject): boolean {
  const keys = Object.keys(data)
  return keys.length === 1 && keys[0] === 'adcp_error'
}

/** The JSON objects among the text items of an MCP result, in order. */
export function* textObjects(content: Json | undefined): Generator<Extracted> {
  if (!Array.isArray(content)) return
  for (const [index, item] of content.entries()) {
    if (!isObject(item) || item.type !== 'text' || typeof item.text !== 'string') continue
    // What cannot be an object is not parsed: most text items are sentences.
    if (item.text.length > maxTextItem || !/^[\s\ufeff]*\{/.test(item.text)) continue
    const reading = readJsonText(item.text)
    if (reading.ok && isObject(reading.value)) {
      yield { ok: true, data: reading.value, pointer: `/content/${index}/text`, text: item.text }
    }
  }
}

const resultMembers = ['structuredContent', 'content', 'isError', 'error']
const rootMembers = ['payload', 'adcp_version', 'adcp_error', 'context_id']

/** Whether an MCP answer is an AdCP object with no tool result around it, as a file often holds it. */
export function isBareRoot(answer: JsonObject): boolean {
  if (resultMembers.some(member => Object.hasOwn(answer, member))) return false
  return statusRow(answer.status) !== undefined || rootMembers.some(member => Object.hasOwn(answer, member))
}

/** The data of a successful MCP tool result; `texts` are its text objects, where they are known already. */
export function extractMcp(result: Json, texts?: Iterable<Extracted>): Extraction {
  if (!isObject(result)) return none('not-an-object')
  if (result.isError) return none('is-error')
  const { structuredContent, content } = result
  if (isObject(structuredContent)) {
    if (isOnlyError(structuredContent)) return none('no-data', '/structuredContent')
    return { ok: true, data: structuredContent, pointer: '/structuredContent' }
  }
  for (const found of texts ?? textObjects(content)) {
    if (!isOnlyError(found.data)) return found
  }
  return none('no-data', '/structuredContent')
}

/** The root of an MCP tool result: extraction's data; on an error, and where an error is all there is, what holds it. */
export function locateMcp(result: JsonObject, texts: readonly Extracted[]): Extracted | undefined {
  const found = extractMcp(result, texts)
  if (found.ok) return found
  const { structuredContent: data } = result
  return isObject(data) ? { ok: true, data, pointer: '/structuredContent' } : texts[0]
}

/** Whether clients accept a value as an error: a usable code, and not too long. */
export function isUsableError(value: Json | undefined): value is JsonObject {
  return (
    isObject(value) &&
    typeof value.code === 'string' &&
    value.code.length >= 1 &&
    value.code.length <= 64 &&
    JSON.stringify(value).length <= maxError
  )
}

function errorIn(data: JsonObject, pointer: string): Extracted | undefined {
  return isUsableError(data.adcp_error)
    ? { ok: true, data: data.adcp_error, pointer: `${pointer}/adcp_error` }
    : undefined
}

/** The error of an MCP answer: a tool result marked as an error, or an error of JSON-RPC's. */
export function extractMcpError(answer: Json): Extraction {
  if (!isObject(answer)) return none('not-an-object')
  const { structuredContent, content, isError } = answer
  if (isError) {
    const found = isObject(structuredContent) ? errorIn(structuredContent, '/structuredContent') : undefined
    if (found !== undefined) return found
    for (const item of textObjects(content)) {
      if (isUsableError(item.data.adcp_error)) return { ...item, data: item.data.adcp_error }
    }
  }
  const refused = extractRpcError(answer)
  if (refused !== undefined) return refused
  const failed = isObject(structuredContent) && statusRow(structuredContent.status)?.kind === 'failed'
  if ((isError || failed) && isObject(structuredContent) && Array.isArray(structuredContent.errors)) {
    const [first] = structuredContent.errors
    if (isUsableError(first)) return { ok: true, data: first, pointer: '/structuredContent/errors/0' }
  }
  return none('no-data')
}

/** `error.data.adcp_error` of a JSON-RPC error, in an MCP or an A2A answer; A2A may list its data. */
export function extractRpcError(answer: JsonObject): Extracted | undefined {
  const data = isObject(answer.error) ? answer.error.data : undefined
  if (isObject(data)) return errorIn(data, '/error/data')
  if (!Array.isArray(data)) return undefined
  for (const [index, item] of data.entries()) {
    const found = isObject(item) ? errorIn(item, `/error/data/${index}`) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const frames = ['task', 'message', 'statusUpdate', 'artifactUpdate'] as const

/** An A2A answer without the stream frame around it. A frame inside a frame is refused. */
export function unwrapFrame(
  answer: Json,
): { frame: JsonObject; pointer: string } | { reason: NoData; pointer: string } {
  if (!isObject(answer)) return { reason: 'not-an-object', pointer: '' }
  const [key, ...more] = Object.keys(answer)
  const frame = more.length === 0 ? frames.find(name => name === key) : undefined
  const inner = frame === undefined ? undefined : answer[frame]
  if (frame === undefined || !isObject(inner)) return { frame: answer, pointer: '' }
  const nested = frames.find(name => Object.hasOwn(inner, name))
  if (nested !== undefined) return { reason: 'nested-frame', pointer: `/${frame}/${nested}` }
  return { frame: inner, pointer: `/${frame}` }
}

/** The state of an unwrapped A2A answer: its row, or an unknown token, or none. */
export function stateOf(frame: JsonObject): { row: StatusRow } | { token: string } | undefined {
  const state = isObject(frame.status) ? frame.status.state : undefined
  if (typeof state !== 'string') return undefined
  const token = normaliseState(state)
  const row = statusRow(token)
  return row === undefined ? { token } : { row }
}

/** The DataParts of a list of parts: those whose `data` is an object, whatever their kind says. */
export function dataParts(parts: Json | undefined, pointer: string): Extracted[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part, index): Extracted[] =>
    isObject(part) && isObject(part.data) ? [{ ok: true, data: part.data, pointer: `${pointer}/${index}/data` }] : [],
  )
}

/** The parts of an unwrapped A2A answer: of each artifact, and of the status message. */
export function partsOf(frame: JsonObject, pointer: string) {
  const artifacts = Array.isArray(frame.artifacts) ? frame.artifacts : []
  const message = isObject(frame.status) && isObject(frame.status.message) ? frame.status.message : undefined
  return {
    artifacts: artifacts.map((artifact, index) => ({
      parts: isObject(artifact) ? artifact.parts : undefined,
      pointer: `${pointer}/artifacts/${index}/parts`,
    })),
    message: { parts: message?.parts, pointer: `${pointer}/status/message/parts` },
  }
}

/** The data of an A2A answer, of either version of the protocol. */
export function extractA2a(answer: Json): Extraction {
  const unwrapped = unwrapFrame(answer)
  if ('reason' in unwrapped) return none(unwrapped.reason, unwrapped.pointer)
  const { frame, pointer } = unwrapped
  const state = stateOf(frame)
  if (state === undefined) return none('no-state', `${pointer}/status/state`)
  if (!('row' in state) || state.row === rowOf('unknown')) return none('unknown-state', `${pointer}/status/state`)
  const { artifacts, message } = partsOf(frame, pointer)
  const [first] = artifacts
  if (state.row.stage === 'final' && first !== undefined) {
    const last = dataParts(first.parts, first.pointer).at(-1)
    if (last !== undefined) return isWrapper(last.data) ? none('wrapper-detected', last.pointer) : last
  }
  return dataParts(message.parts, message.pointer)[0] ?? none('no-data', first?.pointer ?? message.pointer)
}

/** `{response: {…}}` and nothing else. */
function isWrapper(data: JsonObject): boolean {
  return Object.keys(data).length === 1 && isObject(data.response)
}

/** The error of an A2A answer: of a task that failed, was rejected or was canceled, or of JSON-RPC's. */
export function extractA2aError(answer: Json): Extraction {
  if (isObject(answer)) {
    const refused = extractRpcError(answer)
    if (refused !== undefined) return refused
  }
  const unwrapped = unwrapFrame(answer)
  if ('reason' in unwrapped) return none(unwrapped.reason, unwrapped.pointer)
  const { frame, pointer } = unwrapped
  const state = stateOf(frame)
  if (state === undefined) return none('no-state', `${pointer}/status/state`)
  if (!('row' in state) || (state.row.kind !== 'failed' && state.row.kind !== 'canceled')) return none('no-data')
  const { artifacts, message } = partsOf(frame, pointer)
  for (const { parts, pointer: at } of [...artifacts, message]) {
    for (const part of dataParts(parts, at)) {
      const found = errorIn(part.data, part.pointer)
      if (found !== undefined) return found
    }
  }
  return none('no-data')
}
