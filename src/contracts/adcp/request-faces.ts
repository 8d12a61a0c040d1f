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
import type { Release } from './release.ts'
import { currentRelease } from './releases.ts'
import { missingOperationId, readArguments, type WrittenArguments, writeArguments } from './request.ts'
import { invocationOf, messageOf, parametersOf } from './request-place.ts'
import { rule, worded } from './rules.ts'
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

const httpRequestOf = (release: Release): RequestFace<HttpWire> => ({
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
    const read = readArguments(task, given, '', context, release, readIdempotencyKey(headers['idempotency-key']))
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
    const written = writeArguments(call, release, losses)
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
})

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
const mcpRequestOf = (release: Release): RequestFace<McpWire> => ({
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
    const read = readArguments(task, given, at, context, release)
    const meta = isObject(params._meta) ? params._meta[callKey] : undefined
    return { call: readMeta(read.call, meta), findings: [...findings, ...read.findings] }
  },
  encode(call): Encoded<McpWire> {
    const losses = new Losses('adcp')
    const written = writeArguments(call, release, losses)
    const request = { name: call.operation, arguments: written.given, _meta: { [callKey]: writeMeta(call, losses) } }
    return { wire: mcpWire(Body.ofJson(request, verbatim(written, '/arguments'))), losses: losses.list }
  },
})

/** A message with a DataPart `{skill, parameters}`. */
const a2aRequestOf = (release: Release): RequestFace<A2aWire> => ({
  decode(wire): DecodedCall {
    const odd: Finding[] = []
    const found = messageOf(readBody(wire.body, odd))
    if (found === undefined)
      return { call: empty(''), findings: [...odd, finding(worded(rule('adcp/a2a-invocation'), release), '/message')] }
    const { message, request, base } = found
    const { data, at } = invocationOf(message, found.at)
    if (data === undefined) {
      const parts = Array.isArray(message.parts) ? message.parts : []
      const texts = parts.flatMap(item => (isObject(item) && typeof item.text === 'string' ? [item.text] : []))
      const call = { ...empty(''), input: texts.length === 0 ? {} : { text: texts.join('\n') } }
      return { call, findings: [...odd, finding(worded(rule('adcp/a2a-invocation'), release), at)] }
    }
    const member = parametersOf(data, release.skillArguments)
    const place = `${at}/${member}`
    const findings = outsideContext(odd, place)
    if (member !== release.skillArguments) findings.push(finding(rule(`adcp/a2a-invocation-${member}`), place))
    const given = data[member]
    if (!isObject(given)) {
      return {
        call: empty(text(data.skill) ?? ''),
        findings: [...findings, finding(worded(rule('adcp/a2a-invocation'), release), place)],
      }
    }
    const context = readContext(given, wire.body, place)
    const read = readArguments(text(data.skill) ?? '', given, place, context, release)
    const { call } = read
    const push = isObject(request.configuration) ? request.configuration.pushNotificationConfig : undefined
    const pushAt = `${base}/configuration/pushNotificationConfig`
    if (push !== undefined) {
      findings.push(...checkSchema(release, 'push-notification-config', push, pushAt))
      findings.push(...missingOperationId(push, pushAt, release))
    }
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
    const written = writeArguments(call, release, losses)
    const { push_notification_config: push, context_id: contextId, ...parameters } = written.given
    // Since 3.2 a registration of the carrier's own is for the carrier alone.
    const isInside = release.dataPart === 'answer' && push !== undefined
    const given = isInside ? { ...parameters, push_notification_config: push } : parameters
    const message = writeMessage(
      defined({
        messageId: call.exchange.requestId ?? 'message',
        role: 'user' as const,
        parts: [{ data: { skill: call.operation, [release.skillArguments]: given } }],
        contextId: text(contextId),
        metadata: { [metadataKey]: writeMeta(call, losses) },
      }),
      '1.0',
    )
    const request: JsonObject = {
      message,
      ...(push === undefined || isInside ? undefined : { configuration: { pushNotificationConfig: push } }),
    }
    return {
      wire: a2aWire(Body.ofJson(request, verbatim(written, `/message/parts/0/data/${release.skillArguments}`))),
      losses: losses.list,
    }
  },
})

/** How requests of a release are read and written, over each carrier. */
export function requestFaces(release: Release) {
  return { http: httpRequestOf(release), mcp: mcpRequestOf(release), a2a: a2aRequestOf(release) }
}

/** Requests of the current release. */
export const { http: httpRequest, mcp: mcpRequest, a2a: a2aRequest } = requestFaces(currentRelease)
