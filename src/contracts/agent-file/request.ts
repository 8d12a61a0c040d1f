/**
 * The request file that a response answers: a call. `agent_name` is its operation, `phase_name` its stage, `prompt`,
 * `context` and `model` its input `{prompt, context?, model?}`. What else a call has is in `context.replywire`.
 * An input that is just a text, or any other value, is written as the prompt (`input_form` says which) and comes back.
 */
import type { DecodedCall, Encoded } from '../../codec/contract.ts'
import { Losses } from '../../codec/loss.ts'
import { text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { escapeToken } from '../../lib/pointer.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'
import { readJsonText } from '../../wire/json.ts'
import { toMilliseconds } from './decode.ts'
import { createdAt, fileBody } from './encode.ts'
import { readLoosely } from './loose.ts'
import { type CallNotes, callExchangeMembers, callMembers, callNotes, extraOf, id } from './nodes.ts'
import { rule } from './rules.ts'
import type { AgentRequest } from './schema.ts'
import { addSchemaFindings, validateTime } from './validate.ts'

/** The fields of a request file, in the order in which they are written. */
export const requestFields = [
  'request_id',
  'version',
  'phase',
  'phase_name',
  'agent_name',
  'prompt',
  'timeout_seconds',
  'created_at',
  'context',
  'model',
] as const

const known: ReadonlySet<string> = new Set(requestFields)

/** What stands in where a call does not say. */
export const defaultTimeoutSeconds = 120
const defaultPhase = 6
const defaultPhaseName = 'agent_invocation'
/** The phases that are known by name. */
const phases: ReadonlyMap<string | undefined, number> = new Map([
  ['ai_analysis', 1],
  ['agent_generation', 5],
  ['agent_enhancement', 8],
])

const phaseOf = (name: string | undefined): number => phases.get(name) ?? defaultPhase

/** The name of the member of `context` that holds what the request file has no field for. */
const room = 'replywire'

/** Reads a request file. */
export function decodeRequest(wire: FileWire): DecodedCall {
  const findings: Finding[] = []
  let value = readLoosely(wire.body, findings)
  if (typeof value === 'string') {
    const reading = readJsonText(value)
    if (reading.ok && isObject(reading.value)) {
      findings.push(finding(rule('agent-file/double-encoded'), ''))
      return { call: readCall(reading.value), findings }
    }
  }
  if (value !== undefined) validateRequest(value, findings)
  if (!isObject(value)) value = {}
  return { call: readCall(value), findings }
}

/** Whether a value is meant as a request. */
export function isRequest(value: Json): value is JsonObject {
  return isObject(value) && ['agent_name', 'prompt'].some(name => Object.hasOwn(value, name))
}

function validateRequest(value: Json, findings: Finding[]): void {
  if (!isRequest(value)) {
    const answered = isObject(value) && 'status' in value && 'response' in value
    findings.push(finding(rule('agent-file/request'), '', answered ? 'This is a response, not a request.' : undefined))
    return
  }
  const absent = requestFields.filter(name => name !== 'model' && !Object.hasOwn(value, name))
  for (const name of absent) {
    findings.push(finding(rule('agent-file/request-required'), `/${name}`, `The field "${name}" is missing.`))
  }
  validateTime(value, findings)
  addSchemaFindings('agent-request', value, findings)
}

function readCall(request: JsonObject): Call {
  const { context, ...noted } = readContext(request)
  const stage = text(request.phase_name)
  const others = Object.entries({ ...noted.otherFields, ...unknownFields(request) })
  // A phase that its name does not show.
  if (request.phase !== undefined && request.phase !== phaseOf(stage)) others.push(['phase', request.phase])
  const exchange = defined<Exchange>({
    ...noted.exchange,
    requestId: text(request.request_id) || undefined,
    at: text(request.created_at),
  })
  return defined<Call>({
    ...noted.call,
    operation: text(request.agent_name) ?? '',
    input: readInput(request, context, noted.inputForm),
    exchange,
    deadlineMs: toMilliseconds(request.timeout_seconds),
    stageId: stage,
    extra: extraOf(others).extra,
  })
}

function unknownFields(request: JsonObject): JsonObject {
  const strange = Object.entries(request).filter(([name, value]) => {
    return !known.has(name) || (name === 'context' && !isObject(value)) || (name === 'model' && !isModel(value))
  })
  return Object.fromEntries(strange)
}

function isModel(value: Json): boolean {
  return typeof value === 'string' || value === null
}

function readContext({ context }: JsonObject): CallNotes & { context: JsonObject } {
  if (!isObject(context)) return { context: {} }
  const held = Object.hasOwn(context, room) ? context[room] : undefined
  const notes = held === undefined ? undefined : callNotes.read(held)
  if (notes === undefined) return { context }
  const { [room]: _, ...rest } = context
  return { ...notes, context: rest }
}

function readInput({ prompt = '', model }: JsonObject, context: JsonObject, form: CallNotes['inputForm']): Json {
  const hasContext = hasMembers(context)
  const bare = !hasContext && typeof model !== 'string'
  if (form === 'text' && bare) return prompt
  if (form === 'json' && bare && typeof prompt === 'string') {
    const reading = readJsonText(prompt)
    if (reading.ok) return reading.value
  }
  return {
    prompt,
    ...(hasContext ? { context } : undefined),
    ...(typeof model === 'string' ? { model } : undefined),
  }
}

/** Without a list of all names: a context may have a million. */
function hasMembers(object: JsonObject): boolean {
  for (const _ in object) return true
  return false
}

/** Writes a request file. Pointers of losses point into `{call}`. */
export function encodeRequest(call: Call): Encoded<FileWire> {
  const losses = new Losses(id)
  const { exchange } = call
  const members = callMembers.writeMembers(call, '/call', losses)
  const around = callExchangeMembers.write(exchange, '/call/exchange', losses)
  const { form, ...input } = writeInput(call.input, losses)
  const { phase, ...others } = losses.extraOf(call, '/call') ?? {}
  const request: AgentRequest = {
    request_id: exchange.requestId || standIn(exchange, losses),
    version: '1.0',
    ...writePhase(call.stageId, phase, losses),
    agent_name: call.operation || standing('agent', '/call/operation', losses),
    prompt: input.prompt,
    timeout_seconds: writeTimeout(call.deadlineMs, losses),
    created_at: createdAt(exchange.at ?? '', '/call/exchange/at', losses),
    context: { ...input.context, ...writeNotes(members, around, form, others) },
    model: input.model,
  }
  return { wire: fileWire(fileBody(request as unknown as JsonObject)), losses: losses.list }
}

function standing<T>(value: T, pointer: string, losses: Losses): T {
  losses.add(pointer, `it is demanded; ${JSON.stringify(value)} stands in`)
  return value
}

function standIn({ correlationId }: Exchange, losses: Losses): string {
  losses.add('/call/exchange/requestId', 'an id is demanded; another stands in')
  return correlationId || 'unidentified'
}

function writePhase(stage: string | undefined, phase: Json | undefined, losses: Losses) {
  const own = typeof phase === 'number' && Number.isInteger(phase) && phase >= 1
  if (phase !== undefined && !own) losses.add(`/call/extra/${id}/phase`, 'a phase is a whole number from 1')
  return {
    phase: own ? phase : phaseOf(stage),
    phase_name: stage || standing(defaultPhaseName, '/call/stageId', losses),
  }
}

function writeTimeout(ms: number | undefined, losses: Losses): number {
  const at = '/call/deadlineMs'
  if (ms === undefined) return standing(defaultTimeoutSeconds, at, losses)
  const seconds = Number.isFinite(ms) ? Math.max(1, Math.ceil(ms / 1000)) : defaultTimeoutSeconds
  if (seconds * 1000 !== ms) losses.add(at, 'only whole seconds can be sent, at least one')
  return seconds
}

function writeNotes(
  call: JsonObject,
  exchange: JsonObject,
  form: CallNotes['inputForm'],
  others: JsonObject,
): JsonObject {
  const notes: JsonObject = {
    ...(hasMembers(call) ? { call } : undefined),
    ...(hasMembers(exchange) ? { exchange } : undefined),
    ...(form === undefined ? undefined : { input_form: form }),
    ...(hasMembers(others) ? { other_fields: others } : undefined),
  }
  return hasMembers(notes) ? { [room]: notes } : {}
}

interface Input {
  prompt: string
  context: JsonObject
  model: string | null
  form?: 'text' | 'json'
}

function writeInput(input: Json, losses: Losses): Input {
  if (typeof input === 'string') return { prompt: input, context: {}, model: null, form: 'text' }
  if (!isObject(input) || !isPrompt(input)) {
    return { prompt: JSON.stringify(input, null, 2), context: {}, model: null, form: 'json' }
  }
  const { [room]: taken, ...free } = isObject(input.context) ? input.context : {}
  if (taken !== undefined && Object.keys(free).length > 0) {
    losses.add(`/call/input/context/${escapeToken(room)}`, 'the name has a meaning of its own')
  } else if (isObject(input.context) && Object.keys(free).length === 0) {
    losses.add('/call/input/context', `a context that is empty, or only holds ${room}, is read back as none`)
  }
  if (input.model === null) losses.add('/call/input/model', 'null is read back as none')
  return { prompt: String(input.prompt), context: free, model: text(input.model) ?? null }
}

/** An input that is `{prompt, context?, model?}` and nothing else. */
function isPrompt({ prompt, context = {}, model = null, ...more }: JsonObject): boolean {
  return typeof prompt === 'string' && isObject(context) && isModel(model) && Object.keys(more).length === 0
}
