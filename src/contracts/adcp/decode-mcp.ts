/** Reading an AdCP 3.1 answer over MCP: a tool result, or a JSON-RPC error. */
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { extraMembers, text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Part } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import type { McpWire } from '../../wire/mcp.ts'
import { readAnswer } from './answer.ts'
import { outsideContext } from './context.ts'
import { carriedExchange, type DecodeOptions, flatState, unreadable } from './decode.ts'
import { decodeRpcError } from './decode-rpc.ts'
import { type Extracted, extractMcpError, isBareRoot, locateMcp, maxTextItem, textObjects } from './extraction.ts'
import { type ResultItems, readMcpFrame, saysMore } from './frame-mcp.ts'
import { metaKey } from './meta.ts'
import type { Release } from './release.ts'
import { currentRelease } from './releases.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'
import { rowOf } from './status.ts'
import { isBusinessRejection } from './validate.ts'

export function decodeMcp(wire: McpWire, options: DecodeOptions = {}, release: Release = currentRelease): Decoded {
  const odd: Finding[] = []
  const answer = readBody(wire.body, odd)
  if (!isObject(answer)) {
    const findings = answer === undefined ? odd : [...odd, finding(rule('adcp/mcp-data'), '/structuredContent')]
    return { outcome: unreadable(), exchange: {}, findings }
  }
  if (isObject(answer.error) && answer.structuredContent === undefined && answer.content === undefined) {
    return decodeRpcError(wire.body, answer, answer.error, odd, release, options)
  }
  const texts = [...textObjects(answer.content)]
  const found: Extracted | undefined = isBareRoot(answer)
    ? { ok: true, data: answer, pointer: '' }
    : locateMcp(answer, texts)
  const findings = [...outsideContext(odd, found?.pointer ?? ''), ...oddInText(found)]
  const isError = Boolean(answer.isError)
  const { held, ...leftover } = leftoverContent(answer, found, texts)
  const own = found?.data === answer ? undefined : readMcpFrame(answer, held)
  const frame = own === undefined ? undefined : { mcp: own }
  const common = {
    schema: 'protocol-envelope',
    nestedRule: 'adcp/mcp-nested-payload',
    exchange: carriedExchange(
      isObject(answer._meta) ? answer._meta[metaKey] : undefined,
      `/_meta${pointer(metaKey)}`,
      findings,
    ),
    findings,
  } as const
  if (found === undefined) {
    findings.push(finding(rule('adcp/mcp-data'), '/structuredContent'))
    const row = rowOf(isError ? 'failed' : 'completed')
    const blank = { category: 'internal', message: 'The tool failed.' } as const
    const facts = { row, blank, ...leftover, frame }
    const root = rootOf({}, '', release)
    return readAnswer({ ...common, root, data: undefined, hasTask: false, facts, source: wire.body, sourceAt: '' })
  }
  const root = rootOf(found.data, found.pointer, release)
  const isBare = found.data === answer
  const state = flatState(isError || isBare ? root.members : withoutError(root.members), undefined, isError)
  if (isBare) findings.push(finding(rule('adcp/mcp-bare'), ''))
  else if (found.text === undefined) findings.push(...validateMirror(answer, found.data, texts[0], wire.body))
  else findings.push(finding(rule('adcp/mcp-text-only'), found.pointer))
  const error = extractMcpError(answer)
  const decoded = readAnswer({
    ...common,
    root,
    data: found.data,
    hasTask: root.members.task_id !== undefined,
    facts: {
      ...state,
      row: isError && state.row.kind !== 'failed' ? rowOf('failed') : state.row,
      error: error.ok ? error.data : undefined,
      ...leftover,
      frame,
      unknownRecovery: options.unknownRecovery,
    },
    source: found.text === undefined ? wire.body : Body.ofText(found.text),
    sourceAt: found.text === undefined ? found.pointer : '',
  })
  const isFailure = state.row.kind === 'failed' && !isBusinessRejection(root.members, state.row, release)
  if (!isBare && isError !== isFailure && state.row.kind !== 'unknown') {
    findings.push(finding(rule('adcp/transport-marker'), '/isError'))
  }
  return decoded
}

