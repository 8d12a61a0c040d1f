/** MCP 2026-07-28, multi round-trip requests and elicitation: needs as input requests and back. */
import { object, text } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Need } from '../../outcome/need.ts'
import { isAbsolute } from './blocks.ts'
import { validators } from './validators.generated.js'

/** Texts that are sent where one is demanded, and never read as the agent's. */
const standing = {
  form: 'More information is needed.',
  url: 'Please sign in to continue.',
  credentials: 'Credentials are needed to continue.',
  other: 'The agent asks its host for an answer.',
}

/** The keys that requests have unless their needs say otherwise. */
export const formKey = 'input'
export const credentialsKey = 'credentials'
export const replyName = 'reply'
export const approveName = 'approve'

/** The name of the schema that a field of a form follows; undefined when it is not flat. */
export function fieldSchema(field: JsonObject): string | undefined {
  return fieldSchemas.get(field.type)
}

const fieldSchemas = new Map<Json | undefined, string>([
  ['string', 'string-field'],
  ['number', 'number-field'],
  ['integer', 'number-field'],
  ['boolean', 'boolean-field'],
  ['array', 'choices-field'],
])

function isFlat(field: JsonObject): boolean {
  const schema = fieldSchema(field)
  return schema !== undefined && validators['2026-07-28']?.[schema]?.check(field) === true
}

type Field = Need & { kind: 'input' | 'reply' }

/** The fields of one form by name. */
type Fields = Map<string, Field>

/** Needs as `inputRequests`. All inputs without a place of their own share one form. */
export function writeRequests(needs: readonly Need[], message: string | undefined): JsonObject {
  const requests = new Map<string, JsonObject | Fields>()
  const counts = new Map<string, number>()
  const free = (key: string): string => {
    let name = key
    // Counted on from the last, so that thousands of one name are not counted again each.
    let n = counts.get(key) ?? 1
    while (requests.has(name)) name = `${key}-${++n}`
    counts.set(key, n)
    return name
  }
  for (const need of needs) {
    const mine = need.extra?.mcp
    const request = text(mine?.request)
    const kept = keptRequest(mine)
    if (kept !== undefined) {
      requests.set(free(request ?? String(kept.method)), withRest(kept, need))
    } else if (need.kind === 'approval') {
      const elicitation = form(need.action, { [approveName]: { type: 'boolean' } }, [approveName])
      requests.set(free(need.key || 'approval'), withRest(elicitation, need))
    } else if (need.kind === 'credentials') {
      const elicitation = credentials(need, needs.length === 1 ? message : undefined)
      requests.set(free(request ?? credentialsKey), withRest(elicitation, need))
    } else {
      const key = request ?? formKey
      const group = requests.get(key)
      const name = nameOf(need)
      if (group instanceof Map && !group.has(name)) group.set(name, need)
      else requests.set(free(key), new Map([[name, need]]))
    }
  }
  const only = requests.size === 1 ? message : undefined
  return Object.fromEntries(
    [...requests].map(([key, request]) => [
      key,
      request instanceof Map ? fieldForm([...request.values()], only) : request,
    ]),
  )
}

/** A request that was kept whole, where it can be made again. */
function keptRequest(mine: JsonObject | undefined): JsonObject | undefined {
  const { method, params } = mine ?? {}
  if (method === 'roots/list') return { method, ...(isObject(params) ? { params } : undefined) }
  return method === 'sampling/createMessage' && isObject(params) ? { method, params } : undefined
}

/** The members of a request that are read into a need; one that is an object has its own, another may leave a rest. */
interface Known {
  readonly [name: string]: Known | true | ((value: Json, node: JsonObject) => Json | undefined)
}

/** Names that are required and that no property has. */
function unasked(required: Json, { properties }: JsonObject): Json | undefined {
  if (!Array.isArray(required)) return required
  const fields = object(properties) ?? {}
  const rest = required.filter(name => typeof name !== 'string' || !Object.hasOwn(fields, name))
  return rest.length === 0 ? undefined : rest
}

