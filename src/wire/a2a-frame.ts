/** A2A tasks, messages and parts in one spelling, written as protocol 0.3 or 1.0 spells them and read from either. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'

export type A2aVersion = '0.3' | '1.0'

export const a2aVersions: readonly [A2aVersion, A2aVersion] = ['1.0', '0.3']

/** One of `text`, `data`, `raw` (base64) and `url`. */
export interface A2aPart {
  text?: string
  data?: Json
  raw?: string
  url?: string
  mediaType?: string
  filename?: string
  metadata?: JsonObject
}

export interface A2aMessage {
  messageId: string
  role: 'agent' | 'user'
  parts: A2aPart[]
  contextId?: string
  taskId?: string
  metadata?: JsonObject
}

export interface A2aArtifact {
  artifactId: string
  name?: string
  description?: string
  parts: A2aPart[]
  metadata?: JsonObject
}

export interface A2aTask {
  id: string
  contextId?: string
  status: { state: string; message?: A2aMessage; timestamp?: string }
  artifacts?: A2aArtifact[]
  metadata?: JsonObject
}

/** What is met most, in both spellings, so that it need not be respelt each time. */
const plainStates: ReadonlyMap<string, string> = new Map(
  ['submitted', 'working', 'completed', 'failed', 'canceled', 'input-required'].flatMap(state => [
    [state, state],
    [spellState(state, '1.0'), state],
  ]),
)

/** `TASK_STATE_INPUT_REQUIRED` and `input-required` alike as `input-required`; nothing else is folded. */
export function normaliseState(state: string): string {
  const known = plainStates.get(state)
  if (known !== undefined) return known
  const bare = state.startsWith('TASK_STATE_') ? state.slice('TASK_STATE_'.length) : state
  return bare.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()).replaceAll('_', '-')
}

/** A normalised state as a version spells it. */
export function spellState(state: string, version: A2aVersion): string {
  return version === '0.3' ? state : `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`
}

export function writePart(part: A2aPart, version: A2aVersion): JsonObject {
  if (version === '1.0') return { ...part } as JsonObject
  const metadata = part.metadata === undefined ? {} : { metadata: part.metadata }
  if (part.text !== undefined) return { kind: 'text', text: part.text, ...metadata }
  if (part.data !== undefined) return { kind: 'data', data: part.data, ...metadata }
  const file: JsonObject = part.raw === undefined ? { uri: part.url ?? '' } : { bytes: part.raw }
  if (part.filename !== undefined) file.name = part.filename
  if (part.mediaType !== undefined) file.mimeType = part.mediaType
  return { kind: 'file', file, ...metadata }
}

export function writeMessage(message: A2aMessage, version: A2aVersion): JsonObject {
  const { role, parts, ...rest } = message
  const spelt = { ...rest, parts: parts.map(part => writePart(part, version)) } as JsonObject
  return version === '1.0' ? { ...spelt, role: `ROLE_${role.toUpperCase()}` } : { kind: 'message', role, ...spelt }
}

export function writeTask(task: A2aTask, version: A2aVersion): JsonObject {
  const { status, artifacts, ...rest } = task
  const { state, message, ...when } = status
  const spelt = {
    ...rest,
    status: {
      state: spellState(state, version),
      ...when,
      ...(message === undefined ? undefined : { message: writeMessage(message, version) }),
    },
    ...(artifacts === undefined
      ? undefined
      : {
          artifacts: artifacts.map(artifact => ({
            ...artifact,
            parts: artifact.parts.map(part => writePart(part, version)),
          })),
        }),
  } as JsonObject
  return version === '1.0' ? spelt : { kind: 'task', ...spelt }
}

/** A part of either version; undefined when it is none. */
export function readPart(value: Json | undefined): A2aPart | undefined {
  if (!isObject(value)) return undefined
  const { kind, file, ...rest } = value
  if (kind === 'file' && isObject(file)) {
    const { uri, bytes, name, mimeType } = file
    return pick({ url: uri, raw: bytes, filename: name, mediaType: mimeType, metadata: rest.metadata })
  }
  return pick(rest)
}

function pick(members: Record<string, Json | undefined>): A2aPart | undefined {
  const part: A2aPart = {}
  for (const key of ['text', 'raw', 'url', 'mediaType', 'filename'] as const) {
    const value = members[key]
    if (typeof value === 'string') part[key] = value
  }
  if (members.data !== undefined) part.data = members.data
  if (isObject(members.metadata)) part.metadata = members.metadata
  const content = part.text ?? part.data ?? part.raw ?? part.url
  return content === undefined ? undefined : part
}
