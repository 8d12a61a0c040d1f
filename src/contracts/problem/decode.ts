/** Reading an HTTP answer. */

import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, ruleTable } from '../../codec/rule.ts'
import { type AnswerContent, withUnplaced } from '../../codec/unplaced.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { failed, type Outcome, type Payload } from '../../outcome/outcome.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import { names, problemType } from './names.ts'
import { type Head, hasProblemMembers, readAccepted, readProblem, readResult, unknownHead } from './read.ts'
import { rules } from './rules.ts'
import { categoryOf } from './status.ts'
import { isJson, validateAnswer, validateProblem } from './validate.ts'

const rule = ruleTable(rules)

export function decode(wire: HttpWire): Decoded {
  const findings: Finding[] = []
  const head: Head = { ...wire, status: wire.status ?? 0 }
  const mediaType = mediaTypeOf(wire.headers['content-type'])
  const empty = wire.body.isEmpty
  if (mediaType === problemType || (mediaType === undefined && isProblem(wire))) {
    const body = readBody(wire.body, findings)
    if (body !== undefined) validateProblem(head, body, findings)
    return { ...withCarried(isObject(body) ? readProblem(head, body) : unreadable(head), body, findings), findings }
  }
  validateAnswer(head, mediaType, empty, findings)
  if (!empty && !isJson(mediaType)) return { ...foreign(wire, head, mediaType ?? ''), findings }
  const body = empty ? undefined : readBody(wire.body, findings)
  return { ...withCarried(readPlain(head, body, empty), body, findings), findings }
}

/** Without a media type the status shows that it is a problem, where that much is known; else the members do. */
function isProblem(wire: HttpWire): boolean {
  return wire.status === undefined ? looksLikeProblem(wire) : wire.isHeadPartial === true && wire.status >= 400
}

/** Only a body is known: its members decide. */
function looksLikeProblem(wire: HttpWire): boolean {
  const reading = wire.body.json()
  return reading.ok && isObject(reading.value) && hasProblemMembers(reading.value)
}

/** The body of a 202 of ours, its head unknown. */
function looksAccepted({ status }: Head, body: Json | undefined): boolean {
  if (status !== 0 || !isObject(body) || typeof body.task_id !== 'string') return false
  return (body.status === 'queued' || body.status === 'working') && isObject(body[names.exchange])
}

function readPlain(head: Head, body: Json | undefined, empty: boolean): AnswerContent {
  const { status } = head
  if (body === undefined && !empty) return unreadable(head)
  // Another service's failure is read for what it says, though it does not say it as a problem.
  if (status >= 400) return isObject(body) ? readProblem(head, body) : unreadable(head, body)
  if (status === 202 || looksAccepted(head, body)) return readAccepted(head, body)
  if (status !== 0 && (status < 200 || status >= 300)) {
    return {
      outcome: { ...readResult(head, body).outcome, kind: 'unknown', status: String(status) } as Outcome,
      exchange: {},
    }
  }
  return readResult(head, body)
}

/** A body that cannot be read is still an answer: its status shows whether the call failed. */
function unreadable({ status }: Head, body?: Json): AnswerContent {
  const category = status < 400 ? 'integrity' : categoryOf(status)
  const outcome = failed(fault(category, 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
  return {
    outcome: body === undefined ? outcome : { ...outcome, payload: { kind: 'value', value: body } },
    exchange: {},
  }
}

/** Text stays text, and anything else bytes. */
function foreign(wire: HttpWire, head: Head, mediaType: string): AnswerContent {
  const payload: Payload = mediaType.startsWith('text/')
    ? { kind: 'text', text: wire.body.text(), mediaType }
    : { kind: 'bytes', base64: toBase64(wire.body.bytes), mediaType }
  const { outcome, exchange } = head.status >= 400 ? unreadable(head) : readPlain(head, undefined, true)
  return { outcome: { ...outcome, payload }, exchange }
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function withCarried(answer: AnswerContent, body: Json | undefined, findings: Finding[]): AnswerContent {
  if (!isObject(body) || answer.outcome.kind === 'completed') return answer
  const carried = (name: string) => ({ value: (body as JsonObject)[name], at: `/${name}` })
  const shown = () => (answer.outcome.kind === 'pending' ? readAccepted : readProblem)(unknownHead, body)
  const places = [carried(names.outcome), carried(names.exchange)] as const
  const read = withUnplaced(answer, ...places, rule('problem/carried'), findings, shown)
  const { problem } = (answer.outcome.kind === 'failed' && answer.outcome.fault.extra) || {}
  if (read.outcome.kind === 'failed' || problem === undefined) return read
  // It was no fault after all: what nobody knew of it belongs to the outcome.
  const extra = { ...read.outcome.extra, problem: { ...problem, ...read.outcome.extra?.problem } }
  return { ...read, outcome: { ...read.outcome, extra } }
}