const formMembers: Known = {
  method: true,
  params: { mode: true, message: true, requestedSchema: { type: true, properties: true, required: unasked } },
}
const approvalMembers: Known = {
  method: true,
  params: {
    mode: true,
    message: true,
    requestedSchema: { type: true, properties: { [approveName]: { type: true } }, required: unasked },
  },
}
const urlMembers: Known = { method: true, params: { mode: true, message: true, url: true } }
const otherMembers: Known = { method: true, params: true }

/** What a node has beyond the known members, in their places; undefined when that is nothing. */
function restOf(node: JsonObject, known: Known): JsonObject | undefined {
  const rest = Object.entries(node).flatMap(([name, value]): [string, Json][] => {
    const inner = Object.hasOwn(known, name) ? known[name] : undefined
    if (inner === true) return []
    if (typeof inner === 'function') return left(name, inner(value, node))
    return left(name, inner !== undefined && isObject(value) ? restOf(value, inner) : value)
  })
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

function left(name: string, value: Json | undefined): [string, Json][] {
  return value === undefined ? [] : [[name, value]]
}

/** A request with what it had beyond the known members, where that is sound; what we say ourselves stays. */
function withRest(request: JsonObject, need: Need | undefined): JsonObject {
  const rest = object(need?.extra?.mcp?.rest)
  if (rest === undefined) return request
  const whole = merged(rest, request)
  return isSound(whole) ? whole : request
}

function isSound({ method, params }: JsonObject): boolean {
  if (method !== 'elicitation/create') return true
  const { mode, requestedSchema } = object(params) ?? {}
  const fields = Object.values(object(object(requestedSchema)?.properties) ?? {})
  const schema = mode === 'url' ? 'url-mode' : 'form'
  return (
    validators['2026-07-28']?.[schema]?.check(params) === true &&
    fields.every(field => isObject(field) && isFlat(field))
  )
}

function merged(rest: JsonObject, own: JsonObject): JsonObject {
  const members = Object.entries(own).map(([name, value]): [string, Json] => {
    const more = Object.hasOwn(rest, name) ? rest[name] : undefined
    if (Array.isArray(value) && Array.isArray(more)) return [name, [...value, ...more]]
    return [name, isObject(value) && isObject(more) ? merged(more, value) : value]
  })
  return { ...rest, ...Object.fromEntries(members) }
}

function nameOf(need: Field): string {
  return need.kind === 'reply' ? replyName : need.name
}

function form(message: string, properties: JsonObject, required: string[]): JsonObject {
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message,
      requestedSchema: { type: 'object', properties, ...(required.length === 0 ? undefined : { required }) },
    },
  }
}

function credentials({ url, extra }: Need & { kind: 'credentials' }, message: string | undefined): JsonObject {
  const written = text(extra?.mcp?.message) ?? message
  // Secrets are never asked for in a form: without a page to open it only says that they are missing.
  if (url === undefined || !isAbsolute(url)) return form(written ?? standing.credentials, {}, [])
  return { method: 'elicitation/create', params: { mode: 'url', message: written ?? standing.url, url } }
}

function fieldForm(needs: readonly Field[], only: string | undefined): JsonObject {
  const [first] = needs
  const written = text(first?.extra?.mcp?.message) ?? only
  const message = written ?? (needs.length === 1 && first !== undefined ? first.question : standing.form)
  const properties = needs.map((need): [string, JsonObject] => {
    const description = need.question === message ? {} : { description: need.question }
    const field = need.kind === 'input' ? { ...need.schema, ...description } : { type: 'string', ...description }
    return [nameOf(need), isFlat(field) ? field : { type: 'string', ...description }]
  })
  const required = needs.filter(need => need.kind === 'reply' || need.required).map(nameOf)
  return withRest(form(message, Object.fromEntries(properties), required), first)
}

