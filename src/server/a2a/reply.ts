/** What a message on a paused task says: the inputs that were asked for and no others, or a decision. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import { dataOf, holders, textInputOf, textOf } from './message.ts'

/** Who decides, and on which approval: by its token, its id, or on the only one. */
export interface DecisionReply {
  kind: 'approval'
  approve: boolean
  token?: string
  approval?: string
  note?: string
}

export type TaskReply =
  | DecisionReply
  | { kind: 'inputs'; inputs: JsonObject }
  | { kind: 'wrong'; issues: Issue[] }
  | { kind: 'none' }

/** A paused task, as the reader of a reply needs it. */
export interface PausedTask {
  needs: readonly Need[]
  /** The input that its operation takes, and the one that it has. */
  schema: JsonObject | undefined
  input: Json
  /** An approver asks back: nothing but the reply to them is wanted, which is no input. */
  isReplyExpected?: boolean
  /** Members of the envelope may be among the inputs, and are none. */
  envelope?: Readonly<Record<string, JsonObject>> | undefined
}

/** Reads the answer to what a task waits for. */
export function readReply(message: JsonObject, waiting: PausedTask): TaskReply {
  const { needs, envelope } = waiting
  const isNeeded = needFilter(waiting)
  const issues: Issue[] = []
  const inputs = new Map<string, Json>()
  for (const [name, value] of membersOf(message, isNeeded, issues)) {
    if (envelope !== undefined && Object.hasOwn(envelope, name) && !isNeeded(name)) continue
    if (inputs.has(name)) issues.push({ pointer: at(name), message: 'It is there twice.' })
    inputs.set(name, value)
  }
  const isDecision = needs.some(({ kind }) => kind === 'approval') && !isNeeded('approve')
  if (isDecision && typeof inputs.get('approve') === 'boolean') return decisionOf(inputs, issues)
  for (const name of inputs.keys()) {
    if (!isNeeded(name)) issues.push({ pointer: at(name), message: 'It was not asked for.' })
  }
  if (issues.length > 0) return { kind: 'wrong', issues }
  if (inputs.size > 0) return { kind: 'inputs', inputs: Object.fromEntries(inputs) }
  const text = textOf(message)
  const name = text === undefined || dataOf(message).length > 0 ? undefined : neededText(waiting)
  if (text !== undefined && name !== undefined) return { kind: 'inputs', inputs: { [name]: text } }
  // Credentials are brought elsewhere: a message says that it may look again.
  return needs.every(({ kind }) => kind === 'credentials') ? { kind: 'inputs', inputs: {} } : { kind: 'none' }
}

function at(name: string): string {
  return `/inputs${pointer(name)}`
}

/** The members of all data parts: bare, or under one of the names that hold arguments. */
function membersOf(message: JsonObject, isNeeded: (name: string) => boolean, issues: Issue[]): [string, Json][] {
  return dataOf(message).flatMap(({ value: { skill: _, ...data } }) => {
    const held = [...holders, 'inputs'].filter(name => isObject(data[name]) && !isNeeded(name))
    if (held.length > 1) issues.push({ pointer: '/inputs', message: `Expected one of ${held.join(', ')}.` })
    return Object.entries(data).flatMap(([name, value]): [string, Json][] =>
      held.includes(name) && isObject(value) ? Object.entries(value) : [[name, value]],
    )
  })
}

/**
 * Whether an input was asked for by its name. A question that names none is answered by the text of the operation, or
 * by what its call does not have: nothing else changes.
 */
function needFilter({ needs, schema, input, isReplyExpected = false }: PausedTask): (name: string) => boolean {
  if (isReplyExpected) return name => name === replyName
  const names = new Set(needs.flatMap(need => (need.kind === 'input' ? [need.name] : [])))
  if (!needs.some(({ kind }) => kind === 'reply')) return name => names.has(name)
  const { properties } = schema ?? {}
  const text = textInputOf(schema ?? {})
  const isOpen = (name: string) =>
    isObject(properties) && Object.hasOwn(properties, name) && !(isObject(input) && Object.hasOwn(input, name))
  return name => names.has(name) || name === text || isOpen(name)
}

/** What answers an approver. */
const replyName = 'reply'

const decisionTexts = ['token', 'approval', 'note'] as const

function decisionOf(members: ReadonlyMap<string, Json>, issues: Issue[]): TaskReply {
  const texts: { [name in (typeof decisionTexts)[number]]?: string } = {}
  for (const [name, value] of members) {
    const known = decisionTexts.find(one => one === name)
    if (known === undefined && name !== 'approve') {
      issues.push({ pointer: at(name), message: 'A decision brings no inputs.' })
    } else if (known !== undefined && typeof value === 'string') texts[known] = value
    else if (known !== undefined) issues.push({ pointer: at(name), message: 'Expected a text.' })
  }
  if (issues.length > 0) return { kind: 'wrong', issues }
  const { note, ...which } = texts
  const said = note === undefined ? undefined : { note: note.slice(0, 2000) }
  return { kind: 'approval', approve: members.get('approve') === true, ...which, ...said }
}

/** Whether a message decides, whatever it decides on. */
export function isDecision(message: JsonObject): boolean {
  return membersOf(message, () => false, []).some(([name, value]) => name === 'approve' && typeof value === 'boolean')
}

/** The one input that is asked for, when a text can be it. */
function neededText({ needs, schema, isReplyExpected = false }: PausedTask): string | undefined {
  if (isReplyExpected) return replyName
  const inputs = needs.flatMap(need => (need.kind === 'input' ? [need] : []))
  const [only] = inputs
  if (only !== undefined && inputs.length === 1) {
    return only.schema.type === 'string' || only.schema.type === undefined ? only.name : undefined
  }
  return needs.some(({ kind }) => kind === 'reply') && schema !== undefined ? textInputOf(schema) : undefined
}
