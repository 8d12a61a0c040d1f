/** Agent HTTP contract, "Request envelope": one body for both endpoints, its defaults filled in by the reader. */
import type { DecodedCall, Encoded, RequestFace } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { Losses } from '../../codec/loss.ts'
import { object, text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type HttpWire, httpWire, mediaTypeOf } from '../../wire/http.ts'
import { headerText, isHeaderText } from './encode.ts'
import { endpoints } from './endpoints.ts'
import { callExchange, callLabels, callPreferences, contractId, ownExtra } from './nodes.ts'
import { rule, validator } from './validate.ts'

const eventStream = 'text/event-stream'

const nullableIds = new Set(['workflow_id', 'stage_id', 'user_id'])
const bodyMembers = new Set(['request_id', 'task_type', 'inputs', 'budgets'])

/** What an agent takes where a request says nothing. */
const defaults = {
  labels: { mode: 'DEMO', riskTier: 'NON_SENSITIVE', domainId: 'clinical' },
  budgets: { max_output_tokens: 1200, max_context_tokens: 6000, max_escalations: 2 },
  timeoutMs: 600_000,
} as const

const limits = [...Object.keys(defaults.budgets), 'timeout_ms']

function isLimit(value: Json | undefined): value is number {
  return typeof value === 'number' && value >= 0
}

function decode(wire: HttpWire): DecodedCall {
  const findings: Finding[] = []
  const report = (id: string, at: string) => findings.push(finding(rule(`agent-run/${id}`), at))
  validateHead(wire, report)
  const source = readBody(wire.body, findings)
  if (source !== undefined) findings.push(...schemaFindings(validator('agent-run-request'), source, rule))
  const body = object(source) ?? {}
  if (body.task_type === '') report('task-type-empty', '/task_type')
  const header = wire.headers['x-request-id']
  if (header !== undefined && typeof body.request_id === 'string' && header !== body.request_id) {
    report('request-id-header', '/request_id')
  }
  const { budgets, deadlineMs } = readBudgets(body.budgets, report)
  const reading = callLabels.readMembers(body, isKnown)
  const call: Call = {
    operation: text(body.task_type) ?? '',
    input: body.inputs ?? {},
    exchange: exchangeOf(body, wire),
    ...defaults.labels,
    ...reading?.members,
    budgets,
    deadlineMs,
    ...headerMembers(wire),
    ...(isStream(wire) ? { prefer: { stream: true } } : undefined),
    ...ownExtra(reading?.rest ?? []),
  }
  return { call, findings }
}

type Report = (id: string, at: string) => void

function validateHead({ method, target, headers }: HttpWire, report: Report): void {
  const mediaType = mediaTypeOf(headers['content-type'])
  if (mediaType !== undefined && mediaType !== 'application/json') report('content-type', '')
  const path = target === undefined ? undefined : pathOf(target)
  const known = path === undefined || Object.values(endpoints).some(endpoint => path.endsWith(endpoint))
  if (!known || (method !== undefined && method !== 'POST')) report('endpoint', '')
  if (path?.endsWith(endpoints.stream) && !accepts(headers.accept)) report('accept', '')
}

/** A client that says nothing, or takes anything, takes a stream. */
function accepts(accept: string | undefined): boolean {
  return accept === undefined || accept.includes(eventStream) || accept.includes('*/*')
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target
}

function isStream({ target, headers }: HttpWire): boolean {
  if (target !== undefined) return pathOf(target).endsWith(endpoints.stream)
  return headers.accept?.includes(eventStream) === true
}

/** Members of the table, and ids that are null. */
function isKnown(key: string, value: Json): boolean {
  return bodyMembers.has(key) || (value === null && nullableIds.has(key))
}

function exchangeOf(body: JsonObject, { headers }: HttpWire): Exchange {
  return defined<Exchange>({
    requestId: text(body.request_id) || headers['x-request-id'],
    correlationId: headers['x-correlation-id'],
  })
}

function headerMembers({ headers }: HttpWire): Pick<Call, 'idempotencyKey' | 'approvalTokens'> {
  const tokens = headers['x-approval-token']?.split(',').map(token => token.trim())
  return defined<Pick<Call, 'idempotencyKey' | 'approvalTokens'>>({
    idempotencyKey: headers['idempotency-key'],
    approvalTokens: tokens?.filter(token => token !== ''),
  })
}

