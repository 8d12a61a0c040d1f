/** Reading an MCP answer of any revision by its shape; unplaced members are added later. */

import { isFault, readFault } from '../../codec/plain-fault.ts'
import { extraMembers, number, object, text } from '../../codec/read.ts'
import { type AnswerContent, readNeeds } from '../../codec/unplaced.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { isMember } from '../../outcome/guard.ts'
import type { Need } from '../../outcome/need.ts'
import {
  canceled,
  type Extra,
  failed,
  type Outcome,
  type Pending,
  type Progress,
  type TaskRef,
} from '../../outcome/outcome.ts'
import { bareText, readBlock } from './blocks.ts'
import { readRequests } from './elicit.ts'
import { formOf, keys } from './form.ts'
import { isUsualText, withoutLead } from './lead.ts'
import { mirrorIndex } from './mirror.ts'
import { readPayload } from './payload.ts'
import { faultOfCode, isTaskState, taskStates, urlElicitationRequired } from './status.ts'

const ours = new Set<string>(Object.values(keys))

/** The place of the unplaced members of an answer. */
export function besideOf(body: JsonObject): { members: JsonObject; at: string } {
  if (formOf(body) !== 'error') return { members: object(body._meta) ?? {}, at: '/_meta' }
  return { members: object(object(body.error)?.data) ?? {}, at: '/error/data' }
}

/** `notes` is the text of the notices and citations that are among the unplaced members: as the last block it is no content. */
export function readAnswer(body: JsonObject, notes: string | undefined): AnswerContent {
  const form = formOf(body)
  switch (form) {
    case 'error':
      return {
        outcome: withOwn(readError(object(body.error) ?? {}), extra(body, errorMembers).extra?.mcp),
        exchange: {},
      }
    case 'input':
      return { outcome: readInput(body), exchange: exchangeOf(body) }
    case 'task':
    case 'details':
      return readTask(body, body, form === 'details')
    case 'created':
      return readTask(object(body.task) ?? {}, body, false)
    case 'other': {
      const outcome: Outcome = { kind: 'unknown', status: text(body.resultType) ?? '' }
      const result = { ...outcome, ...contentOf(listOf(body)) }
      return { outcome: withOwn(result, withoutImplied(body, otherMembers)), exchange: exchangeOf(body) }
    }
    case 'complete':
      return { outcome: readComplete(body, notes), exchange: exchangeOf(body) }
  }
}

/** An outcome with further members of this contract's own. */
function withOwn<T extends Outcome>(outcome: T, members: JsonObject | undefined): T {
  if (members === undefined) return outcome
  return { ...outcome, extra: { mcp: { ...members, ...outcome.extra?.mcp } } }
}

function listOf({ content }: JsonObject): Json[] {
  return Array.isArray(content) ? content : []
}

function contentOf(blocks: readonly Json[]): Pick<Outcome, 'content'> {
  return blocks.length === 0 ? {} : { content: blocks.map(readBlock) }
}

function withoutNotes(blocks: Json[], notes: string | undefined): Json[] {
  return notes !== undefined && bareText(blocks.at(-1)) === notes ? blocks.slice(0, -1) : blocks
}

function readComplete(body: JsonObject, notes: string | undefined): Outcome {
  const meta = object(body._meta) ?? {}
  const structured = body.structuredContent
  const result = skeleton(body, meta)
  const outcome = withOwn(result, extra(body, resultMembers).extra?.mcp)
  const list = withoutNotes(listOf(body), notes)
  const blocks = withoutLead(list, outcome)
  const mirror = structured === undefined ? -1 : mirrorIndex(blocks, structured, true)
  if (mirror >= 0) blocks.splice(mirror, 1)
  const { payload, rest } = mayHoldPayload(result, structured)
    ? readPayload(structured, blocks, meta[keys.payload], blocks.length === list.length)
    : { payload: undefined, rest: blocks }
  return { ...outcome, ...(payload === undefined ? undefined : { payload }), ...contentOf(rest) } as Outcome
}

