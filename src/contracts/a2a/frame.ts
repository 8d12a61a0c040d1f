/** A2A 1.0 §3.2.3, 0.3 §7: what an answer is, by its wrapper, its kind or its members. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'

/** The keys of metadata, and of an error's data, that are ours. */
export const keys = {
  message: 'replywire/message',
  /** A fault's word to developers: parts are shown to users. */
  detail: 'replywire/detail',
  payload: 'replywire/payload',
  artifact: 'replywire/artifact',
  outcome: 'replywire/outcome',
  exchange: 'replywire/exchange',
} as const

export type Form = 'task' | 'message' | 'status-update' | 'artifact-update' | 'error'

export interface Frame {
  form: Form
  node: JsonObject
  /** Where the node is in the body. */
  at: string
  /** What its wrapper has in addition to the node. */
  beside?: JsonObject
}

/** The members of a frame of 1.0. */
const wrappers: ReadonlyMap<string, Form> = new Map([
  ['task', 'task'],
  ['message', 'message'],
  ['statusUpdate', 'status-update'],
  ['artifactUpdate', 'artifact-update'],
])

const forms: ReadonlySet<unknown> = new Set(wrappers.values())

/** Members that only the objects themselves have. */
const ownMembers = ['status', 'parts', 'role', 'messageId', 'artifact', 'kind']

/** The wrappers that an answer has; none when it is an object of its own. */
export function wrappersOf(body: JsonObject): string[] {
  if (ownMembers.some(name => body[name] !== undefined)) return []
  return [...wrappers.keys()].filter(name => isObject(body[name]))
}

/** What an answer is; undefined when it cannot be known. */
export function frameOf(body: JsonObject): Frame | undefined {
  const [wrapper] = wrappersOf(body)
  if (wrapper !== undefined) {
    const { [wrapper]: node, ...beside } = body
    return { form: wrappers.get(wrapper) as Form, node: node as JsonObject, at: `/${wrapper}`, beside }
  }
  const form = formOf(body)
  return form === undefined ? undefined : { form, node: body, at: '' }
}

function formOf(body: JsonObject): Form | undefined {
  const has = (...names: string[]): boolean => names.some(name => body[name] !== undefined)
  if (forms.has(body.kind)) return body.kind as Form
  if (has('error') && !has('status', 'parts', 'id')) return 'error'
  if (has('error') && has('jsonrpc')) return 'error'
  if (has('artifact')) return 'artifact-update'
  if (has('status') && has('taskId') && !has('id')) return 'status-update'
  if (has('parts', 'role', 'messageId')) return 'message'
  return has('id', 'status', 'artifacts', 'contextId', 'kind') ? 'task' : undefined
}
