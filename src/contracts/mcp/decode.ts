/** Reading an MCP answer. */

import { type Carried, overlay } from '../../codec/carry.ts'
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { extraMembers } from '../../codec/read.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { McpWire } from '../../wire/mcp.ts'
import { keys } from './form.ts'
import { judge } from './judge.ts'
import { besideOf, readAnswer } from './read.ts'
import { rules } from './rules.ts'
import type { Version } from './status.ts'

const rule = ruleTable(rules)

/** Where what travels beside an answer stands. */
const places = { outcome: pointer(keys.outcome), exchange: pointer(keys.exchange) }

export function decode(wire: McpWire, version: Version): Decoded {
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  const { inner, at, beside: around } = unwrapped(body, findings)
  if (inner !== undefined) judge(inner, version, findings, at)
  if (!isObject(inner)) return withBeside({ outcome: unreadable(), exchange: {}, findings }, around)
  const beside = besideOf(inner)
  const carried = (name: keyof typeof places): Carried => ({
    value: beside.members[keys[name]],
    at: at + beside.at + places[name],
  })
  const told = overlay(readAnswer(inner), carried('outcome'), carried('exchange'), rule('mcp/carried'), findings)
  return withBeside({ ...told, findings }, around)
}

/** A whole JSON-RPC response is read as the result inside it; what else stands beside it is kept. */
function unwrapped(
  body: Json | undefined,
  findings: Finding[],
): { inner: Json | undefined; at: string; beside?: JsonObject } {
  if (!isObject(body) || body.jsonrpc === undefined || body.result === undefined) return { inner: body, at: '' }
  findings.push(finding(rule('mcp/envelope'), ''))
  const beside = extraMembers('mcp', body, frameMembers).extra?.mcp
  return { inner: body.result, at: '/result', ...(beside === undefined ? undefined : { beside }) }
}

/** What JSON-RPC itself has beside a result: the carrier's business. */
const frameMembers = new Set(['jsonrpc', 'id', 'result'])

/** What was told, with the members that nobody knows of the JSON-RPC response around it. */
function withBeside(decoded: Decoded, beside: JsonObject | undefined): Decoded {
  if (beside === undefined) return decoded
  const { outcome } = decoded
  const extra = { ...outcome.extra, mcp: { ...outcome.extra?.mcp, rpc: beside } }
  return { ...decoded, outcome: { ...outcome, extra } }
}

function unreadable() {
  return failed(fault('integrity', 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
}