/** Of other kinds than these, structuredContent is the kind's own. */
function mayHoldPayload({ kind }: Outcome, structured: Json | undefined): boolean {
  if (kind === 'completed') return true
  return kind === 'failed' && structured !== undefined && !isFault(object(structured)?.error)
}

/** The kind and what belongs to it, without payload and content. */
function skeleton(body: JsonObject, meta: JsonObject): Outcome {
  const structured = object(body.structuredContent)
  const message = defined<{ message?: string }>({ message: text(meta[keys.message]) })
  switch (meta[keys.kind]) {
    case 'paused': {
      const needs = readNeeds(structured?.needs)
      if (needs !== undefined) {
        return withOwn({ kind: 'paused', needs, ...messageOf(structured) }, besideKind(structured, pausedMembers))
      }
      break
    }
    case 'pending':
      if (structured !== undefined) return withOwn(readPending(structured), besideKind(structured, pendingMembers))
      break
    case 'canceled':
      return withOwn(canceled(stopMessage(structured, message)), besideStop(body.structuredContent))
    case 'unknown': {
      const status = text(object(structured?.error)?.status) ?? ''
      const said = stopMessage(structured, message)
      return withOwn({ kind: 'unknown', status, ...said }, besideStop(body.structuredContent))
    }
  }
  if (body.isError !== true) return { kind: 'completed', ...message }
  if (isFault(structured?.error)) {
    const detail = defined<{ detail?: string }>({ detail: text(meta[keys.detail]) })
    const outcome = failed({ ...readFault(structured.error, 'mcp'), ...detail }, message)
    return withOwn(outcome, besideKind(structured, stoppedMembers))
  }
  const said = listOf(body).find(block => object(block)?.type === 'text')
  const words = text(object(said)?.text) ?? 'The tool failed.'
  // Tools report failures so that a model can correct its call (server/tools, Error Handling).
  return failed(fault('internal', words, { code: 'TOOL_ERROR', recovery: 'correct' }), message)
}

/** Whether a mark names a kind that structuredContent implies. */
export function impliesKind(kind: Json, { structuredContent }: JsonObject): boolean {
  if (kind === 'paused') return readNeeds(object(structuredContent)?.needs) !== undefined
  return kind === 'pending' ? isObject(structuredContent) : kind === 'canceled' || kind === 'unknown'
}

/** The members of a node that imply something, each with what it must be to do so. */
type Telling = Readonly<Record<string, (value: Json) => boolean>>

