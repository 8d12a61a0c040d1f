/** A2A 0.3 over HTTP+JSON spells messages as its protobuf does (0.3 §5.6.2); JSON-RPC as its JSON Schema. From one to the other. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { normaliseState } from '../../wire/a2a-frame.ts'
import { A2aRefusal } from './refusal.ts'

/** The params of `message/send` as HTTP+JSON has them. */
export function toProto({ message, configuration, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    request: messageToProto(isObject(message) ? message : {}),
    ...(configuration === undefined ? undefined : { configuration }),
  }
}

function messageToProto({ kind: _, parts, role, ...head }: JsonObject): JsonObject {
  const content = (Array.isArray(parts) ? parts : []).map(partToProto)
  return { ...head, role: role === 'agent' ? 'ROLE_AGENT' : 'ROLE_USER', content }
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

/** The other way: the body of `message:send` as the params of `message/send`. */
export function paramsFromProto(body: JsonObject): JsonObject {
  const { request, message = request, configuration, metadata } = body
  return {
    ...(isObject(message) && { message: { ...messageFrom(spelt(message)), role: roleFrom(message.role) } }),
    ...(isObject(configuration) && { configuration: configurationFrom(spelt(configuration)) }),
    ...(metadata !== undefined && { metadata }),
  }
}

/** Where what is at a pointer of these params is in the body. */
export function pointerInProto(body: Json | undefined, pointer: string): string {
  const holder = isObject(body) && body.message === undefined ? 'request' : 'message'
  return pointer.replace(/^\/message\/parts\/(\d+)\/data/, `/${holder}/content/$1/data/data`)
}

/** Protobuf's JSON names an enum by its word or its number. */
const roles: ReadonlyMap<Json | undefined, string> = new Map<Json | undefined, string>([
  ['ROLE_USER', 'user'],
  [1, 'user'],
  ['ROLE_AGENT', 'agent'],
  [2, 'agent'],
])

/** An unknown role stays as it came, and is refused like any other. */
function roleFrom(role: Json | undefined): Json {
  return roles.get(role) ?? role ?? null
}

/**
 * The params of a registration: `{pushNotificationConfig}`, or as the request of the protobuf has it,
 * `{parent, configId, config: {name, pushNotificationConfig}}`. Undefined when there is none.
 */
export function pushFromProto(body: JsonObject, taskId: string): JsonObject | undefined {
  const { parent, configId, config, ...bare } = spelt(body)
  const { name, pushNotificationConfig } = isObject(config) ? spelt(config) : bare
  if (!isObject(pushNotificationConfig)) return undefined
  const [, inName] = /\/pushNotificationConfigs\/([^/]+)$/.exec(text(name)) ?? []
  const written = spelt(pushNotificationConfig)
  const ids = new Set([text(written.id), text(configId), inName ?? ''].filter(id => id !== ''))
  const tasks = [text(parent), text(name)].filter(one => one !== '')
  if (ids.size > 1 || !tasks.every(one => one === `tasks/${taskId}` || one.startsWith(`tasks/${taskId}/`))) {
    throw new A2aRefusal(
      'malformed',
      'parent, configId and name must agree with the path and with the id of the config.',
    )
  }
  const [id] = ids
  return { taskId, pushNotificationConfig: { ...written, ...(id === undefined ? undefined : { id }) } }
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** What protobuf leaves out is false, or 0, which is no limit. */
function configurationFrom({ blocking, historyLength, pushNotification, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    blocking: blocking === true,
    ...(historyLength !== undefined && historyLength !== 0 && { historyLength }),
    ...(isObject(pushNotification) && { pushNotificationConfig: pushNotification }),
  }
}

/** Names as JSON has them: protobuf takes `message_id` for `messageId`. */
export function spelt(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()),
      value,
    ]),
  )
}

/** What JSON-RPC answers or streams, under the name that HTTP+JSON gives it. */
export function resultToProto(result: JsonObject): JsonObject {
  const { kind, ...rest } = result
  if (kind === 'message') return { msg: messageToProto(result) }
  if (kind === 'status-update') return { statusUpdate: { ...rest, ...statusToProto(rest) } }
  if (kind !== 'artifact-update') return { task: taskToProto(result) }
  const { artifact } = rest
  return { artifactUpdate: { ...rest, ...(isObject(artifact) && { artifact: artifactToProto(artifact) }) } }
}

export function taskToProto({ kind: _, ...task }: JsonObject): JsonObject {
  const { artifacts, history } = task
  return {
    ...task,
    ...statusToProto(task),
    ...(Array.isArray(artifacts) && { artifacts: artifacts.filter(isObject).map(artifactToProto) }),
    ...(Array.isArray(history) && { history: history.filter(isObject).map(messageToProto) }),
  }
}

function statusToProto({ status }: JsonObject): JsonObject {
  if (!isObject(status)) return {}
  const { state, message, ...rest } = status
  return {
    status: {
      ...rest,
      state: stateToProto(String(state)),
      ...(isObject(message) && { message: messageToProto(message) }),
    },
  }
}

function stateToProto(state: string): string {
  const name = { canceled: 'cancelled', unknown: 'unspecified' }[state] ?? state
  return `TASK_STATE_${name.toUpperCase().replaceAll('-', '_')}`
}

function artifactToProto({ parts, ...rest }: JsonObject): JsonObject {
  return { ...rest, parts: Array.isArray(parts) ? parts.map(partToProto) : [] }
}

export function pushToProto({ taskId, pushNotificationConfig }: JsonObject): JsonObject {
  const id = isObject(pushNotificationConfig) ? pushNotificationConfig.id : undefined
  return {
    name: `tasks/${taskId}/pushNotificationConfigs/${id ?? taskId}`,
    pushNotificationConfig: pushNotificationConfig ?? {},
  }
}

const schemeNames: Readonly<Record<string, string>> = {
  apiKey: 'apiKeySecurityScheme',
  http: 'httpAuthSecurityScheme',
  oauth2: 'oauth2SecurityScheme',
  openIdConnect: 'openIdConnectSecurityScheme',
  mutualTLS: 'mtlsSecurityScheme',
}

/** A card differs in how it says who may call. */
export function cardToProto({ securitySchemes, security, ...card }: JsonObject): JsonObject {
  const schemes = Object.entries(isObject(securitySchemes) ? securitySchemes : {}).map(([name, scheme]) => {
    const { type, in: location, ...rest } = isObject(scheme) ? scheme : {}
    return [name, { [schemeNames[String(type)] ?? String(type)]: { ...rest, ...(location && { location }) } }] as const
  })
  const wanted = (Array.isArray(security) ? security : []).filter(isObject).map(one => ({
    schemes: Object.fromEntries(Object.entries(one).map(([name, list]) => [name, { list }])),
  }))
  return {
    ...card,
    ...(schemes.length > 0 && { securitySchemes: Object.fromEntries(schemes) }),
    ...(wanted.length > 0 && { security: wanted }),
  }
}