/** What is odd about JSON that was read from a text item, pointed at as if it was there. */
function oddInText(found: Extracted | undefined): Finding[] {
  if (found?.text === undefined) return []
  const odd: Finding[] = []
  readBody(Body.ofText(found.text), odd)
  return outsideContext(odd, '').map(note => ({ ...note, pointer: found.pointer + note.pointer }))
}

/** Without the mark of an error, something like one is no failure: a peer that states no status has completed. */
function withoutError({ adcp_error: _, ...members }: JsonObject): JsonObject {
  return members
}

/** A text item that says the same as the data; on an error the error alone will do. */
function isMirror(answer: JsonObject, data: JsonObject, text: JsonObject): boolean {
  if (equalJson(text, data)) return true
  return Boolean(answer.isError) && data.adcp_error !== undefined && equalJson(text, { adcp_error: data.adcp_error })
}

function validateMirror(answer: JsonObject, data: JsonObject, first: Extracted | undefined, body: Body): Finding[] {
  if (first !== undefined) {
    return isMirror(answer, data, first.data) ? [] : [finding(rule('adcp/mcp-mirror'), first.pointer)]
  }
  // What is too long for a reader's limit has no mirror.
  return body.text().length > maxTextItem ? [] : [finding(rule('adcp/mcp-mirror'), '/content')]
}

/** The content besides the data and its mirror. The first text is the message where the data has none. */
function leftoverContent(
  answer: JsonObject,
  found: Extracted | undefined,
  texts: readonly Extracted[],
): { message?: string; content?: Part[]; held: ResultItems } {
  const dataMessage = found === undefined ? undefined : text(found.data.message)
  const objects = new Map(texts.map(item => [item.pointer, item.data]))
  const held: ResultItems = {}
  let message: string | undefined
  // One item of each sort is read away; a second that says more than its text stays.
  const keeps = (sort: keyof ResultItems, item: Json): boolean => {
    if (!isObject(item) || (held[sort] !== undefined && saysMore(item))) return true
    held[sort] ??= item
    return false
  }
  const rest = (Array.isArray(answer.content) ? answer.content : []).filter((item, index) => {
    const data = objects.get(`/content/${index}/text`)
    if (data !== undefined) {
      const mirrors = found !== undefined && (data === found.data || isMirror(answer, found.data, data))
      return !mirrors || keeps('mirror', item)
    }
    const words = isObject(item) && item.type === 'text' ? text(item.text) : undefined
    if (words === undefined) return true
    if (dataMessage !== undefined || message !== undefined) return words !== dataMessage || keeps('message', item)
    message = words
    return keeps('message', item)
  })
  return {
    held,
    ...(message === undefined ? undefined : { message }),
    ...(rest.length === 0 ? undefined : { content: rest.map(partOf) }),
  }
}

const itemMembers = new Set(['type', 'text', 'data', 'uri', 'mimeType', 'name'])

/** One item of MCP content; what is none of the kinds that the hub knows is kept as data. */
function partOf(item: Json): Part {
  if (!isObject(item)) return { kind: 'data', data: item }
  const { type, text: words, data, uri } = item
  const more = defined<Pick<Part, 'name' | 'mediaType' | 'extra'>>({
    name: text(item.name),
    mediaType: text(item.mimeType),
    extra: extraMembers('adcp', item, itemMembers).extra,
  })
  if (type === 'text' && typeof words === 'string') return { kind: 'text', text: words, ...more }
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { kind: 'bytes', base64: data, ...more }
  if (type === 'resource_link' && typeof uri === 'string') return { kind: 'link', url: uri, ...more }
  return { kind: 'data', data: item }
}
