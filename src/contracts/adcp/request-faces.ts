/** AdCP 3.1 requests over REST, MCP and A2A. */
import type { DecodedCall, Encoded, RequestFace } from '../../codec/contract.ts'
import { readIdempotencyKey } from '../../codec/idempotency-key.ts'
import { readBody } from '../../codec/json-rules.ts'
import { Losses } from '../../codec/loss.ts'
import { readPrefer } from '../../codec/prefer.ts'
import { text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call, Preferences } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type A2aWire, a2aWire } from '../../wire/a2a.ts'
import { writeMessage } from '../../wire/a2a-frame.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { type McpWire, mcpWire } from '../../wire/mcp.ts'
import { outsideContext, readContext } from './context.ts'
import { metadataKey } from './meta.ts'
import { callIds, headerCall, headerPreferences, metaCall } from './nodes.ts'
import { readArguments, type WrittenArguments, writeArguments } from './request.ts'
import { rule } from './rules.ts'
import { checkSchema } from './validate.ts'

const empty = (operation: string): Call => ({ operation, input: {}, exchange: {} })

function verbatim({ context }: WrittenArguments, at: string): ReadonlyMap<string, string> {
  return new Map(context === undefined ? [] : [[`${at}/context`, context]])
}

/** The last segment of the path names the task. */
function taskOf(target: string | undefined): string {
  const segment = (target ?? '').split('?', 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const httpRequest: RequestFace<HttpWire> = {
  decode(wire): DecodedCall {
    const odd: Finding[] = []
    const given = readBody(wire.body, odd)
    const task = taskOf(wire.target)
    const findings = outsideContext(odd, '')
    if (!isObject(given)) {
      if (given !== undefined) findings.push(finding(rule('adcp/request'), ''))
      return { call: empty(task), findings }
    }
    const { headers } = wire
    const context = readContext(given, wire.body, '')
    const read = readArguments(task, given, '', context, readIdempotencyKey(headers['idempotency-key']))
    const exchange = defined<Exchange>({
      ...read.call.exchange,
      requestId: headers['x-request-id'],
      correlationId: headers['x-correlation-id'],
    })
    const call = defined<Call>({
      ...read.call,
      exchange,
      approvalTokens: headers['x-approval-token']?.split(/\s*,\s*/),
      prefer: readPrefer(headers.prefer),
    })
    return { call, findings: [...findings, ...read.findings] }
  },
  encode(call): Encoded<HttpWire> {
    const losses = new Losses('adcp')
    const written = writeArguments(call, losses)
    headerCall.writeMembers(call, '/call', losses)
    const { requestId, correlationId } = callIds.write(call.exchange, '/call/exchange', losses) as Exchange
    const headers = {
      'content-type': 'application/json',
      'x-request-id': losses.header(requestId, '/call/exchange/requestId'),
      'x-correlation-id': losses.header(correlationId, '/call/exchange/correlationId'),
      'x-approval-token': losses.header(tokens(call.approvalTokens), '/call/approvalTokens'),
      prefer: writePrefer(call.prefer, losses),
    }
    const target = `/${encodeURIComponent(call.operation.toWellFormed())}`
    const body = Body.ofJson(written.given, verbatim(written, ''))
    return { wire: httpWire({ method: 'POST', target, headers, body }), losses: losses.list }
  },
}

function tokens(list: readonly string[] | undefined): string | undefined {
  if (list === undefined || list.length === 0) return undefined
  return list.some(token => token.includes(',')) ? '' : list.join(',')
}

function writePrefer(prefer: Preferences | undefined, losses: Losses): string | undefined {
  if (prefer === undefined) return undefined
  headerPreferences.writeMembers(prefer, '/call/prefer', losses)
  const wait = prefer.waitMs === undefined ? undefined : Math.ceil(prefer.waitMs / 1000)
  if (wait !== undefined && wait * 1000 !== prefer.waitMs) losses.add('/call/prefer/waitMs', 'rounded up to seconds')
  if (prefer.async === false) losses.add('/call/prefer/async', 'only a wish for it is sent')
  const items = [...(prefer.async ? ['respond-async'] : []), ...(wait === undefined ? [] : [`wait=${wait}`])]
  return items.length === 0 ? undefined : items.join(', ')
}

/** The key in MCP's `_meta` of a call. */
const callKey = 'replywire/call'

function writeMeta(call: Call, losses: Losses): JsonObject {
  const ids = callIds.write(call.exchange, '/call/exchange', losses)
  return { ...ids, ...metaCall.writeMembers(call, '/call', losses) }
}

function readMeta(call: Call, meta: Json | undefined): Call {
  if (!isObject(meta)) return call
  const ids = callIds.readMembers(meta)?.members
  return { ...call, ...metaCall.readMembers(meta)?.members, exchange: { ...call.exchange, ...ids } }
}

/** `{name, arguments}`, alone or as the params of a JSON-RPC request. */
export const mcpRequest: RequestFace<McpWire> = {
  decode(wire): DecodedCall {
    const odd: Finding[] = []
    const request = readBody(wire.body, odd)
    const inside = isObject(request) && isObject(request.params)
    const params = inside ? (request.params as JsonObject) : request
    const at = `${inside ? '/params' : ''}/arguments`
    const findings = outsideContext(odd, at)
    const task = isObject(params) ? text(params.name) : undefined
    if (!isObject(params) || task === undefined) {
      if (request !== undefined) findings.push(finding(rule('adcp/request'), at.replace(/arguments$/, 'name')))
      return { call: empty(task ?? ''), findings }
    }
    const given = params.arguments ?? {}
    if (!isObject(given)) {
      return { call: empty(task), findings: [...findings, finding(rule('adcp/request'), at)] }
    }
    const context = readContext(given, wire.body, at)
    const read = readArguments(task, given, at, context)
    const meta = isObject(params._meta) ? params._meta[callKey] : undefined
    return { call: readMeta(read.call, meta), findings: [...findings, ...read.findings] }
  },
  encode(call): Encoded<McpWire> {
    const losses = new Losses('adcp')
    const written = writeArguments(call, losses)
    const request = { name: call.operation, arguments: written.given, _meta: { [callKey]: writeMeta(call, losses) } }
    return { wire: mcpWire(Body.ofJson(request, verbatim(written, '/arguments'))), losses: losses.list }
  },
}

/** Where the message of an A2A request stands: in its params, or in those of a JSON-RPC request, or alone. */
function messageOf(request: Json | undefined): FoundMessage | undefined {
  if (!isObject(request)) return undefined
  if (isObject(request.params)) {
    const inner = messageOf(request.params)
    return inner === undefined ? undefined : { ...inner, base: `/params${inner.base}`, at: `/params${inner.at}` }
  }
  if (isObject(request.message)) return { message: request.message, request, base: '', at: '/message' }
  return Array.isArray(request.parts) ? { message: request, request: {}, base: '', at: '' } : undefined
}

interface FoundMessage {
  message: JsonObject
  /** What the message stands in, and where. */
  request: JsonObject
  base: string
  at: string
}

/** The DataPart that calls a skill, and the place of its parameters. */
function invocationOf(message: JsonObject, at: string): { data: JsonObject | undefined; at: string } {
  const parts = Array.isArray(message.parts) ? message.parts : []
  const index = parts.findIndex(part => isObject(part) && isObject(part.data) && typeof part.data.skill === 'string')
  const part = parts[index]
  const data = isObject(part) && isObject(part.data) ? part.data : undefined
  return { data, at: `${at}/parts/${Math.max(index, 0)}/data` }
}

function parametersOf(data: JsonObject): 'parameters' | 'input' {
  return isObject(data.parameters) || !isObject(data.input) ? 'parameters' : 'input'
}

/** The arguments of a call, wherever a request has them: alone, in params, or in the message of an A2A request. */
export function argumentsIn(request: JsonObject): { given: JsonObject; at: string } | undefined {
  const inside = isObject(request.params)
  const params = inside ? (request.params as JsonObject) : request
  if (isObject(params.arguments)) return { given: params.arguments, at: `${inside ? '/params' : ''}/arguments` }
  const found = messageOf(request)
  if (found === undefined) return undefined
  const { data, at } = invocationOf(found.message, found.at)
  const member = data === undefined ? 'parameters' : parametersOf(data)
  const given = data?.[member]
  return isObject(given) ? { given, at: `${at}/${member}` } : undefined
}

/** A message with a DataPart `{skill, parameters}`. */
export const a2aRequest: RequestFace<A2aWire> = {
  decode(wire): DecodedCall {
    const odd: Finding[] = []
    const found = messageOf(readBody(wire.body, odd))
    if (found === undefined)
      return { call: empty(''), findings: [...odd, finding(rule('adcp/a2a-invocation'), '/message')] }
    const { message, request, base } = found
    const { data, at } = invocationOf(message, found.at)
    if (data === undefined) {
      const parts = Array.isArray(message.parts) ? message.parts : []
      const texts = parts.flatMap(item => (isObject(item) && typeof item.text === 'string' ? [item.text] : []))
      const call = { ...empty(''), input: texts.length === 0 ? {} : { text: texts.join('\n') } }
      return { call, findings: [...odd, finding(rule('adcp/a2a-invocation'), at)] }
    }
    const member = parametersOf(data)
    const place = `${at}/${member}`
    const findings = outsideContext(odd, place)
    if (member === 'input') findings.push(finding(rule('adcp/a2a-invocation-input'), place))
    const given = data[member]
    if (!isObject(given)) {
      return {
        call: empty(text(data.skill) ?? ''),
        findings: [...findings, finding(rule('adcp/a2a-invocation'), place)],
      }
    }
    const context = readContext(given, wire.body, place)
    const read = readArguments(text(data.skill) ?? '', given, place, context)
    const { call } = read
    const push = isObject(request.configuration) ? request.configuration.pushNotificationConfig : undefined
    const pushAt = `${base}/configuration/pushNotificationConfig`
    if (push !== undefined) findings.push(...checkSchema('push-notification-config', push, pushAt))
    const meta = isObject(message.metadata) ? message.metadata[metadataKey] : undefined
    return {
      call: readMeta(
        defined<Call>({
          ...call,
          push: call.push ?? push,
          exchange: defined<Exchange>({
            ...call.exchange,
            conversationId: text(message.contextId) ?? call.exchange.conversationId,
          }),
        }),
        meta,
      ),
      findings: [...findings, ...read.findings],
    }
  },
  encode(call): Encoded<A2aWire> {
    const losses = new Losses('adcp')
    const written = writeArguments(call, losses)
    const { push_notification_config: push, context_id: contextId, ...parameters } = written.given
    const message = writeMessage(
      defined({
        messageId: call.exchange.requestId ?? 'message',
        role: 'user' as const,
        parts: [{ data: { skill: call.operation, parameters } }],
        contextId: text(contextId),
        metadata: { [metadataKey]: writeMeta(call, losses) },
      }),
      '1.0',
    )
    const request: JsonObject = {
      message,
      ...(push === undefined ? undefined : { configuration: { pushNotificationConfig: push } }),
    }
    return {
      wire: a2aWire(Body.ofJson(request, verbatim(written, '/message/parts/0/data/parameters'))),
      losses: losses.list,
    }
  },
}