function readBudgets(source: Json | undefined, report: Report): { budgets: JsonObject; deadlineMs: number } {
  const { timeout_ms: timeout, max_time_ms: maxTime, ...others } = object(source) ?? {}
  if (maxTime !== undefined) report('max-time', '/budgets/max_time_ms')
  const seconds = timeout ?? maxTime
  for (const name of limits) {
    const value = object(source)?.[name]
    if (value !== undefined && !isLimit(value)) report('budget-limits', `/budgets/${name}`)
  }
  return {
    budgets: { ...defaults.budgets, ...others },
    deadlineMs: isLimit(seconds) ? seconds : defaults.timeoutMs,
  }
}

function encode(call: Call): Encoded<HttpWire> {
  const losses = new Losses(contractId)
  const { exchange, prefer = {} } = call
  const labels = callLabels.writeMembers(call, '/call', losses)
  callPreferences.write(prefer, '/call/prefer', losses)
  callExchange.write(exchange, '/call/exchange', losses)
  if (!call.operation) losses.add('/call/operation', 'a task type is demanded; a standing word is sent')
  if (!exchange.requestId) losses.add('/call/exchange/requestId', 'a request id is demanded; a standing word is sent')
  const inputs = inputsOf(call.input, losses)
  const budgets = budgetsOf(call, losses)
  const known = {
    request_id: exchange.requestId || 'unknown',
    task_type: call.operation || 'unknown',
    ...labels,
    ...(Object.keys(inputs).length === 0 ? undefined : { inputs }),
    ...(Object.keys(budgets).length === 0 ? undefined : { budgets }),
  }
  const own = losses.extraOf(call, '/call')
  const body = callLabels.withExtra(known, own, '/call', losses)
  const wire = httpWire({
    method: 'POST',
    target: prefer.stream ? endpoints.stream : endpoints.sync,
    headers: headersOf(call, losses),
    body,
  })
  return { wire, losses: losses.list }
}

function headersOf(call: Call, losses: Losses): Record<string, string | undefined> {
  const { exchange, prefer, approvalTokens } = call
  const tokens = approvalTokens?.filter((token, index) => {
    const fits = isHeaderText(token) && !token.includes(',')
    if (!fits) losses.add(`/call/approvalTokens/${index}`, 'it cannot stand in a list in a header')
    return fits
  })
  return {
    'content-type': 'application/json',
    accept: prefer?.stream ? eventStream : 'application/json',
    'x-request-id': isHeaderText(exchange.requestId) ? exchange.requestId : undefined,
    'x-correlation-id': headerText(exchange.correlationId, '/call/exchange/correlationId', losses),
    'idempotency-key': headerText(call.idempotencyKey, '/call/idempotencyKey', losses),
    'x-approval-token': tokens === undefined || tokens.length === 0 ? undefined : tokens.join(', '),
  }
}

function inputsOf(input: Json, losses: Losses): JsonObject {
  if (isObject(input)) return input
  losses.add('/call/input', 'an input that is no object is wrapped in one')
  return { value: input }
}

/** Limits that an agent would refuse or not see stay behind. */
function budgetsOf({ budgets = {}, deadlineMs }: Call, losses: Losses): JsonObject {
  if (deadlineMs === undefined && Object.keys(budgets).length === 0) return budgets
  const kept = Object.entries(budgets).filter(([name, value]) => {
    const fits = name !== 'max_time_ms' && (!limits.includes(name) || isLimit(value))
    if (!fits) losses.add(`/call/budgets/${name}`, 'agents know no such limit')
    return fits
  })
  const rest = Object.fromEntries(kept)
  if (rest.timeout_ms !== undefined) losses.add('/call/budgets/timeout_ms', 'the deadline of the call stands there')
  if (deadlineMs === undefined) return rest
  if (isLimit(deadlineMs)) return { ...rest, timeout_ms: deadlineMs }
  losses.add('/call/deadlineMs', 'a limit is 0 or more')
  return rest
}

/** Requests over HTTP. */
export const request: RequestFace<HttpWire> = { decode, encode }
