/** AdCP 3.1 messages that are neither an answer nor a call of one task: webhooks, task lists, capabilities, parts. */
import type { DocumentFace } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { outsideContext } from './context.ts'
import { extractA2a, extractMcp, isUsableError, stateOf, unwrapFrame } from './extraction.ts'
import { argumentsIn } from './request-faces.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'
import { type StatusRow, statusRow } from './status.ts'
import { checkSchema, validateMembers, validateState } from './validate.ts'
import { checkError } from './validate-error.ts'

interface Located {
  data: Json
  at: string
  /** The state that the task of A2A tells, and so the data need not. */
  state?: StatusRow
}

type Check = (data: JsonObject, at: string, state?: StatusRow) => Finding[]

/** A document that stands alone, or where its carrier puts an answer or the arguments of a call. */
function document(title: string, schema: string, more: Check = () => []): DocumentFace {
  return {
    title,
    check(wire) {
      const odd: Finding[] = []
      const value = readBody(wire.body, odd)
      if (value === undefined) return odd
      const { data, at, state } = located(wire, value)
      const findings = [...outsideContext(odd, at), ...checkSchema(schema, withState(data, state), at)]
      return unique(isObject(data) ? [...findings, ...more(data, at, state)] : findings)
    },
  }
}

/** A task's state stands for the status that a document has none of. */
function withState(data: Json, state: StatusRow | undefined): Json {
  return state !== undefined && isObject(data) && data.status === undefined ? { ...data, status: state.status } : data
}

function located({ carrier }: Wire, value: Json): Located {
  if (!isObject(value)) return { data: value, at: '' }
  const call = carrier === 'mcp' || carrier === 'a2a' ? argumentsIn(value) : undefined
  if (call !== undefined) return { data: call.given, at: call.at }
  if (carrier === 'a2a') {
    const found = extractA2a(value)
    if (!found.ok) return { data: value, at: '' }
    const unwrapped = unwrapFrame(value)
    const state = 'frame' in unwrapped ? stateOf(unwrapped.frame) : undefined
    const located = { data: found.data, at: found.pointer }
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
const envelope: Check = (data, at, state) => {
  const schema = state === undefined ? 'protocol-envelope' : 'a2a-data'
  return validateMembers(data, rootOf(data, at), schema, 'adcp/nested-payload')
}

/** The envelope of an answer whose state is that of the call. */
const answer: Check = (data, at, state) => {
  const row = state ?? statusRow(data.status)
  return [...envelope(data, at, state), ...(row === undefined ? [] : validateState(rootOf(data, at), row, true))]
}

/** A result goes with the state: progress, or a submission, or a question, or the full answer with its envelope. */
const webhook: Check = ({ status, result }, at) => {
  const place = `${at}/result`
  const odd = (pointer: string) => [finding(rule('adcp/webhook-result'), pointer)]
  const isEnd = status === 'completed' || status === 'failed'
  if (!isObject(result)) return isEnd && result === undefined ? odd(place) : []
  if (isEnd) {
    // Not every response composes the envelope: a missing status is a finding, and read as the webhook's.
    const whole = result.status === undefined ? { ...result, status } : result
    const agrees = result.status === status || (result.status !== undefined && statusRow(result.status) === undefined)
    return [...answer(whole, place), ...(agrees ? [] : odd(`${place}/status`))]
  }
  if (status === 'working') return checkSchema('progress', result, place)
  if (status === 'input-required') {
    return [
      ...(result.reason === undefined || typeof result.reason === 'string' ? [] : odd(`${place}/reason`)),
      ...errorsOf(result, place),
    ]
  }
  if (status !== 'submitted') return []
  return [
    ...(result.status === 'submitted' ? [] : odd(`${place}/status`)),
    ...(typeof result.task_id === 'string' ? [] : odd(`${place}/task_id`)),
    ...(typeof result.message === 'string' && result.message.length > 2000 ? odd(`${place}/message`) : []),
    ...errorsOf(result, place),
  ]
}

function errorsOf({ errors }: JsonObject, at: string): Finding[] {
  return errors === undefined ? [] : checkSchema('errors', errors, `${at}/errors`)
}

const task: Check = (data, at, state) => [
  ...envelope(data, at, state),
  ...(data.result !== undefined && data.status !== 'completed'
    ? [finding(rule('adcp/tasks-get-result'), `${at}/result`)]
    : []),
]

const capabilities: Check = (data, at, state) => {
  const findings = answer(data, at, state)
  const add = (id: string, place: string) => findings.push(finding(rule(`adcp/${id}`), `${at}/adcp/${place}`))
  const adcp = isObject(data.adcp) ? data.adcp : undefined
  if (adcp === undefined) return findings
  if (adcp.major_versions === undefined) add('capabilities-versions', 'major_versions')
  if (adcp.supported_versions === undefined) add('capabilities-versions', 'supported_versions')
  const { idempotency } = adcp
  if (!isObject(idempotency)) return findings
  const { supported, replay_ttl_seconds: ttl, in_flight_max_seconds: flight } = idempotency
  if (supported === true && ttl === undefined) add('capabilities-idempotency', 'idempotency/replay_ttl_seconds')
  if (typeof ttl === 'number' && typeof flight === 'number' && flight > ttl) {
    add('capabilities-idempotency', 'idempotency/in_flight_max_seconds')
  }
  return findings
}

/** Every document of the edition. */
export const documents: Readonly<Record<string, DocumentFace>> = {
  'push-notification-config': {
    ...document('A push-notification registration', 'push-notification-config'),
    isMeant: body =>
      isObject(body) &&
      typeof body.url === 'string' &&
      body.status === undefined &&
      (isObject(body.authentication) || typeof body.operation_id === 'string'),
  },
  webhook: document('A webhook about a task', 'webhook', webhook),
  'tasks-get-request': document('Asking for a task', 'tasks-get-request'),
  'tasks-get-response': document('The answer about a task', 'tasks-get-response', task),
  'tasks-list-request': document('Asking for tasks', 'tasks-list-request'),
  'tasks-list-response': document('The answer about tasks', 'tasks-list-response', answer),
  capabilities: document('The answer of get_adcp_capabilities', 'capabilities', capabilities),
  error: {
    ...document('An error by itself', 'error', (data, at) => checkError(data, true, at)),
    isMeant: body => isObject(body) && body.status === undefined && isUsableError(body) && 'recovery' in body,
  },
}