/** What a node has in addition, undefined when it is nothing. */
function withoutImplied(node: JsonObject | undefined, telling: Telling): JsonObject | undefined {
  const isImplied = ([name, value]: [string, Json]) => Object.hasOwn(telling, name) && telling[name]?.(value) === true
  const rest = Object.entries(node ?? {}).filter(entry => !isImplied(entry))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

/** What structuredContent has in addition to the members that imply the kind. */
function besideKind(structured: JsonObject | undefined, telling: Telling): JsonObject | undefined {
  const rest = withoutImplied(structured, telling)
  return rest === undefined ? undefined : { structuredContent: rest }
}

/** The message of a run that ended without a result: what its error says counts, where that is more than the usual text. */
function stopMessage(structured: JsonObject | undefined, message: { message?: string }): { message?: string } {
  const shown = text(object(structured?.error)?.message) ?? ''
  return isUsualText(shown) ? message : { message: shown }
}

/** Whether a mark is a message, and none that the answer itself contradicts. */
export function isMessageMark(value: Json, body: JsonObject): boolean {
  if (typeof value !== 'string') return false
  const kind = object(body._meta)?.[keys.kind]
  if (kind !== 'canceled' && kind !== 'unknown') return true
  return stopMessage(object(body.structuredContent), { message: value }).message === value
}

/** The same of a run that ended without a result, whose error is only a frame. */
function besideStop(value: Json | undefined): JsonObject | undefined {
  if (value !== undefined && !isObject(value)) return { structuredContent: value }
  const structured = object(value)
  const error = withoutImplied(object(structured?.error), frameMembers)
  const rest = { ...(besideKind(structured, stoppedMembers)?.structuredContent as JsonObject), ...(error && { error }) }
  return Object.keys(rest).length === 0 ? undefined : { structuredContent: rest }
}

const isText = (value: Json) => typeof value === 'string'
const oneOf =
  (...words: string[]) =>
  (value: Json) =>
    typeof value === 'string' && words.includes(value)

const frameMembers: Telling = { code: oneOf('CANCELED', 'UNKNOWN_STATUS'), message: isText, status: isText }
const pausedMembers: Telling = { status: oneOf('input_required'), message: isText, needs: () => true }
const pendingMembers: Telling = {
  status: oneOf('queued', 'working'),
  message: isText,
  task: value => isMember('task', value),
  progress: value => isMember('progress', value),
}
const stoppedMembers: Telling = { error: isObject }
const otherMembers: Telling = { resultType: () => true, content: Array.isArray, _meta: isObject }

function messageOf(node: JsonObject | undefined): { message?: string } {
  return defined<{ message?: string }>({ message: text(node?.message) })
}

function readPending(structured: JsonObject): Pending {
  const { status, task, progress } = structured
  return {
    kind: 'pending',
    phase: status === 'queued' ? 'queued' : 'working',
    ...messageOf(structured),
    ...defined<Partial<Pending>>({
      task: isMember('task', task) ? (task as unknown as TaskRef) : undefined,
      progress: isMember('progress', progress) ? (progress as Progress) : undefined,
    }),
  }
}

function readInput(body: JsonObject): Outcome {
  const { needs, message } = readRequests(object(body.inputRequests) ?? {})
  const [first, ...rest] = needs
  const more = extra(body, inputMembers)
  // A state to send back and nothing to ask: the call is only to be repeated.
  if (first === undefined) return { kind: 'pending', phase: 'queued', ...more }
  return { kind: 'paused', needs: [first, ...rest], ...defined<{ message?: string }>({ message }), ...more }
}

/** A task in place of a result, or the state of one; `whole` says that a result is inside. */
function readTask(task: JsonObject, body: JsonObject, whole: boolean): AnswerContent {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt, pollIntervalMs, pollInterval } = task
  const message = text(statusMessage)
  const reference = defined<TaskRef>({
    id: text(taskId) ?? '',
    pollAfterMs: number(pollIntervalMs) ?? number(pollInterval),
  })
  const inner = whole ? innerAnswer(status, body) : undefined
  const known = new Set(inner === undefined ? taskMembers : [...taskMembers, ...insideMembers])
  const kept = {
    ...extra(body, known).extra?.mcp,
    ...(task === body ? undefined : extra(task, known).extra?.mcp),
    ...(createdAt === undefined || createdAt === lastUpdatedAt ? undefined : { createdAt }),
    ...(status === 'completed' && inner === undefined ? { status } : undefined),
    ...unlimited(task),
  }
  const outcome = inner?.outcome ?? taskOutcome(status, message)
  const own = { ...kept, ...outcome.extra?.mcp }
  return {
    outcome: {
      ...defined<{ message?: string }>({ message }),
      ...outcome,
      task: reference,
      ...(Object.keys(own).length === 0 ? undefined : { extra: { mcp: own } }),
    } as Outcome,
    exchange: { ...exchangeOf(body), ...inner?.exchange, ...defined<Exchange>({ at: text(lastUpdatedAt) }) },
  }
}

/** No limit is what no word about it means, too. */
function unlimited({ ttlMs, ttl }: JsonObject): JsonObject {
  return { ...(typeof ttlMs === 'number' ? { ttlMs } : undefined), ...(typeof ttl === 'number' ? { ttl } : undefined) }
}

function innerAnswer(status: Json | undefined, body: JsonObject): AnswerContent | undefined {
  // The unplaced members of a result inside are not read: its notes stay content.
  if (status === 'completed' && isObject(body.result))
    return readAnswer({ resultType: 'complete', content: [], ...body.result }, undefined)
  if (status === 'failed' && isObject(body.error)) return { outcome: readError(body.error), exchange: {} }
  if (status === 'input_required' && isObject(body.inputRequests)) {
    const { needs, message } = readRequests(body.inputRequests)
    const [first, ...rest] = needs
    if (first === undefined) return undefined
    return {
      outcome: { kind: 'paused', needs: [first, ...rest], ...defined<{ message?: string }>({ message }) },
      exchange: {},
    }
  }
  return undefined
}

