/** Reading an A2A answer. */

import { type Carried, overlay } from '../../codec/carry.ts'
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { extraMembers } from '../../codec/read.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { A2aWire } from '../../wire/a2a.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { frameOf, keys } from './frame.ts'
import { judge } from './judge.ts'
import { besideOf, readAnswer } from './read.ts'
import { rules } from './rules.ts'

const rule = ruleTable(rules)

/** Where what travels beside an answer stands. */
const places = { outcome: pointer(keys.outcome), exchange: pointer(keys.exchange) }

export function decode(wire: A2aWire, version: A2aVersion): Decoded {
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  const { inner, at, beside: around } = unwrapped(body, findings)
  const frame = isObject(inner) ? frameOf(inner) : undefined
  if (inner !== undefined) judge(inner, frame, version, findings, at)
  if (frame === undefined) {
    const unreadable = failed(fault('integrity', 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
    const outcome = isObject(inner) ? { ...unreadable, extra: { a2a: inner } } : unreadable
    return withBeside({ outcome, exchange: {}, findings }, around)
  }
  const beside = besideOf(frame)
  for (const key in marks) {
    const value = beside.members[key]
    if (value !== undefined && !marks[key]?.(value))
      findings.push(finding(rule('a2a/carried'), at + beside.at + pointer(key)))
  }
  const carried = (name: keyof typeof places): Carried => ({
    value: beside.members[keys[name]],
    at: at + beside.at + places[name],
  })
  const told = overlay(readAnswer(frame), carried('outcome'), carried('exchange'), rule('a2a/carried'), findings)
  return withBeside({ ...told, findings }, around)
}

/** What the marks of ours must be to be read; null says that there is no such thing. */
const marks: Readonly<Record<string, (value: Json) => boolean>> = {
  [keys.message]: value => value === null || typeof value === 'string',
  [keys.detail]: value => typeof value === 'string',
  [keys.payload]: value => value === null,
}

/** A whole JSON-RPC response is read as the result inside it; what else stands beside it is kept. */
function unwrapped(
  body: Json | undefined,
  findings: Finding[],
): { inner: Json | undefined; at: string; beside?: JsonObject } {
  if (!isObject(body) || body.jsonrpc === undefined || body.result === undefined) return { inner: body, at: '' }
  findings.push(finding(rule('a2a/envelope'), ''))
  const beside = extraMembers('a2a', body, frameMembers).extra?.a2a
  return { inner: body.result, at: '/result', ...(beside === undefined ? undefined : { beside }) }
}

/** What JSON-RPC itself has beside a result: the carrier's business. */
const frameMembers = new Set(['jsonrpc', 'id', 'result'])

/** What was told, with the members that nobody knows of the JSON-RPC response around it. */
function withBeside(decoded: Decoded, beside: JsonObject | undefined): Decoded {
  if (beside === undefined) return decoded
  const { outcome } = decoded
  const extra = { ...outcome.extra, a2a: { ...outcome.extra?.a2a, rpc: beside } }
  return { ...decoded, outcome: { ...outcome, extra } }
}
