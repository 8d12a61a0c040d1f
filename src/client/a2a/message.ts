/** A call as an A2A message: its input in a part, the skill it means in the metadata. */

import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { answerTo } from '../../outcome/answer-to.ts'
import type { Call } from '../../outcome/call.ts'
import type { Paused } from '../../outcome/outcome.ts'
import { type A2aPart, type A2aVersion, readPart, writeMessage } from '../../wire/a2a-frame.ts'
import type { Answers } from '../connection.ts'

/** Inputs that are nothing but words are words. */
const wordy = ['text', 'prompt', 'message']

/**
 * The parts of a call. An agent that says so takes the skill and its parameters in one part; to any other the input is
 * said as it is.
 */
export function inputParts({ operation, input }: Call, takesSkills: boolean): A2aPart[] {
  if (takesSkills) return [{ data: { skill: operation, parameters: isObject(input) ? input : { value: input } } }]
  if (typeof input === 'string') return [{ text: input }]
  const [only, ...more] = isObject(input) ? Object.entries(input) : []
  if (only !== undefined && more.length === 0 && wordy.includes(only[0]) && typeof only[1] === 'string') {
    return [{ text: only[1] }]
  }
  return [{ data: input }]
}

/** What is answered to a pause: words to a question in words, data to anything else. */
export function answerParts({ needs }: Paused, answers: Answers): A2aPart[] {
  const words: A2aPart[] = []
  const members: [string, Json][] = []
  for (const need of needs) {
    const answer = answerTo(need, answers)
    if (answer === undefined) continue
    if (need.kind === 'reply') words.push({ text: typeof answer === 'string' ? answer : JSON.stringify(answer) })
    else if (need.kind === 'input') members.push([need.name, answer])
    else if (need.kind === 'approval') {
      members.push(['approve', answer === true])
      if (need.token !== undefined) members.push(['token', need.token])
    }
  }
  return members.length === 0 && words.length > 0 ? words : [...words, { data: Object.fromEntries(members) }]
}

interface Written {
  readonly call: Call
  readonly version: A2aVersion
  readonly parts: A2aPart[]
  readonly taskId?: string
}

/** The params of a send. */
export function writeParams({ call, version, parts, taskId }: Written): JsonObject {
  const { conversationId } = call.exchange
  const message = writeMessage(
    {
      messageId: crypto.randomUUID(),
      role: 'user',
      parts,
      ...(conversationId === undefined ? undefined : { contextId: conversationId }),
      ...(taskId === undefined ? undefined : { taskId }),
      ...(call.operation === '' ? undefined : { metadata: { skillId: call.operation } }),
    },
    version,
  )
  return { message, configuration: configurationOf(call, version) }
}

function configurationOf({ prefer }: Call, version: A2aVersion): JsonObject {
  const isAsync = prefer?.async === true
  return version === '1.0' ? { returnImmediately: isAsync } : { blocking: !isAsync }
}

/** The params of a send that were written as 1.0 writes them, in the spelling of a version. */
export function respelt({ message, configuration, ...rest }: JsonObject, call: Call, version: A2aVersion): JsonObject {
  const whole = { ...(isObject(configuration) ? configuration : undefined), ...configurationOf(call, version) }
  if (version === '1.0' || !isObject(message)) return { ...rest, message: message ?? {}, configuration: whole }
  const { parts, role: _, messageId, ...head } = message
  const read = (Array.isArray(parts) ? parts : []).flatMap((part: Json) => readPart(part) ?? [])
  const id = typeof messageId === 'string' ? messageId : crypto.randomUUID()
  return {
    ...rest,
    message: writeMessage({ ...head, messageId: id, role: 'user', parts: read }, version),
    configuration: whole,
  }
}
