/** AdCP 3.1 messages that are neither an answer nor a call of one task: webhooks, task lists, capabilities, parts. */
import type { DocumentFace } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { outsideContext } from './context.ts'
import { extractA2a, extractMcp, isUsableError, stateOf, unwrapFrame } from './extraction.ts'
import type { Release } from './release.ts'
import { argumentsIn } from './request-place.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'
import { type StatusRow, statusRow } from './status.ts'
import { checkSchema, validateMembers, validateState } from './validate.ts'
import { checkError } from './validate-error.ts'

interface Located {
  data: Json
  at: string
  /** The state that the task of A2A says, and so the data need not. */
  state?: StatusRow
}

type Check = (data: JsonObject, at: string, release: Release, state?: StatusRow) => Finding[]

/** A document that is alone, or where its carrier puts an answer or the arguments of a call. */
function document(title: string, schema: string, more: Check = () => []): (release: Release) => DocumentFace {
  return release => ({
    title,
    check(wire) {
      const odd: Finding[] = []
      const value = readBody(wire.body, odd)
      if (value === undefined) return odd
      const { data, at, state } = located(wire, value, release)
      const findings = [...outsideContext(odd, at), ...checkSchema(release, schema, withState(data, state), at)]
      return unique(isObject(data) ? [...findings, ...more(data, at, release, state)] : findings)
    },
  })
}

/** A task's state stands for the status that a document has none of. */
function withState(data: Json, state: StatusRow | undefined): Json {
  return state !== undefined && isObject(data) && data.status === undefined ? { ...data, status: state.status } : data
}

function located({ carrier }: Wire, value: Json, release: Release): Located {
  if (!isObject(value)) return { data: value, at: '' }
  const call = carrier === 'mcp' || carrier === 'a2a' ? argumentsIn(value) : undefined
  if (call !== undefined) return { data: call.given, at: call.at }
  if (carrier === 'a2a') {
    const found = extractA2a(value)
    if (!found.ok) return { data: value, at: '' }
    const unwrapped = unwrapFrame(value)
    const state = 'frame' in unwrapped ? stateOf(unwrapped.frame) : undefined
    const located = { data: found.data, at: found.pointer }
    if (release.dataPart === 'answer') return located
    return state !== undefined && 'row' in state ? { ...located, state: state.row } : located
  }
  const found = carrier === 'mcp' ? extractMcp(value) : undefined
  return found?.ok ? { data: found.data, at: found.text === undefined ? found.pointer : '' } : { data: value, at: '' }
}

/** The schema of a document and that of the envelope may complain about the same member. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map(found => [`${found.rule} ${found.pointer}`, found])).values()]
}

/** The envelope of an answer; on A2A the task itself is half of it. */
const envelope: Check = (data, at, release, state) => {
  const schema = state === undefined ? 'protocol-envelope' : 'a2a-data'
  return validateMembers(data, rootOf(data, at, release), schema, 'adcp/nested-payload')
}

/** The envelope of an answer whose state is that of the call. */
const answer: Check = (data, at, release, state) => {
  const row = state ?? statusRow(data.status)
  return [
    ...envelope(data, at, release, state),
    ...(row === undefined ? [] : validateState(rootOf(data, at, release), row, true)),
  ]
}

/** The context that a webhook repeats, and its result. */
const webhook: Check = (data, at, release) => {
  const isOdd = data.context !== undefined && !isObject(data.context)
  const odd = isOdd ? [finding(rule('adcp/webhook-context'), `${at}/context`)] : []
  return [...odd, ...webhookResult(data, at, release)]
}

/** A result goes with the state: progress, or a submission, or a question, or the full answer with its envelope. */
const webhookResult: Check = ({ status, result }, at, release) => {
  const place = `${at}/result`
  const odd = (pointer: string) => [finding(rule('adcp/webhook-result'), pointer)]
  const isEnd = status === 'completed' || status === 'failed'
  if (!isObject(result)) return isEnd && result === undefined ? odd(place) : []
  if (isEnd) {
    // Not every response composes the envelope: a missing status is a finding, and read as the webhook's.
    const whole = result.status === undefined ? { ...result, status } : result
    const agrees = result.status === status || (result.status !== undefined && statusRow(result.status) === undefined)
    return [...answer(whole, place, release), ...(agrees ? [] : odd(`${place}/status`))]
  }
  if (status === 'working') return checkSchema(release, 'progress', result, place)
  if (status === 'input-required') {
    return [
      ...(result.reason === undefined || typeof result.reason === 'string' ? [] : odd(`${place}/reason`)),
      ...errorsOf(result, place, release),
    ]
  }
  if (status !== 'submitted') return []
  return [
    ...(result.status === 'submitted' ? [] : odd(`${place}/status`)),
    ...(typeof result.task_id === 'string' ? [] : odd(`${place}/task_id`)),
    ...(typeof result.message === 'string' && result.message.length > 2000 ? odd(`${place}/message`) : []),
    ...errorsOf(result, place, release),
  ]
}

function errorsOf({ errors }: JsonObject, at: string, release: Release): Finding[] {
  return errors === undefined ? [] : checkSchema(release, 'errors', errors, `${at}/errors`)
}

const task: Check = (data, at, release, state) => [
  ...envelope(data, at, release, state),
  ...(data.result !== undefined && !release.resultStates.some(status => status === data.status)
    ? [finding(rule('adcp/tasks-get-result'), `${at}/result`)]
    : []),
]

const capabilities: Check = (data, at, release, state) => {
  const findings = answer(data, at, release, state)
  const add = (id: string, place: string) => findings.push(finding(rule(`adcp/${id}`), `${at}/adcp/${place}`))
  const adcp = isObject(data.adcp) ? data.adcp : undefined
  if (adcp === undefined) return findings
  if (adcp.supported_versions === undefined) add('capabilities-versions', 'supported_versions')
  const { idempotency } = adcp
  if (!isObject(idempotency)) return findings
  const { replay_ttl_seconds: ttl, in_flight_max_seconds: flight } = idempotency
  if (typeof ttl === 'number' && typeof flight === 'number' && flight > ttl) {
    add('capabilities-idempotency', 'idempotency/in_flight_max_seconds')
  }
  return findings
}

/** Every document, of any edition. */
const all: Readonly<Record<string, (release: Release) => DocumentFace>> = {
  'push-notification-config': release => ({
    ...document('A push-notification registration', 'push-notification-config')(release),
    isMeant: body =>
      isObject(body) &&
      typeof body.url === 'string' &&
      body.status === undefined &&
      (isObject(body.authentication) || typeof body.operation_id === 'string'),
  }),
  webhook: document('A webhook about a task', 'webhook', webhook),
  'tasks-get-request': document('Asking for a task', 'tasks-get-request'),
  'tasks-get-response': document('The answer about a task', 'tasks-get-response', task),
  'tasks-list-request': document('Asking for tasks', 'tasks-list-request'),
  'tasks-list-response': document('The answer about tasks', 'tasks-list-response', answer),
  capabilities: document('The answer of get_adcp_capabilities', 'capabilities', capabilities),
  error: release => ({
    ...document('An error by itself', 'error', (data, at) => checkError(release, data, true, at))(release),
    isMeant: body => isObject(body) && body.status === undefined && isUsableError(body) && 'recovery' in body,
  }),
}

/** Every document of an edition. */
export function documents(release: Release): Readonly<Record<string, DocumentFace>> {
  return Object.fromEntries(Object.entries(all).map(([name, face]) => [name, face(release)]))
}
