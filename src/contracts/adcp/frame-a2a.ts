/** Members of an A2A task besides AdCP's data: `extra.adcp.a2a`, read from either version and written again. */
import { object, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { A2aArtifact, A2aMessage, A2aPart, A2aVersion } from '../../wire/a2a-frame.ts'
import { filledObjects, isAny, isText, type ReadMembers, unreadMembers } from './frame.ts'
import { metadataKey } from './meta.ts'

/** The objects of a task that held the data and the message. */
export interface TaskObjects {
  artifact?: JsonObject | undefined
  data?: JsonObject | undefined
  text?: JsonObject | undefined
}

/** The id of the artifact that we write, where the outcome knows no other. */
export const usualArtifact = 'result'

const taskMembers: ReadMembers = {
  kind: isText,
  id: isText,
  taskId: isText,
  contextId: isText,
  status: isObject,
  artifacts: Array.isArray,
  artifact: isObject,
  parts: Array.isArray,
  metadata: isObject,
}
const statusMembers: ReadMembers = { state: isText, timestamp: isText, message: isObject }
const artifactMembers: ReadMembers = { artifactId: id => id === usualArtifact, parts: Array.isArray }
const isAgent = (role: Json): boolean => role === 'agent' || role === 'ROLE_AGENT'

/** Whether the id of a task says something that neither the data nor the request does; `undefined`: it is the data's. */
function isOwnId(id: Json | undefined, dataTaskId: Json | undefined, requestId: Json | undefined): boolean {
  return dataTaskId !== undefined && typeof id === 'string' && id !== dataTaskId && id !== requestId
}

/** Metadata is ours where it is under our key; the frame there wins over what is read from the task itself. */
export function readA2aFrame(
  frame: JsonObject,
  held: TaskObjects,
  dataTaskId?: Json | undefined,
): JsonObject | undefined {
  const { [metadataKey]: ours, ...metadata } = object(frame.metadata) ?? {}
  const own = object(ours)
  const id = frame.id ?? frame.taskId
  const status = object(frame.status)
  const messageMembers: ReadMembers = {
    kind: kind => kind === 'message',
    role: isAgent,
    parts: Array.isArray,
    messageId: value => value === own?.requestId,
    contextId: value => value === frame.contextId,
    taskId: value => value === id,
  }
  const read = filledObjects({
    task: {
      ...unreadMembers(frame, taskMembers),
      ...(isOwnId(id, dataTaskId, own?.requestId) ? { id: id as Json } : undefined),
      ...(Object.keys(metadata).length === 0 ? undefined : { metadata }),
    },
    status: unreadMembers(status, statusMembers),
    message: unreadMembers(object(status?.message), messageMembers),
    artifact: unreadMembers(held.artifact, artifactMembers),
    data: unreadMembers(held.data, { kind: kind => kind === 'data', data: isAny }),
    text: unreadMembers(held.text, { kind: kind => kind === 'text', text: isText }),
  })
  const carried = object(own?.frame)
  return carried === undefined ? read : { ...read, ...carried }
}

/** What of a frame the objects of a task have members for. */
export interface A2aFrame {
  /** The id of the task, where the data has another. */
  id: string | undefined
  task: { metadata?: JsonObject; history?: Json }
  message: Partial<A2aMessage>
  artifact: Partial<A2aArtifact>
  data: Pick<A2aPart, 'metadata'>
  text: Pick<A2aPart, 'metadata'>
}

export function writeA2aFrame(own: JsonObject, version: A2aVersion): A2aFrame {
  const at = (name: string): JsonObject => object(own[name]) ?? {}
  const metadataOf = (name: string) => defined<{ metadata?: JsonObject }>({ metadata: object(at(name).metadata) })
  const { history, id: taskId } = at('task')
  const { artifactId, name, description } = at('artifact')
  return {
    id: id(taskId),
    task: { ...metadataOf('task'), ...(isHistory(history, version) ? { history } : undefined) },
    message: { ...defined<Partial<A2aMessage>>({ messageId: id(at('message').messageId) }), ...metadataOf('message') },
    artifact: {
      ...defined<Partial<A2aArtifact>>({
        artifactId: id(artifactId),
        name: text(name),
        description: text(description),
      }),
      ...metadataOf('artifact'),
    },
    data: metadataOf('data'),
    text: metadataOf('text'),
  }
}

function id(value: Json | undefined): string | undefined {
  return text(value) || undefined
}

/** A history is sent as it came, to a reader of the version that spelt it. */
function isHistory(history: Json | undefined, version: A2aVersion): history is Json[] {
  const spelt = (message: Json): boolean => {
    if (!isObject(message) || !text(message.messageId) || !Array.isArray(message.parts)) return false
    const { kind, role, parts } = message
    const old = kind === 'message' && (role === 'agent' || role === 'user')
    const modern = kind === undefined && (role === 'ROLE_AGENT' || role === 'ROLE_USER')
    return (
      (version === '0.3' ? old : modern) && parts.every(part => isObject(part) && isText(part.kind ?? null) === old)
    )
  }
  return Array.isArray(history) && history.every(spelt)
}
