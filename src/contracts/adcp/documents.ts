/** AdCP 3.1 messages that are neither an answer nor a call of one task: webhooks, task lists, capabilities, parts. */
import type { DocumentFace } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { outsideContext } from './context.ts'
import { type Extraction, extractA2a, extractMcp, isUsableError } from './extraction.ts'
import { checkSchema, judgeMembers, judgeState } from './judge.ts'
import { checkError } from './judge-error.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'
import { statusRow } from './status.ts'

type Check = (data: JsonObject, at: string) => Finding[]

/** A document that stands alone, or where its carrier puts an answer or the arguments of a call. */
function document(title: string, schema: string, more: Check = () => []): DocumentFace {
  return {
    title,
    check(wire) {
      const odd: Finding[] = []
      const value = readBody(wire.body, odd)
      if (value === undefined) return odd
      const { data, at } = located(wire, value)
      const findings = [...outsideContext(odd, at), ...checkSchema(schema, data, at)]
      return unique(isObject(data) ? [...findings, ...more(data, at)] : findings)
    },
  }
}

function located({ carrier }: Wire, value: Json): { data: Json; at: string } {
  if (!isObject(value)) return { data: value, at: '' }
  if (carrier === 'mcp' && isObject(value.arguments)) return { data: value.arguments, at: '/arguments' }
  const found: Extraction | undefined =
    carrier === 'mcp' ? extractMcp(value) : carrier === 'a2a' ? extractA2a(value) : undefined
  return found?.ok ? { data: found.data, at: found.text === undefined ? found.pointer : '' } : { data: value, at: '' }
}

/** The schema of a document and that of the envelope may complain about the same member. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map(found => [`${found.rule} ${found.pointer}`, found])).values()]
}

/** The envelope of an answer. */
const envelope: Check = (data, at) => judgeMembers(data, rootOf(data, at), 'protocol-envelope', 'adcp/nested-payload')

/** The envelope of an answer whose state is that of the call. */
const answer: Check = (data, at) => {
  const row = statusRow(data.status)
  return [...envelope(data, at), ...(row === undefined ? [] : judgeState(rootOf(data, at), row, true))]
}

/** A result goes with the state: progress, or a submission, or the full answer. */
const webhook: Check = ({ status, result }, at) => {
  const place = `${at}/result`
  const odd = (pointer: string) => [finding(rule('adcp/webhook-result'), pointer)]
  if (status === 'completed' || status === 'failed') return result === undefined ? odd(place) : []
  if (!isObject(result)) return []
  if (status === 'working') return checkSchema('progress', result, place)
  if (status !== 'submitted') return []
  return [
    ...(result.status === 'submitted' ? [] : odd(`${place}/status`)),
    ...(typeof result.task_id === 'string' ? [] : odd(`${place}/task_id`)),
    ...(typeof result.message === 'string' && result.message.length > 2000 ? odd(`${place}/message`) : []),
  ]
}

const task: Check = (data, at) => [
  ...envelope(data, at),
  ...(data.result !== undefined && data.status !== 'completed'
    ? [finding(rule('adcp/tasks-get-result'), `${at}/result`)]
    : []),
]

const capabilities: Check = (data, at) => {
  const findings = answer(data, at)
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
    isMeant: body => isObject(body) && typeof body.url === 'string' && isObject(body.authentication),
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