/** What `inputRequests` ask for, and the words around it. */
export function readRequests(requests: JsonObject): { needs: Need[]; message?: string } {
  const entries = Object.entries(requests)
  const messages: string[] = []
  const needs = entries.flatMap(([key, request]) => {
    const { method, params } = object(request) ?? {}
    const { mode, message, url, requestedSchema } = object(params) ?? {}
    if (method !== 'elicitation/create') return keeping([otherNeed(key, request)], request, otherMembers)
    const around = text(message) ?? ''
    const { needs: read, text: shared } =
      mode === 'url' ? readUrl(key, text(url), around) : readForm(key, requestedSchema, around)
    const known = mode === 'url' ? urlMembers : read[0]?.kind === 'approval' ? approvalMembers : formMembers
    const kept = keeping(read, request, known)
    if (shared !== undefined && entries.length === 1) messages.push(shared)
    if (shared === undefined || entries.length === 1) return kept
    return kept.map(need => withExtra(need, { message: shared }))
  })
  const [message] = messages
  return message === undefined ? { needs } : { needs, message }
}

/** The needs of a request, the first with what the request has beyond the known members. */
function keeping(needs: readonly Need[], request: Json, known: Known): Need[] {
  const [first, ...others] = needs
  const rest = isObject(request) ? restOf(request, known) : undefined
  return first === undefined || rest === undefined ? [...needs] : [withExtra(first, { rest }), ...others]
}

interface ReadForm {
  needs: Need[]
  /** The message, where it is more than the question of the only need. */
  text?: string | undefined
}

function readUrl(key: string, url: string | undefined, message: string): ReadForm {
  const need: Need = { kind: 'credentials', ...(url === undefined ? undefined : { url }) }
  return { needs: [keyed(need, key, credentialsKey)], text: message === standing.url ? undefined : message }
}

function readForm(key: string, requestedSchema: Json | undefined, message: string): ReadForm {
  const { properties, required } = object(requestedSchema) ?? {}
  const fields = Object.entries(object(properties) ?? {})
  if (fields.length === 0 && key === credentialsKey) {
    return { needs: [{ kind: 'credentials' }], text: message === standing.credentials ? undefined : message }
  }
  const [only] = fields
  // A form that asks for nothing but a yes is an approval; accepting or declining it is the answer.
  if (only === undefined || (fields.length === 1 && only[0] === approveName && object(only[1])?.type === 'boolean')) {
    return { needs: [{ kind: 'approval', key, action: message }] }
  }
  const names = new Set(Array.isArray(required) ? required : [])
  const needs = fields.map(([name, field]): Need => {
    const { description, ...schema } = object(field) ?? {}
    const question = text(description) ?? (fields.length === 1 ? message : (text(schema.title) ?? name))
    const isReply =
      name === replyName && names.has(name) && schema.type === 'string' && Object.keys(schema).length === 1
    if (isReply) return keyed({ kind: 'reply', question }, key, formKey)
    return keyed({ kind: 'input', name, location: 'body', schema, required: names.has(name), question }, key, formKey)
  })
  const [first] = needs
  const said = fields.length === 1 && first !== undefined && 'question' in first && first.question === message
  return { needs, text: said || message === standing.form ? undefined : message }
}

/** A request that this reader does not fulfil itself is kept whole, so that a host can. */
function otherNeed(key: string, request: Json): Need {
  const { method, params } = object(request) ?? {}
  const kept = {
    request: key,
    ...(method === undefined ? undefined : { method }),
    ...(params === undefined ? undefined : { params }),
  }
  return { kind: 'reply', question: standing.other, extra: { mcp: kept } }
}

function keyed(need: Need, key: string, usual: string): Need {
  return key === usual ? need : withExtra(need, { request: key })
}

function withExtra(need: Need, members: JsonObject): Need {
  return { ...need, extra: { mcp: { ...need.extra?.mcp, ...members } } }
}
