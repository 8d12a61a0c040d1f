/** Reading an MCP answer. */

import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { notesIn } from '../../codec/notes.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { type Unplaced, withUnplaced } from '../../codec/unplaced.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { McpWire } from '../../wire/mcp.ts'
import { keys } from './form.ts'
import { wrongInPayloadMark } from './payload.ts'
import { besideOf, impliesKind, isMessageMark, readAnswer } from './read.ts'
import { rules } from './rules.ts'
import type { Version } from './status.ts'
import { validate } from './validate.ts'

export const rule = ruleTable(rules)

/** Where the unplaced members of an answer are. */
const places = { outcome: pointer(keys.outcome), exchange: pointer(keys.exchange) }

export function decode(wire: McpWire, version: Version): Decoded {
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  if (body !== undefined) validate(body, version, findings)
  if (!isObject(body)) return { outcome: unreadable(), exchange: {}, findings }
  const beside = besideOf(body)
  for (const key in marks) {
    const value = beside.members[key]
    const wrong = value === undefined ? [] : (marks[key]?.(value, body) ?? [])
    for (const place of wrong) findings.push(finding(rule('mcp/carried'), beside.at + pointer(key) + place))
  }
  const carried = (name: keyof typeof places): Unplaced => ({
    value: beside.members[keys[name]],
    at: beside.at + places[name],
  })
  const notes = notesIn(beside.members[keys.outcome])
  const answer = withUnplaced(
    readAnswer(body, notes),
    carried('outcome'),
    carried('exchange'),
    rule('mcp/carried'),
    findings,
  )
  return { ...answer, findings }
}

const whole = (isRight: boolean): string[] => (isRight ? [] : [''])

/** Where the marks of ours are not what is read: the pointers below them. */
const marks: Readonly<Record<string, (value: Json, body: JsonObject) => string[]>> = {
  [keys.message]: (value, body) => whole(isMessageMark(value, body)),
  [keys.detail]: value => whole(typeof value === 'string'),
  [keys.kind]: (value, body) => whole(impliesKind(value, body)),
  [keys.payload]: wrongInPayloadMark,
}

function unreadable() {
  return failed(fault('integrity', 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
}
