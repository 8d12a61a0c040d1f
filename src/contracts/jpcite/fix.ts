/** Fixes that change nothing a reader could miss: what the contract itself decides is filled in. */
import type { FixFacts, FixResult } from '../../codec/contract.ts'
import { filled, withoutNulls } from '../../codec/fix-members.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import type { Wire } from '../../wire/wire.ts'
import { isBareError, isEnvelope } from './is-envelope.ts'
import { apiVersion } from './meta.ts'
import { mergeVary } from './negotiation.ts'
import { citationNames } from './nodes.ts'
import { documentationOf, errorRow } from './status.ts'
import { textLine } from './text-line.ts'
import { variesBy } from './validate-http.ts'

/** Undefined when there is nothing to fix, or when the text would not survive being written again. */
export function fix(wire: Wire, message: string, known: FixFacts = {}): FixResult | undefined {
  if (message !== 'response') return undefined
  const reading = wire.body.json()
  if (!reading.ok || reading.notes.length > 0 || !isObject(reading.value)) return undefined
  const done: string[] = []
  if (wire.carrier === 'http') {
    if (!isEnvelope(reading.value)) return undefined
    const body = fixEnvelope(reading.value, known, done)
    const isHeadKnown = wire.status !== undefined && !wire.isHeadPartial
    const headers = !isHeadKnown ? wire.headers : fixHeaders(wire.headers, body, done)
    return done.length === 0 ? undefined : { wire: httpWire({ ...wire, headers, body: Body.ofJson(body) }), done }
  }
  if (wire.carrier !== 'mcp') return undefined
  const result = fixResult(reading.value, known, done)
  return result === undefined || done.length === 0 ? undefined : { wire: mcpWire(Body.ofJson(result)), done }
}

function fixHeaders(headers: Readonly<Record<string, string>>, body: JsonObject, done: string[]) {
  const fixed: Record<string, string> = { ...headers }
  if (headers['x-envelope-version'] === undefined) {
    fixed['x-envelope-version'] = 'v2'
    done.push('added the header X-Envelope-Version')
  }
  if (!variesBy(headers.vary)) {
    fixed.vary = mergeVary(headers.vary)
    done.push('completed the header Vary')
  }
  const wait = isObject(body.error) ? body.error.retry_after : undefined
  if (typeof wait === 'number' && headers['retry-after'] === undefined) {
    fixed['retry-after'] = String(wait)
    done.push('added the header Retry-After')
  }
  return fixed
}

function fixResult(result: JsonObject, known: FixFacts, done: string[]): JsonObject | undefined {
  const content = result.structuredContent
  if (!isObject(content) || !isEnvelope(content)) return undefined
  // A bare error is read as meant; the half of an envelope around it would be worse than none.
  const structuredContent = isBareError(content)
    ? { ...content, error: fixError(content.error, done) }
    : fixEnvelope(content, known, done)
  const fixed: JsonObject = { ...result, structuredContent }
  if (!Array.isArray(result.content) || result.content.length === 0) {
    fixed.content = [{ type: 'text', text: textLine(structuredContent) }]
    done.push('added the line of text')
  } else {
    fixed.content = fixLine(result.content, textLine(structuredContent), done)
  }
  const isError = structuredContent.status === 'error' || isBareError(structuredContent)
  if (isError && result.isError === undefined) {
    fixed.isError = true
    done.push('added isError')
  }
  return fixed
}

/** A line that counts the rows of another answer is replaced; any other text says something and stays behind the line. */
function fixLine(content: Json[], line: string, done: string[]): Json[] {
  const index = content.findIndex(block => isObject(block) && block.type === 'text')
  const block = content[index]
  const said = isObject(block) ? block.text : undefined
  if (said === line) return content
  done.push('set the line of text to what the envelope says')
  const isOutdated = typeof said === 'string' && /^(?:rich|sparse|empty|partial) · [^\n]*$/.test(said)
  if (isOutdated && isObject(block)) return content.with(index, { ...block, text: line })
  return [{ type: 'text', text: line }, ...content]
}

function fixEnvelope(source: JsonObject, known: FixFacts, done: string[]): JsonObject {
  const optional = [
    'retry_with',
    ...(source.status === 'empty' ? [] : ['empty_reason']),
    ...(source.status === 'error' ? [] : ['error']),
  ]
  const envelope = withoutNulls(source, optional, '', done)
  const isError = envelope.status === 'error'
  const lists = ['citations', 'suggested_actions', ...(envelope.status === 'partial' ? [] : ['warnings'])]
  const added: [string, Json][] = (isError ? [...lists, 'results'] : lists).map(name => [name, []])
  const fixed = filled(envelope, added, '', done)
  const { citations, query_echo, meta, error } = fixed
  const echo = isObject(query_echo) || query_echo === undefined ? filledEcho(query_echo ?? {}, done) : query_echo
  return {
    ...fixed,
    query_echo: echo,
    ...(isObject(meta) ? { meta: fixMeta(meta, isError, known, done) } : undefined),
    ...(isObject(error) ? { error: fixError(error, done) } : undefined),
    citations: Array.isArray(citations) ? citations.map((cited, index) => fixCitation(cited, index, done)) : citations,
  } as JsonObject
}

function filledEcho(echo: JsonObject, done: string[]): JsonObject {
  const members: [string, Json][] = [
    ['normalized_input', {}],
    ['applied_filters', {}],
    ['unparsed_terms', []],
  ]
  return filled(echo, members, '/query_echo', done)
}

function fixMeta(meta: JsonObject, isError: boolean, known: FixFacts, done: string[]): JsonObject {
  const bare = withoutNulls(meta, ['client_tag'], '/meta', done)
  const members: [string, Json][] = [['api_version', apiVersion]]
  if (known.requestId !== undefined && !known.isNewRequestId) members.push(['request_id', known.requestId])
  if (isError) members.push(['billable_units', 0])
  const fixed = filled(bare, members, '/meta', done)
  if (!isError || fixed.billable_units === 0) return fixed
  done.push('set /meta/billable_units to 0: an error bills nothing')
  return { ...fixed, billable_units: 0 }
}

function fixError(error: JsonObject, done: string[]): JsonObject {
  const bare = withoutNulls(error, ['developer_message', 'retry_after'], '/error', done)
  const row = errorRow(bare.code)
  if (row === undefined) return bare
  const members: [string, Json][] = [
    ['retryable', row.retryable],
    ['documentation', documentationOf(row.code)],
  ]
  const fixed = filled(bare, members, '/error', done)
  if (fixed.retryable === row.retryable) return fixed
  done.push('set /error/retryable to what the code says')
  return { ...fixed, retryable: row.retryable }
}

function fixCitation(cited: Json, index: number, done: string[]): Json {
  return isObject(cited) ? withoutNulls(cited, citationNames, `/citations/${index}`, done) : cited
}
