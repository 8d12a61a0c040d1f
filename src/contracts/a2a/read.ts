/** Reading an A2A answer of either version by its shape; unplaced members are added later. */

import { isFault, readFault } from '../../codec/plain-fault.ts'
import { extraMembers, object, text } from '../../codec/read.ts'
import { type AnswerContent, readNeeds } from '../../codec/unplaced.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { type Artifact, type Extra, failed, type Outcome, type TaskRef } from '../../outcome/outcome.ts'
import { normaliseState } from '../../wire/a2a-frame.ts'
import { besideError, readError } from './errors.ts'
import { type Frame, keys } from './frame.ts'
import { readHistory } from './history.ts'
import { withoutLead } from './lead.ts'
import { bareText, readPartOf } from './parts.ts'
import { readPayload } from './payload.ts'
import { kindOfState } from './status.ts'

const ours = new Set<string>(Object.values(keys))

/** The place of the unplaced members of an answer. */
export function besideOf({ form, node, at }: Frame): { members: JsonObject; at: string } {
  if (form === 'error') return besideError(object(node.error) ?? {})
  return { members: object(node.metadata) ?? {}, at: `${at}/metadata` }
}

/** `notes` is the text of the notices and citations that are among the unplaced members: as a last part it is no content. */
export function readAnswer(frame: Frame, notes: string | undefined): AnswerContent {
  const answer = readNode(notes === undefined ? frame : { ...frame, node: withoutNotes(frame, notes) })
  const { beside = {} } = frame
  if (Object.keys(beside).length === 0) return answer
  const { outcome } = answer
  return { ...answer, outcome: { ...outcome, extra: { a2a: { ...outcome.extra?.a2a, frame: beside } } } }
}

/** The node without the notes: after the payload, else at the end of the text. */
function withoutNotes({ form, node }: Frame, notes: string): JsonObject {
  const before = ({ parts, ...rest }: JsonObject): JsonObject | undefined =>
    Array.isArray(parts) && bareText(parts.at(-1)) === notes ? { parts: parts.slice(0, -1), ...rest } : undefined
  if (form === 'message') return before(node) ?? node
  const artifacts = listOf(node.artifacts)
  const index = artifacts.findIndex(artifact => isObject(object(object(artifact)?.metadata)?.[keys.payload]))
  const result = before(object(artifacts[index]) ?? {})
  if (result !== undefined) return { ...node, artifacts: artifacts.with(index, result) }
  const status = object(node.status)
  const message = before(object(status?.message) ?? {})
  return message === undefined ? node : { ...node, status: { ...status, message } }
}

function readNode({ form, node }: Frame): AnswerContent {
  switch (form) {
    case 'error': {
      const message = text(besideError(object(node.error) ?? {}).members[keys.message])
      const outcome = failed(readError(object(node.error) ?? {}), defined<{ message?: string }>({ message }))
      return { outcome: { ...outcome, ...extraMembers('a2a', node, new Set(['error'])) }, exchange: {} }
    }
    case 'message':
      return { outcome: readMessage(node), exchange: exchangeOf(node, undefined) }
    case 'artifact-update': {
      const artifact = object(node.artifact)
      const outcome: Outcome = { kind: 'pending', phase: 'working', ...taskOf(node.taskId) }
      const artifacts = artifact === undefined ? {} : { artifacts: [readArtifact(artifact)] }
      return {
        outcome: { ...outcome, ...artifacts, ...extraMembers('a2a', node, updateMembers) },
        exchange: exchangeOf(node, undefined),
      }
    }
    default: {
      const status = object(node.status)
      return { outcome: readTask(node, form === 'task' ? node.id : node.taskId), exchange: exchangeOf(node, status) }
    }
  }
}

function taskOf(id: Json | undefined): { task?: TaskRef } {
  return typeof id === 'string' && id !== '' ? { task: { id } } : {}
}

/** Keys of metadata that are not ours belong to the exchange. */
function exchangeOf(node: JsonObject, status: JsonObject | undefined): Exchange {
  return {
    ...defined<Exchange>({ conversationId: text(node.contextId), at: text(status?.timestamp) }),
    ...(isObject(node.metadata) ? extraMembers('a2a', node.metadata, ours) : {}),
  }
}