function taskOutcome(status: Json | undefined, message: string | undefined): Outcome {
  if (!isTaskState(status)) return { kind: 'unknown', status: text(status) ?? '' }
  switch (taskStates[status]) {
    case 'pending':
      return { kind: 'pending', phase: 'working' }
    case 'paused':
      return { kind: 'paused', needs: [{ kind: 'reply', question: message ?? 'The task waits for an answer.' }] }
    case 'failed':
      return failed(fault('internal', message ?? 'The task failed.', { code: 'TASK_FAILED' }))
    case 'canceled':
      return canceled()
  }
}

/** `{code, message, data}`; a url elicitation (-32042) is a pause. */
function readError(error: JsonObject): Outcome {
  const { code, message, data } = error
  const rest = extra(error, new Set(['code', 'message', 'data'])).extra?.mcp
  const words = text(message) ?? ''
  const members = object(data)
  const elicited = code === urlElicitationRequired && Array.isArray(members?.elicitations) ? members.elicitations : []
  const [first, ...more] = elicited.filter(isObject).map(elicitationNeed)
  const beside = defined<{ message?: string }>({ message: text(members?.[keys.message]) })
  if (first !== undefined) {
    const odd = elicited.filter(item => !isObject(item))
    const around = {
      ...extra(members ?? {}, elicitedMembers).extra?.mcp,
      ...(odd.length === 0 ? undefined : { elicitations: odd }),
    }
    const kept = { ...rest, ...(Object.keys(around).length === 0 ? undefined : { data: around }) }
    const paused: Outcome = { kind: 'paused', needs: [first, ...more], message: words, ...beside }
    return withOwn(paused, Object.keys(kept).length === 0 ? undefined : { error: kept })
  }
  const read = faultOfCode(number(code), words)
  const details = Object.entries(members ?? {}).filter(([name]) => !ours.has(name))
  const odd = members === undefined ? data : members[keys.data]
  const own = { ...read.extra?.mcp, ...rest, ...(odd === undefined ? undefined : { data: odd }) }
  return failed(
    {
      ...read,
      ...(details.length === 0 ? undefined : { details: Object.fromEntries(details) }),
      ...(Object.keys(own).length === 0 ? undefined : { extra: { mcp: own } }),
    },
    beside,
  )
}

function elicitationNeed({ mode, url, ...others }: JsonObject): Need {
  const rest = {
    ...others,
    ...(mode === undefined || mode === 'url' ? undefined : { mode }),
    ...(url === undefined || typeof url === 'string' ? undefined : { url }),
  }
  const extra = Object.keys(rest).length === 0 ? {} : { extra: { mcp: rest } }
  return { kind: 'credentials', ...(typeof url === 'string' ? { url } : undefined), ...extra }
}

/** Keys of `_meta` that are not ours belong to the exchange. */
function exchangeOf(body: JsonObject): Exchange {
  return isObject(body._meta) ? extraMembers('mcp', body._meta, ours) : {}
}

function extra(node: JsonObject, known: ReadonlySet<string>): { extra?: Extra } {
  return extraMembers('mcp', node, known)
}

const elicitedMembers = new Set(['elicitations', ...ours])
const errorMembers = new Set(['error'])
const resultMembers = new Set(['resultType', 'content', 'structuredContent', 'isError', '_meta'])
const inputMembers = new Set(['resultType', 'inputRequests', '_meta'])
const taskMembers = new Set([
  'resultType',
  'taskId',
  'status',
  'statusMessage',
  'createdAt',
  'lastUpdatedAt',
  'pollIntervalMs',
  'pollInterval',
  'ttlMs',
  'ttl',
  'task',
  '_meta',
])
const insideMembers = ['result', 'error', 'inputRequests']
