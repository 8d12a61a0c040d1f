/** Writing an MCP answer. What a result cannot say travels in `_meta`, or in the data of an error. */

import type { Encoded } from '../../codec/contract.ts'
import { Losses } from '../../codec/loss.ts'
import { notesOf } from '../../codec/notes.ts'
import { writeFault } from '../../codec/plain-fault.ts'
import { object, text } from '../../codec/read.ts'
import { type AnswerContent, unplacedMembers, withoutForeignExtra } from '../../codec/unplaced.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome, Part, Pending } from '../../outcome/outcome.ts'
import { type McpWire, mcpWire } from '../../wire/mcp.ts'
import { textBlock, writeBlock } from './blocks.ts'
import { writeRequests } from './elicit.ts'
import { keys } from './form.ts'
import { leadTexts } from './lead.ts'
import { isMetaKey } from './meta-key.ts'
import { noPayload, type WrittenPayload, writePayload } from './payload.ts'
import { readAnswer } from './read.ts'
import { codeOfFault, current, dataSchema, isTaskState, urlElicitationRequired, type Version } from './status.ts'
import { validators } from './validators.generated.js'

/** What a result has in addition to `_meta`, and the keys there that its reading needs. */
interface Written {
  members: JsonObject
  meta?: JsonObject
}

export function encode(outcome: Outcome, exchange: SealedExchange, version: Version): Encoded<McpWire> {
  const losses = new Losses('mcp')
  const answer = withoutForeignExtra({ outcome, exchange }, 'mcp', losses)
  const error = writeError(answer, version)
  const body = error === undefined ? resultBody(answer, version) : errorBody(answer, error)
  return { wire: mcpWire(body), losses: losses.list }
}

function resultBody(answer: AnswerContent, version: Version): JsonObject {
  const { members, meta } = write(answer, version)
  const own = Object.entries(answer.outcome.extra?.mcp ?? {}).filter(([name]) => !resultMembers.has(name))
  const kept = Object.entries(answer.exchange.extra?.mcp ?? {}).filter(
    ([name]) => isMetaKey(name) && !name.startsWith(prefix),
  )
  const result = { ...Object.fromEntries(own), ...members }
  const body = { ...result, _meta: { ...Object.fromEntries(kept), ...meta } }
  return { ...result, _meta: { ...body._meta, ...unplacedOf(answer, body) } }
}

const prefix = 'replywire/'

/** Members that decide what a result is: never taken from `extra`. */
const resultMembers = new Set([
  'resultType',
  'content',
  'structuredContent',
  'isError',
  '_meta',
  'inputRequests',
  'requestState',
  'taskId',
  'task',
  'error',
])

/** What reading the body back would not give. */
function unplacedOf({ outcome, exchange }: AnswerContent, body: JsonObject): JsonObject {
  const read = readAnswer(body, notesOf(outcome))
  return defined<JsonObject>({
    [keys.outcome]: unplacedMembers(outcome, read.outcome),
    [keys.exchange]: unplacedMembers(exchange, read.exchange),
  })
}

function write({ outcome, exchange }: AnswerContent, version: Version): Written {
  const modern = version === current
  switch (outcome.kind) {
    case 'completed':
      return complete(outcome, version)
    case 'pending':
      return modern ? task(outcome, exchange as SealedExchange) : pendingResult(outcome)
    case 'paused': {
      const { message, needs } = outcome
      if (modern) return { members: { resultType: 'input_required', ...requests(outcome) } }
      const members = {
        status: 'input_required',
        ...defined<{ message?: string }>({ message }),
        needs: needs as unknown as Json,
      }
      return structured(outcome, members, version, { [keys.kind]: 'paused' })
    }
    case 'failed': {
      const { detail, ...shown } = outcome.fault
      const meta = { ...messageMeta(outcome), ...(detail === undefined ? undefined : { [keys.detail]: detail }) }
      const result = structured(outcome, { error: writeFault(shown, 'mcp') }, version, meta)
      return { ...result, members: { ...result.members, isError: true } }
    }
    case 'canceled':
      return stopped(outcome, { code: 'CANCELED' }, version)
    case 'unknown':
      return stopped(outcome, { code: 'UNKNOWN_STATUS', status: outcome.status }, version)
  }
}

function requests(outcome: Outcome & { kind: 'paused' }): JsonObject {
  const state = outcome.extra?.mcp?.requestState
  return {
    inputRequests: writeRequests(outcome.needs, outcome.message),
    ...(typeof state === 'string' ? { requestState: state } : undefined),
  }
}

function messageMeta({ message }: Outcome): JsonObject | undefined {
  return message === undefined ? undefined : { [keys.message]: message }
}

function typed(version: Version): JsonObject {
  return version === current ? { resultType: 'complete' } : {}
}

function partBlocks(parts: readonly Part[] | undefined): JsonObject[] {
  return (parts ?? []).map((part, index) => writeBlock(part, `part-${index}`))
}

/** Hosts show content and models read it: `_meta` alone reaches neither. */
function noteBlocks(outcome: Outcome): JsonObject[] {
  const notes = notesOf(outcome)
  return notes === undefined ? [] : [textBlock(notes)]
}

