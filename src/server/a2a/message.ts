/** What a message asks for: a DataPart names a skill and its parameters; an agent with one skill needs no name. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import { type Skill, skillOf } from './skills.ts'

export interface MessageCall {
  skill: Skill
  input: Json
  /** Where the input stands in the message, so that its text can be found. */
  at?: string
}

/** Inputs that a text goes to, where an operation has one of them. */
const textNames = ['text', 'prompt', 'query', 'message']

export function readCall(message: JsonObject, skills: readonly Skill[]): MessageCall | Fault {
  const data = dataOf(message)
  const named = data.find(({ value }) => typeof value.skill === 'string')
  if (named !== undefined) {
    const skill = skillOf(skills, String(named.value.skill))
    if (skill === undefined) return unknownSkill('There is no such skill.', skills)
    const member = isObject(named.value.parameters) || !isObject(named.value.input) ? 'parameters' : 'input'
    const input = named.value[member]
    return input === undefined ? { skill, input: {} } : { skill, input, at: `${named.at}/${member}` }
  }
  const own = skills.filter(({ isOwn }) => !isOwn)
  const [only] = own
  if (only === undefined || own.length > 1) {
    return unknownSkill('The message names no skill: send a data part {"skill": …, "parameters": …}.', skills)
  }
  const [first] = data
  if (first !== undefined) return { skill: only, input: first.value, at: first.at }
  const text = textOf(message)
  const name = text === undefined ? undefined : textInputOf(only.operation.input.json)
  if (text === undefined || name === undefined) {
    return unknownSkill('The message has no data part, which this skill takes its input from.', skills)
  }
  return { skill: only, input: { [name]: text } }
}

function unknownSkill(message: string, skills: readonly Skill[]): Fault {
  const names = skills.map(({ name }) => name).join(', ')
  return fault('invalid', `${message} There are: ${names}.`, {
    code: 'UNKNOWN_SKILL',
    began: false,
    issues: [{ pointer: '/skill', message: `One of ${names}.` }],
  })
}

/** The data parts that are objects, and where they stand. */
export function dataOf(message: JsonObject): { value: JsonObject; at: string }[] {
  const parts = Array.isArray(message.parts) ? message.parts : []
  return parts.flatMap((part, index) =>
    isObject(part) && isObject(part.data) ? [{ value: part.data, at: `/message/parts/${index}/data` }] : [],
  )
}

/** The text parts, each on its own line. */
export function textOf(message: JsonObject): string | undefined {
  const parts = Array.isArray(message.parts) ? message.parts : []
  const texts = parts.flatMap(part => (isObject(part) && typeof part.text === 'string' ? [part.text] : []))
  return texts.length === 0 ? undefined : texts.join('\n')
}

/** The input that a text is for: one of a telling name, or the only one that is a string. */
export function textInputOf(schema: JsonObject): string | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const strings = Object.entries(properties).filter(([, property]) => isObject(property) && property.type === 'string')
  const telling = textNames.find(name => strings.some(([other]) => other === name))
  return telling ?? (strings.length === 1 ? strings[0]?.[0] : undefined)
}

/** What a message on a paused task says. */
export type Reply =
  | { kind: 'approval'; approve: boolean; token?: string; note?: string }
  | { kind: 'inputs'; inputs: JsonObject }
  | { kind: 'none' }

/** Reads the answer to what a task waits for. */
export function readReply(message: JsonObject, needs: readonly Need[], schema: JsonObject | undefined): Reply {
  const data = dataOf(message).map(({ value }) => value)
  const decision = data.find(({ approve }) => typeof approve === 'boolean')
  if (decision !== undefined && needs.some(({ kind }) => kind === 'approval')) {
    const { token, note } = decision
    return {
      kind: 'approval',
      approve: decision.approve === true,
      ...(typeof token === 'string' ? { token } : undefined),
      ...(typeof note === 'string' ? { note: note.slice(0, 2000) } : undefined),
    }
  }
  if (data.length > 0)
    return { kind: 'inputs', inputs: Object.fromEntries(data.flatMap(part => Object.entries(inputsOf(part)))) }
  const text = textOf(message)
  const name = text === undefined ? undefined : askedText(needs, schema)
  if (text !== undefined && name !== undefined) return { kind: 'inputs', inputs: { [name]: text } }
  // Credentials are brought elsewhere: a message says that it may look again.
  return needs.every(({ kind }) => kind === 'credentials') ? { kind: 'inputs', inputs: {} } : { kind: 'none' }
}

function inputsOf(data: JsonObject): JsonObject {
  const { skill: _, ...rest } = data
  const [inner] = [data.parameters, data.input, data.inputs].filter(isObject)
  return inner ?? rest
}

/** The one input that is asked for, when a text can be it. */
function askedText(needs: readonly Need[], schema: JsonObject | undefined): string | undefined {
  const inputs = needs.flatMap(need => (need.kind === 'input' ? [need] : []))
  const [only] = inputs
  if (only !== undefined && inputs.length === 1) {
    return only.schema.type === 'string' || only.schema.type === undefined ? only.name : undefined
  }
  return needs.some(({ kind }) => kind === 'reply') && schema !== undefined ? textInputOf(schema) : undefined
}
