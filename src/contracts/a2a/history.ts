/** The messages of a task's history, kept in one spelling so that either version can write them again. */

import { object, text } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { isMember } from '../../outcome/guard.ts'
import type { Part } from '../../outcome/outcome.ts'
import { readPartTag } from '../../outcome/tags.ts'
import type { A2aMessage, A2aVersion } from '../../wire/a2a-frame.ts'
import { writeMessage } from '../../wire/a2a-frame.ts'
import { readPartOf, writePartOf } from './parts.ts'
import { validators } from './validators.generated.js'

const roles: ReadonlyMap<Json | undefined, A2aMessage['role']> = new Map([
  ['agent', 'agent'],
  ['user', 'user'],
  ['ROLE_AGENT', 'agent'],
  ['ROLE_USER', 'user'],
])

export function readHistory(history: Json): Json {
  if (!Array.isArray(history)) return history
  return history.map(message => {
    if (!isObject(message)) return message
    const { kind: _, role, parts, ...rest } = message
    return {
      ...rest,
      ...(role === undefined ? undefined : { role: roles.get(role) ?? role }),
      ...(Array.isArray(parts) ? { parts: parts.map(readPartOf) as unknown as Json } : undefined),
    }
  })
}

/** The history as a version spells it; undefined when something in it cannot be written. */
export function writeHistory(history: Json | undefined, version: A2aVersion): JsonObject[] | undefined {
  if (!Array.isArray(history)) return undefined
  const written = history.map(message => writeOne(object(message) ?? {}, version))
  return written.every(message => message !== undefined) ? written : undefined
}

function writeOne(message: JsonObject, version: A2aVersion): JsonObject | undefined {
  const { role, parts, ...rest } = message
  const speaker = roles.get(role)
  if (speaker === undefined || !Array.isArray(parts)) return undefined
  const content = parts.map(readPartTag)
  if (!isMember('content', content) || !text(rest.messageId)) return undefined
  const spelt = (content as unknown as Part[]).map(part => writePartOf(part, version))
  const written = writeMessage({ ...(rest as unknown as A2aMessage), role: speaker, parts: spelt }, version)
  return validators[version]?.message?.check(written) ? written : undefined
}
