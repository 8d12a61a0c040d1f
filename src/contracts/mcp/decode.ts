/** Reading an MCP answer. */

import { type Carried, overlay } from '../../codec/carry.ts'
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
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
  const { inner, at } = unwrapped(body, findings)
  if (inner !== undefined) judge(inner, version, findings, at)
  if (!isObject(inner)) return { outcome: unreadable(), exchange: {}, findings }
  const beside = besideOf(inner)
  const carried = (name: keyof typeof places): Carried => ({
    value: beside.members[keys[name]],
    at: at + beside.at + places[name],
  })
  const told = overlay(readAnswer(inner), carried('outcome'), carried('exchange'), rule('mcp/carried'), findings)
  return { ...told, findings }
}

/** A whole JSON-RPC response is read as the result inside it. */
function unwrapped(body: Json | undefined, findings: Finding[]): { inner: Json | undefined; at: string } {
  if (!isObject(body) || body.jsonrpc === undefined || body.result === undefined) return { inner: body, at: '' }
  findings.push(finding(rule('mcp/envelope'), ''))
  return { inner: body.result as Json | JsonObject, at: '/result' }
}

function unreadable() {
  return failed(fault('integrity', 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
}
