/** jpcite response envelope v2, "MCP shape": the envelope in a tool result. */
import type { Decoded, Encoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { Losses } from '../../codec/loss.ts'
import { extraMembers, objects } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { failed, type Outcome, type Part } from '../../outcome/outcome.ts'
import { readJsonText } from '../../wire/json.ts'
import { type McpWire, mcpWire } from '../../wire/mcp.ts'
import { readError } from './error.ts'
import { isBareError, isEnvelope } from './is-envelope.ts'
import { readEnvelope } from './read-envelope.ts'
import { textLine } from './text-line.ts'
import { rule, validateEnvelope, validateError, validateSchema } from './validate.ts'
import { writeEnvelope } from './write-envelope.ts'

/**
 * The tool result around an envelope, or around a bare `{error}`.
 *
 * @example
 * const result = wrapForMcp({ status: 'rich', results: [] })
 */
export function wrapForMcp(envelope: JsonObject): JsonObject {
  return {
    structuredContent: envelope,
    content: [{ type: 'text', text: textLine(envelope) }],
    ...(isObject(envelope.error) ? { isError: true } : undefined),
  }
}

const resultMembers = new Set(['structuredContent', 'content', 'isError'])

export function encodeMcp(outcome: Outcome, exchange: SealedExchange): Encoded<McpWire> {
  const losses = new Losses('jpcite')
  const { own, result } = splitExtra(exchange, losses)
  const { envelope } = writeEnvelope(outcome, own, false, losses)
  return { wire: mcpWire({ ...wrapForMcp(envelope), ...result }), losses: losses.list }
}

/** Members of the tool result itself, such as `_meta`, are MCP's: they ride in the exchange under its name. */
function splitExtra(exchange: SealedExchange, losses: Losses): { own: SealedExchange; result: JsonObject } {
  if (exchange.extra?.mcp === undefined) return { own: exchange, result: {} }
  const { mcp, ...extra } = exchange.extra
  const members = Object.entries(mcp).filter(([name]) => {
    if (resultMembers.has(name)) losses.add(`/exchange${pointer('extra', 'mcp', name)}`, 'the result has its own')
    return !resultMembers.has(name)
  })
  return { own: { ...exchange, extra }, result: Object.fromEntries(members) }
}

export function decodeMcp(wire: McpWire): Decoded {
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  if (!isObject(body)) {
    if (body !== undefined) findings.push(finding(rule('jpcite/tool-result'), ''))
    return { outcome: unreadable('The answer could not be read.'), exchange: {}, findings }
  }
  if (isObject(body.error) && body.content === undefined) {
    findings.push(finding(rule('jpcite/tool-result'), '', 'This is a JSON-RPC error, not a tool result.'))
    return { outcome: protocolError(body.error), exchange: {}, findings }
  }
  validateSchema('call-tool-result', body, '', findings)
  const { read, envelope, furtherBlocks } = readContent(body, findings)
  const others = unreadMembers(body, read.outcome)
  const parts = furtherBlocks.map(partOf)
  const outcome: Outcome =
    parts.length === 0 ? read.outcome : { ...read.outcome, content: [...(read.outcome.content ?? []), ...parts] }
  validateFlag(body.isError, envelope, findings)
  if (Object.keys(others).length === 0) return { outcome, exchange: read.exchange, findings }
  return { outcome, exchange: { ...read.exchange, extra: { ...read.exchange.extra, mcp: others } }, findings }
}

/** Further members of a tool result, and its own ones as far as they are not what they should be. */
function unreadMembers({ structuredContent, content, isError, ...others }: JsonObject, outcome: Outcome): JsonObject {
  const odd = Array.isArray(content) ? content.filter(block => !isObject(block)) : content
  if (structuredContent !== undefined && !isObject(structuredContent)) others.structuredContent = structuredContent
  if (odd !== undefined && !(Array.isArray(odd) && odd.length === 0)) others.content = odd
  if (isError === undefined || isError === (outcome.kind === 'failed')) return others
  return { ...others, isError }
}

interface Content {
  read: Pick<Decoded, 'outcome' | 'exchange'>
  /** The envelope, or the bare error; undefined when there is neither. */
  envelope: JsonObject | undefined
  /** The blocks that say more than the envelope does. */
  furtherBlocks: JsonObject[]
}

function readContent(body: JsonObject, findings: Finding[]): Content {
  const blocks = objects(body.content)
  const { structuredContent } = body
  if (isObject(structuredContent)) {
    const envelope = isBareError(structuredContent)
      ? structuredContent
      : validateEnvelope(structuredContent, '/structuredContent', findings)
    const read = isBareError(envelope) ? readBareError(envelope, findings) : readEnvelope(envelope)
    const index = blocks.findIndex(({ type }) => type === 'text')
    const isLine = blocks[index]?.text === textLine(envelope)
    if (Array.isArray(body.content) && body.content.length > 0 && !isLine) {
      findings.push(finding(rule('jpcite/text-line'), `/content/${Math.max(index, 0)}`))
    }
    return { read, envelope, furtherBlocks: isLine ? withoutBare(blocks, index) : blocks }
  }
  const index = blocks.findIndex(({ text }) => envelopeIn(text) !== undefined)
  const envelope = envelopeIn(blocks[index]?.text)
  if (envelope === undefined) {
    const message = blocks.map(({ text }) => text).find(text => typeof text === 'string')
    return {
      read: { outcome: unreadable(message as string | undefined), exchange: {} },
      envelope,
      furtherBlocks: blocks,
    }
  }
  return { read: readEnvelope(envelope), envelope, furtherBlocks: withoutBare(blocks, index) }
}

/** A text that only repeats the envelope is left out, unless its block says more. */
function withoutBare(blocks: JsonObject[], index: number): JsonObject[] {
  return Object.keys(blocks[index] ?? {}).length > 2 ? blocks : blocks.toSpliced(index, 1)
}

function readBareError(content: JsonObject & { error: JsonObject }, findings: Finding[]): Content['read'] {
  findings.push(finding(rule('jpcite/bare-error'), '/structuredContent'))
  validateSchema('standard-error', content.error, '/structuredContent/error', findings)
  validateError(content.error, undefined, '/structuredContent/error', findings)
  const { error, ...others } = content
  const extra = Object.keys(others).length === 0 ? {} : { extra: { jpcite: others } }
  return { outcome: failed(readError(error, {}), extra), exchange: {} }
}

/** An envelope that was sent as text. */
function envelopeIn(text: Json | undefined): JsonObject | undefined {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return undefined
  const reading = readJsonText(text)
  return reading.ok && isObject(reading.value) && isEnvelope(reading.value) ? reading.value : undefined
}

function validateFlag(flag: Json | undefined, envelope: JsonObject | undefined, findings: Finding[]): void {
  if (envelope === undefined || (flag !== undefined && typeof flag !== 'boolean')) return
  const failed = envelope.status === 'error' || isBareError(envelope)
  if ((flag === true) !== failed) findings.push(finding(rule('jpcite/is-error'), '/isError'))
}

function unreadable(message: string | undefined): Outcome {
  return failed(fault('integrity', message ?? 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
}

/** JSON-RPC 2.0 §5.1: the codes for what was wrong with the call; anything else failed inside. */
function protocolError({ code, message, data }: JsonObject): Outcome {
  const wrong = code === -32600 || code === -32601 || code === -32602
  const text = typeof message === 'string' ? message : 'The call failed.'
  const details = data === undefined ? {} : { details: { data } }
  return failed(fault(wrong ? 'invalid' : 'internal', text, { code: `JSONRPC_${String(code)}`, ...details }))
}

/** A content block as the hub has it, its further members as MCP's; one that the hub does not know is data. */
function partOf(block: JsonObject): Part {
  const { type, text, data, mimeType, uri } = block
  const more = (...known: string[]) => extraMembers('mcp', block, new Set(['type', ...known]))
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text, ...more('text') }
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string') {
    return { kind: 'bytes', base64: data, mediaType: mimeType, ...more('data', 'mimeType') }
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    const name = typeof block.name === 'string' ? { name: block.name } : {}
    const media = typeof mimeType === 'string' ? { mediaType: mimeType } : {}
    const known = [...Object.keys(name), ...(media.mediaType === undefined ? [] : ['mimeType'])]
    return { kind: 'link', url: uri, ...name, ...media, ...more('uri', ...known) }
  }
  return { kind: 'data', data: block }
}