function complete(outcome: Outcome & { kind: 'completed' }, version: Version): Written {
  const lead = leadTexts(outcome).map(textBlock)
  const parts = partBlocks(outcome.content)
  const alone = lead.length === 0 && parts.length === 0
  const written: WrittenPayload = outcome.payload === undefined ? {} : writePayload(outcome.payload, version, alone)
  const { structured: value, block } = written
  const mirror = value === undefined ? [] : [textBlock(JSON.stringify(value))]
  const mark = written.mark ?? (outcome.payload === undefined && parts.length > 0 ? noPayload : undefined)
  return {
    members: {
      ...typed(version),
      content: [...lead, ...mirror, ...(block === undefined ? [] : [block]), ...parts, ...noteBlocks(outcome)],
      ...(value === undefined ? undefined : { structuredContent: value }),
    },
    meta: { ...messageMeta(outcome), ...(mark === undefined ? undefined : { [keys.payload]: mark }) },
  }
}

/** A result whose structuredContent shows the kind; text first, so that a plain host sees it too. */
function structured(outcome: Outcome, members: JsonObject, version: Version, meta: JsonObject | undefined): Written {
  const value = { ...object(outcome.extra?.mcp?.structuredContent), ...members }
  const blocks = [...leadTexts(outcome), JSON.stringify(value)].map(textBlock)
  const content = [...blocks, ...partBlocks(outcome.content), ...noteBlocks(outcome)]
  return {
    members: { ...typed(version), content, structuredContent: value },
    ...(meta === undefined ? undefined : { meta }),
  }
}

/** A run that ended without a result: to a host that knows no more, an error. */
function stopped(outcome: Outcome, error: JsonObject, version: Version): Written {
  const [message = ''] = leadTexts(outcome)
  const meta = { ...messageMeta(outcome), [keys.kind]: outcome.kind }
  const result = structured(outcome, { error: { ...error, message } }, version, meta)
  return { ...result, members: { ...result.members, isError: true } }
}

function pendingResult(outcome: Pending): Written {
  const { phase, message, task: reference, progress } = outcome
  const value = defined<JsonObject>({
    status: phase,
    message,
    task: reference as JsonObject | undefined,
    progress: progress as JsonObject | undefined,
  })
  return structured(outcome, value, '2025-11-25', { [keys.kind]: 'pending' })
}

/** Tasks extension: a handle in place of a result. Without a task but with a state, the call is to be repeated. */
function task(outcome: Pending, exchange: SealedExchange): Written {
  const { requestState, createdAt, ttlMs, status } = outcome.extra?.mcp ?? {}
  if (outcome.task === undefined && typeof requestState === 'string') {
    return { members: { resultType: 'input_required', requestState } }
  }
  const { id, pollAfterMs } = outcome.task ?? { id: exchange.requestId }
  return {
    members: defined<JsonObject>({
      resultType: 'task',
      taskId: id,
      status: isTaskState(status) ? status : 'working',
      statusMessage: outcome.message,
      createdAt: text(createdAt) ?? exchange.at,
      lastUpdatedAt: exchange.at,
      ttlMs: isCount(ttlMs) ? ttlMs : null,
      pollIntervalMs: isCount(pollAfterMs) ? pollAfterMs : undefined,
    }),
  }
}

function isCount(value: Json | undefined): value is number {
  return Number.isInteger(value) && (value as number) >= 0
}

/** The error that an outcome is, where it belongs to the protocol and not to the tool. */
function writeError({ outcome }: AnswerContent, version: Version): JsonObject | undefined {
  if (outcome.kind === 'paused' && version === '2025-11-25') return urlElicitations(outcome)
  if (outcome.kind !== 'failed') return undefined
  const code = codeOfFault(outcome.fault, version)
  if (code === undefined) return undefined
  const { details, message, extra } = outcome.fault
  const odd = extra?.mcp?.data
  const data = { ...details, ...(odd === undefined || isObject(odd) ? undefined : { [keys.data]: odd }) }
  const schema = dataSchema(code, version)
  const fits = schema === undefined || (code !== urlElicitationRequired && validators[version]?.[schema]?.check(data))
  return fits ? { code, message, data } : undefined
}

/** -32042 is written again where it was read: elsewhere a plain host would not see the question. */
function urlElicitations({ needs, message, extra }: Outcome & { kind: 'paused' }): JsonObject | undefined {
  const elicitations = needs.map(need => {
    const { request: _, ...mine } = need.extra?.mcp ?? {}
    return {
      mode: 'url',
      ...mine,
      ...(need.kind === 'credentials' && need.url !== undefined ? { url: need.url } : undefined),
    }
  })
  const { data: around, ...rest } = object(extra?.mcp?.error) ?? {}
  const data = { ...object(around), elicitations }
  if (!validators['2025-11-25']?.['url-elicitations']?.check(data)) return undefined
  return { ...rest, code: urlElicitationRequired, message: message ?? 'A page must be opened first.', data }
}

function errorBody(answer: AnswerContent, { data, ...error }: JsonObject): JsonObject {
  const { message } = answer.outcome
  const members = Object.fromEntries(
    Object.entries(answer.outcome.extra?.mcp ?? {}).filter(([name]) => name === 'jsonrpc' || name === 'id'),
  )
  const texts = answer.outcome.kind === 'failed' && message !== undefined ? { [keys.message]: message } : undefined
  const body = { ...members, error: { ...error, data: { ...(data as JsonObject), ...texts } } }
  return { ...members, error: { ...error, data: { ...body.error.data, ...unplacedOf(answer, body) } } }
}
