/** A2A 0.3 over HTTP+JSON spells messages as its protobuf does (0.3 §5.6.2); JSON-RPC as its JSON Schema. From one to the other. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { normaliseState } from '../../wire/a2a-frame.ts'

/** The params of `message/send` as HTTP+JSON has them. */
export function toProto({ message, configuration, ...rest }: JsonObject): JsonObject {
  const { kind: _, parts, role, ...head } = isObject(message) ? message : {}
  const content = (Array.isArray(parts) ? parts : []).map(partToProto)
  return {
    ...rest,
    request: { ...head, role: role === 'agent' ? 'ROLE_AGENT' : 'ROLE_USER', content },
    ...(configuration === undefined ? undefined : { configuration }),
  }
}

function partToProto(part: Json): Json {
  if (!isObject(part)) return part
  const { kind: _, data, file, ...rest } = part
  if (data !== undefined) return { ...rest, data: { data } }
  if (!isObject(file)) return rest
  const { uri, bytes, name, mimeType } = file
  const held: JsonObject = bytes === undefined ? { fileWithUri: uri ?? '' } : { fileWithBytes: bytes }
  return { ...rest, file: { ...held, ...(name && { name }), ...(mimeType && { mimeType }) } }
}

/** An answer of HTTP+JSON as JSON-RPC has it. What is not known stays as it came. */
export function fromProto(value: Json): Json {
  if (!isObject(value)) return value
  const { task, msg, message, statusUpdate, artifactUpdate } = value
  if (isObject(task)) return taskFrom(task)
  if (isObject(msg ?? message)) return messageFrom((msg ?? message) as JsonObject)
  if (isObject(statusUpdate)) return { kind: 'status-update', ...statusUpdate, ...statusOf(statusUpdate) }
  if (isObject(artifactUpdate)) {
    const { artifact } = artifactUpdate
    return {
      kind: 'artifact-update',
      ...artifactUpdate,
      ...(isObject(artifact) && { artifact: artifactFrom(artifact) }),
    }
  }
  return isObject(value.status) && value.id !== undefined ? taskFrom(value) : value
}

function taskFrom(task: JsonObject): JsonObject {
  const { artifacts, history } = task
  return {
    kind: 'task',
    ...task,
    ...statusOf(task),
    ...(Array.isArray(artifacts) && { artifacts: artifacts.map(item => (isObject(item) ? artifactFrom(item) : item)) }),
    ...(Array.isArray(history) && { history: history.map(item => (isObject(item) ? messageFrom(item) : item)) }),
  }
}

function statusOf({ status }: JsonObject): JsonObject {
  if (!isObject(status)) return {}
  const { update, message = update, state, ...rest } = status
  return {
    status: {
      ...rest,
      ...(typeof state === 'string' && { state: normaliseState(state).replace('cancelled', 'canceled') }),
      ...(isObject(message) && { message: messageFrom(message) }),
    },
  }
}

function messageFrom({ content, parts = content, role, ...rest }: JsonObject): JsonObject {
  return {
    kind: 'message',
    ...rest,
    role: role === 'ROLE_USER' ? 'user' : 'agent',
    parts: Array.isArray(parts) ? parts.map(partFrom) : [],
  }
}

function artifactFrom({ parts, ...rest }: JsonObject): JsonObject {
  return { ...rest, parts: Array.isArray(parts) ? parts.map(partFrom) : [] }
}

function partFrom(part: Json): Json {
  if (!isObject(part) || part.kind !== undefined) return part
  const { data, file, ...rest } = part
  if (isObject(data)) return { kind: 'data', ...rest, data: isObject(data.data) ? data.data : data }
  if (isObject(file)) {
    const { fileWithUri, fileWithBytes, name, mimeType } = file
    const held: JsonObject = fileWithBytes === undefined ? { uri: fileWithUri ?? '' } : { bytes: fileWithBytes }
    return { kind: 'file', ...rest, file: { ...held, ...(name && { name }), ...(mimeType && { mimeType }) } }
  }
  return typeof rest.text === 'string' ? { kind: 'text', ...rest } : part
}
