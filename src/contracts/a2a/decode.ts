/** Reading an A2A answer. */

import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { notesIn } from '../../codec/notes.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { type Unplaced, withUnplaced } from '../../codec/unplaced.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { A2aWire } from '../../wire/a2a.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { frameOf, keys } from './frame.ts'
import { besideOf, readAnswer } from './read.ts'
import { rules } from './rules.ts'
import { validate } from './validate.ts'

export const rule = ruleTable(rules)

/** Where the unplaced members of an answer are. */
const places = { outcome: pointer(keys.outcome), exchange: pointer(keys.exchange) }

export function decode(wire: A2aWire, version: A2aVersion): Decoded {
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  const frame = isObject(body) ? frameOf(body) : undefined
  if (body !== undefined) validate(body, frame, version, findings)
  if (frame === undefined) {
    const unreadable = failed(fault('integrity', 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
    const outcome = isObject(body) ? { ...unreadable, extra: { a2a: body } } : unreadable
    return { outcome, exchange: {}, findings }
  }
  const beside = besideOf(frame)
  for (const key in marks) {
    const value = beside.members[key]
    if (value !== undefined && !marks[key]?.(value))
      findings.push(finding(rule('a2a/carried'), beside.at + pointer(key)))
  }
  const carried = (name: keyof typeof places): Unplaced => ({
    value: beside.members[keys[name]],
    at: beside.at + places[name],
  })
  const notes = notesIn(beside.members[keys.outcome])
  const answer = withUnplaced(
    readAnswer(frame, notes),
    carried('outcome'),
    carried('exchange'),
    rule('a2a/carried'),
    findings,
  )
  return { ...answer, findings }
}

/** What the marks of ours must be to be read; null says that there is no such thing. */
const marks: Readonly<Record<string, (value: Json) => boolean>> = {
  [keys.message]: value => value === null || typeof value === 'string',
  [keys.detail]: value => typeof value === 'string',
  [keys.payload]: value => value === null,
}