/** A message in place of a task: the answer is complete, and its parts are all of it. */
function readMessage(node: JsonObject): Outcome {
  const parts = listOf(node.parts)
  const own = extraMembers('a2a', node, messageMembers).extra?.a2a
  const extra = { ...own, ...(isAgent(node.role) ? undefined : { role: node.role ?? null }) }
  return {
    kind: 'completed',
    ...taskOf(node.taskId),
    ...(parts.length === 0 ? undefined : { content: parts.map(readPartOf) }),
    ...(Object.keys(extra).length === 0 ? undefined : { extra: { a2a: extra } }),
  }
}

function isAgent(role: Json | undefined): boolean {
  return role === 'agent' || role === 'ROLE_AGENT'
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function readTask(node: JsonObject, id: Json | undefined): Outcome {
  const status = object(node.status) ?? {}
  const said = object(status.message)
  const meta = object(node.metadata) ?? {}
  const parts = listOf(said?.parts)
  const { outcome, taken } = skeleton(normaliseState(text(status.state) ?? ''), parts, meta)
  const rest = withoutLead(parts, outcome).filter(part => part !== taken)
  const { payload, artifacts, head } = readArtifacts(node.artifacts, outcome.kind, meta)
  const extra = {
    ...extraMembers('a2a', node, taskMembers).extra?.a2a,
    ...(node.history === undefined ? undefined : { history: readHistory(node.history) }),
    ...(head === undefined ? undefined : { artifact: head }),
    ...headOf(said, node, id),
    ...aside('status', status, statusMembers),
    ...otherMembers(taken, outcome.kind === 'failed' ? 'error' : 'needs'),
  }
  return {
    ...outcome,
    ...taskOf(id),
    ...payload,
    ...(rest.length === 0 ? undefined : { content: rest.map(readPartOf) }),
    ...artifacts,
    ...(Object.keys(extra).length === 0 ? undefined : { extra: { a2a: extra } }),
  } as Outcome
}

/** The other members of the part that determined the kind. */
function otherMembers(taken: Json | undefined, name: 'error' | 'needs'): JsonObject {
  const { kind: _, data, ...part } = object(taken) ?? {}
  const others = { ...part, ...aside('data', object(data) ?? {}, new Set([name])) }
  return Object.keys(others).length === 0 ? {} : { told: others }
}

function aside(name: string, node: JsonObject, known: ReadonlySet<string>): JsonObject {
  const rest = extraMembers('a2a', node, known).extra?.a2a
  return rest === undefined ? {} : { [name]: rest }
}

/** What the status message says about itself, less what follows from the task. */
function headOf(said: JsonObject | undefined, node: JsonObject, id: Json | undefined): JsonObject {
  if (said === undefined) return {}
  const { parts: _, kind: __, role, messageId, contextId, taskId, ...rest } = said
  const head = {
    ...rest,
    ...(isAgent(role) || role === undefined ? undefined : { role }),
    ...(messageId === undefined || messageId === statusMessageId(text(id) ?? '') ? undefined : { messageId }),
    ...(contextId === undefined || contextId === node.contextId ? undefined : { contextId }),
    ...(taskId === undefined || taskId === id ? undefined : { taskId }),
  }
  return Object.keys(head).length === 0 ? {} : { message: head }
}

/** The id of a status message that has no other. */
export function statusMessageId(taskId: string): string {
  return `${taskId}-status`
}

/** The kind and what belongs to it, and the part that determined it. */
function skeleton(state: string, parts: readonly Json[], meta: JsonObject): { outcome: Outcome; taken?: Json } {
  const kind = kindOfState(state)
  const mark = meta[keys.message]
  const marked = defined<{ message?: string }>({ message: text(mark) })
  const first = parts.map(part => object(part)?.text).find(words => typeof words === 'string')
  const members = mark === undefined ? defined<{ message?: string }>({ message: bareText(parts[0]) }) : marked
  switch (kind) {
    case 'completed':
    case 'canceled':
      return { outcome: { kind, ...members } }
    case 'pending':
      return { outcome: { kind, phase: state === 'submitted' ? 'queued' : 'working', ...members } }
    case 'failed': {
      const taken = parts.find(part => isFault(object(dataOf(part))?.error))
      const error = object(object(dataOf(taken))?.error)
      const read = error === undefined ? bareFault(state, text(first)) : readFault(error, 'a2a')
      const began = state === 'rejected' ? { began: false } : {}
      const detail = defined<{ detail?: string }>({ detail: text(meta[keys.detail]) })
      return { outcome: failed({ ...read, ...began, ...detail }, marked), ...(taken === undefined ? {} : { taken }) }
    }
    case 'paused': {
      const taken = parts.find(part => readNeeds(object(dataOf(part))?.needs) !== undefined)
      const needs = readNeeds(object(dataOf(taken))?.needs)
      if (needs !== undefined && taken !== undefined) return { outcome: { kind, needs, ...marked }, taken }
      if (state === 'auth-required') return { outcome: { kind, needs: [{ kind: 'credentials' }], ...members } }
      return { outcome: { kind, needs: [{ kind: 'reply', question: text(first) ?? '' }], ...marked } }
    }
    default:
      return { outcome: { kind: 'unknown', status: state, ...members } }
  }
}

function dataOf(part: Json | undefined): Json | undefined {
  return object(part)?.data
}

function bareFault(state: string, message: string | undefined): Fault {
  if (state !== 'rejected') return fault('internal', message ?? 'The task failed.', { code: 'TASK_FAILED' })
  return fault('forbidden', message ?? 'The agent will not do this.', { code: 'TASK_REJECTED' })
}

interface Read {
  payload?: Pick<Outcome, 'payload'>
  artifacts?: Pick<Outcome, 'artifacts'>
  head?: JsonObject
}

/** The payload is the artifact marked as one, or the only artifact of a completed task when it is a plain part. */
function readArtifacts(value: Json | undefined, kind: string, meta: JsonObject): Read {
  const list = listOf(value).filter(isObject)
  const plain = kind === 'completed' && list.length === 1 && meta[keys.payload] === undefined
  const found = list
    .map(artifact => ({
      artifact,
      read: readPayload(artifact, true) ?? (plain ? readPayload(artifact, false) : undefined),
    }))
    .find(({ read }) => read !== undefined)
  const rest = list.filter(artifact => artifact !== found?.artifact)
  return {
    ...(found?.read === undefined ? undefined : { payload: { payload: found.read.payload } }),
    ...(rest.length === 0 ? undefined : { artifacts: { artifacts: rest.map(readArtifact) } }),
    ...(found?.read?.head === undefined ? undefined : { head: found.read.head }),
  }
}

export function readArtifact(node: JsonObject): Artifact {
  const { [keys.artifact]: mark, [keys.payload]: payload, ...other } = object(node.metadata) ?? {}
  // Only an object marks a payload. Any other value was found already, and must not be written again.
  const metadata = isObject(payload) ? { ...other, [keys.payload]: payload } : other
  const { parts: none, extra: more } = object(mark) ?? {}
  const parts = none === 'empty' ? [] : none === 'none' || !Array.isArray(node.parts) ? undefined : node.parts
  const odd = node.metadata === undefined || isObject(node.metadata) ? undefined : node.metadata
  const extra = {
    ...object(more),
    ...extraMembers('a2a', node, artifactMembers).extra?.a2a,
    ...(Object.keys(metadata).length > 0 ? { metadata } : undefined),
    ...(odd === undefined ? undefined : { metadata: odd }),
  }
  return {
    id: text(node.artifactId) ?? '',
    ...defined<Partial<Artifact>>({
      name: text(node.name),
      description: text(node.description),
      parts: parts?.map(readPartOf),
      extra: Object.keys(extra).length === 0 ? undefined : ({ a2a: extra } satisfies Extra),
    }),
  }
}

const taskMembers = new Set(['kind', 'id', 'taskId', 'contextId', 'status', 'artifacts', 'metadata'])
const statusMembers = new Set(['state', 'message', 'timestamp'])
const messageMembers = new Set(['kind', 'role', 'parts', 'contextId', 'taskId', 'metadata'])
const updateMembers = new Set(['kind', 'taskId', 'contextId', 'artifact', 'metadata'])
const artifactMembers = new Set(['artifactId', 'name', 'description', 'parts', 'metadata'])
