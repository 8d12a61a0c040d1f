/** What a message asks for: a DataPart names a skill and its parameters; an agent with one skill needs no name. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { type Skill, skillOf } from './skills.ts'

export interface MessageCall {
  skill: Skill
  input: Json
  /** Where the input is in the message, so that its text can be found. */
  at?: string
}

/** Members of a data part that hold the arguments. */
export const holders = ['parameters', 'input'] as const

/** Inputs that a text goes to, where an operation has one of them. */
const textNames = ['text', 'prompt', 'query', 'message']

export function readCall(message: JsonObject, skills: readonly Skill[]): MessageCall | Fault {
  const data = dataOf(message)
  const [first] = data
  if (data.length > 1) return unclear('/parts', 'The message has several data parts: send a message for each call.')
  if (typeof first?.value.skill === 'string') {
    const { skill: name, parameters, input } = first.value
    const skill = skillOf(skills, name)
    if (skill === undefined) return unknownSkill('There is no such skill.', skills)
    if (parameters !== undefined && input !== undefined) {
      return unclear('/input', 'The message has both parameters and input: send one of them.')
    }
    if (parameters !== undefined) return { skill, input: parameters, at: `${first.at}/parameters` }
    return input === undefined ? { skill, input: {} } : { skill, input, at: `${first.at}/input` }
  }
  const operations = skills.filter(({ isBuiltIn }) => !isBuiltIn)
  const [only] = operations
  if (only === undefined || operations.length > 1) {
    return unknownSkill('The message names no skill: send a data part {"skill": …, "parameters": …}.', skills)
  }
  if (first !== undefined) return { skill: only, input: first.value, at: first.at }
  const text = textOf(message)
  const name = text === undefined ? undefined : textInputOf(only.operation.input.json)
  if (text === undefined || name === undefined) {
    return unknownSkill('The message has no data part, which this skill takes its input from.', skills)
  }
  return { skill: only, input: { [name]: text } }
}

/** What could be read in two ways is read in none. */
function unclear(pointer: string, message: string): Fault {
  return fault('invalid', message, { began: false, issues: [{ pointer, message }] })
}

function unknownSkill(message: string, skills: readonly Skill[]): Fault {
  const names = skills.map(({ name }) => name).join(', ')
  return fault('invalid', `${message} There are: ${names}.`, {
    code: 'UNKNOWN_SKILL',
    began: false,
    issues: [{ pointer: '/skill', message: `One of ${names}.` }],
  })
}

/** The data parts that are objects, and where they are. */
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

/** The input that a text is for: one with a known name, or the only one that is a string. */
export function textInputOf(schema: JsonObject): string | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const strings = Object.entries(properties).filter(([, property]) => isObject(property) && property.type === 'string')
  const telling = textNames.find(name => strings.some(([other]) => other === name))
  return telling ?? (strings.length === 1 ? strings[0]?.[0] : undefined)
}
