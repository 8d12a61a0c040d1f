/** Writing an A2A answer: a task, an error of the protocol, or the message that was read as one. */

import type { Encoded } from '../../codec/contract.ts'
import { Losses } from '../../codec/loss.ts'
import { notesOf } from '../../codec/notes.ts'
import { writeFault } from '../../codec/plain-fault.ts'
import { object, text } from '../../codec/read.ts'
import { type AnswerContent, unplacedMembers, withoutForeignExtra } from '../../codec/unplaced.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Artifact, Outcome } from '../../outcome/outcome.ts'
import { type A2aWire, a2aWire } from '../../wire/a2a.ts'
import type { A2aArtifact, A2aMessage, A2aPart, A2aTask, A2aVersion } from '../../wire/a2a-frame.ts'
import { writeMessage, writeTask } from '../../wire/a2a-frame.ts'
import { withBeside, writeError } from './errors.ts'
import { frameOf, keys } from './frame.ts'
import { writeHistory } from './history.ts'
import { leadTexts } from './lead.ts'
import { bareText, writePartOf } from './parts.ts'
import { writePayload } from './payload.ts'
import { readAnswer, statusMessageId } from './read.ts'
import { stateOf } from './status.ts'

export function encode(outcome: Outcome, exchange: SealedExchange, version: A2aVersion): Encoded<A2aWire> {
  const losses = new Losses('a2a')
  const answer = withoutForeignExtra({ outcome, exchange }, 'a2a', losses)
  return { wire: a2aWire(bodyOf(answer, exchange.requestId, version)), losses: losses.list }
}

function bodyOf(answer: AnswerContent, requestId: string, version: A2aVersion): JsonObject {
  const { outcome } = answer
  const error = outcome.kind === 'failed' ? writeError(outcome.fault, version) : undefined
  if (error !== undefined) return errorBody(answer, error)
  const body = isMessage(outcome) ? message(answer, requestId, version) : task(answer, requestId, version)
  return { ...body, metadata: { ...object(body.metadata), ...unplacedOf(answer, body) } }
}

/** What reading a body back would not give. */
function unplacedOf({ outcome, exchange }: AnswerContent, body: JsonObject): JsonObject {
  const frame = frameOf(body)
  const read = frame === undefined ? { outcome: {}, exchange: {} } : readAnswer(frame, notesOf(outcome))
  return defined<JsonObject>({
    [keys.outcome]: unplacedMembers(outcome, read.outcome),
    [keys.exchange]: unplacedMembers(exchange, read.exchange),
  })
}

function errorBody(answer: AnswerContent, error: JsonObject): JsonObject {
  const { message } = answer.outcome
  const texts = message === undefined ? {} : { [keys.message]: message }
  const body = { error: withBeside(error, texts) }
  return { error: withBeside(error, { ...texts, ...unplacedOf(answer, body) }) }
}

/** Metadata of the exchange's own, less what would be read as ours; a place for unplaced members, too. */
function metadataOf({ exchange }: AnswerContent, marks: JsonObject): { metadata: JsonObject } {
  const own = Object.entries(exchange.extra?.a2a ?? {}).filter(([name]) => !name.startsWith('replywire/'))
  return { metadata: { ...Object.fromEntries(own), ...marks } }
}

/** A completed outcome with content alone, read from a message, is a message again. */
function isMessage({ kind, payload, artifacts, content, extra }: Outcome): boolean {
  return (
    kind === 'completed' &&
    payload === undefined &&
    artifacts === undefined &&
    content !== undefined &&
    content.length > 0 &&
    Boolean(text(extra?.a2a?.messageId))
  )
}

function message(answer: AnswerContent, requestId: string, version: A2aVersion): JsonObject {
  const { outcome, exchange } = answer
  const { messageId, extensions, referenceTaskIds } = outcome.extra?.a2a ?? {}
  const contextId = exchange.conversationId || (version === '1.0' ? requestId : undefined)
  return writeMessage(
    {
      messageId: text(messageId) ?? requestId,
      role: 'agent',
      parts: [...(outcome.content ?? []).map(part => writePartOf(part, version)), ...noteParts(outcome)],
      ...defined<Partial<A2aMessage>>({ contextId, taskId: outcome.task?.id }),
      ...uris({ extensions, referenceTaskIds }),
      ...metadataOf(answer, {}),
    },
    version,
  )
}

/** Lists of texts, where they are such. */
function uris(lists: Record<string, Json | undefined>): JsonObject {
  const fits = ([, value]: [string, Json | undefined]): boolean =>
    Array.isArray(value) && value.every(item => typeof item === 'string')
  return Object.fromEntries(Object.entries(lists).filter(fits)) as JsonObject
}

function task(answer: AnswerContent, requestId: string, version: A2aVersion): JsonObject {
  const { outcome, exchange } = answer
  const id = outcome.task?.id || requestId
  const contextId = exchange.conversationId ?? (version === '0.3' ? requestId : undefined)
  const artifacts = artifactsOf(outcome, version)
  const marks = { ...messageMark(outcome), ...detailOf(outcome), ...payloadMark(outcome) }
  const written: A2aTask = {
    id,
    ...defined<Partial<A2aTask>>({ contextId }),
    status: statusOf(answer, id, contextId, version),
    ...(artifacts.length === 0 ? undefined : { artifacts }),
    ...defined<{ history?: JsonObject[] }>({ history: writeHistory(outcome.extra?.a2a?.history, version) }),
    ...metadataOf(answer, marks),
  }
  return writeTask(written, version)
}

function detailOf(outcome: Outcome): JsonObject {
  return outcome.kind === 'failed' && outcome.fault.detail !== undefined ? { [keys.detail]: outcome.fault.detail } : {}
}

/** Whether the first text is the outcome's message goes without saying where it is; elsewhere a mark says so. */
function messageMark(outcome: Outcome): JsonObject {
  const { message: words, content } = outcome
  if (outcome.kind === 'failed' || outcome.kind === 'paused' || words === '') {
    return words === undefined ? {} : { [keys.message]: words }
  }
  const [first] = content ?? []
  const mistaken =
    words === undefined && first !== undefined && bareText(writePartOf(first, '1.0') as JsonObject) !== undefined
  return mistaken ? { [keys.message]: null } : {}
}

/** A lone artifact of a completed task would be read as the payload. */
function payloadMark({ kind, payload, artifacts }: Outcome): JsonObject {
  return kind === 'completed' && payload === undefined && artifacts?.length === 1 ? { [keys.payload]: null } : {}
}

function statusOf(
  { outcome, exchange }: AnswerContent,
  id: string,
  contextId: string | undefined,
  version: A2aVersion,
): A2aTask['status'] {
  const parts: A2aPart[] = [
    ...leadTexts(outcome).map(words => ({ text: words })),
    ...toldParts(outcome),
    ...(outcome.content ?? []).map(part => writePartOf(part, version)),
    ...(outcome.payload === undefined ? noteParts(outcome) : []),
  ]
  const timestamp = timestampOf(exchange.at, version)
  const said = parts.length === 0 ? undefined : statusMessage(outcome, id, contextId, parts)
  return { state: stateOf(outcome, version), ...defined<Partial<A2aTask['status']>>({ timestamp, message: said }) }
}

/** Clients show parts and models read them: metadata alone reach neither. They are after the payload, if there is one. */
function noteParts(outcome: Outcome): A2aPart[] {
  const notes = notesOf(outcome)
  return notes === undefined ? [] : [{ text: notes }]
}

/** The part that says for programs what the text says for people. */
function toldParts(outcome: Outcome): A2aPart[] {
  const { data, metadata } = object(outcome.extra?.a2a?.told) ?? {}
  const part = (members: JsonObject): A2aPart => ({
    data: { ...object(data), ...members },
    ...defined<Partial<A2aPart>>({ metadata: object(metadata) }),
  })
  if (outcome.kind === 'paused') return [part({ needs: outcome.needs as unknown as Json })]
  if (outcome.kind !== 'failed') return []
  const { detail: _, ...shown } = outcome.fault
  return [part({ error: writeFault(shown, 'a2a') })]
}

function statusMessage(outcome: Outcome, id: string, contextId: string | undefined, parts: A2aPart[]): A2aMessage {
  const { messageId, metadata, extensions, referenceTaskIds } = object(outcome.extra?.a2a?.message) ?? {}
  return {
    messageId: text(messageId) || statusMessageId(id),
    role: 'agent',
    parts,
    ...defined<Partial<A2aMessage>>({ contextId, taskId: id, metadata: object(metadata) }),
    ...uris({ extensions, referenceTaskIds }),
  }
}

const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/

/** 1.0 §5.6.1: in UTC; another spelling is turned into it. */
function timestampOf(at: string | undefined, version: A2aVersion): string | undefined {
  if (at === undefined || version === '0.3' || utc.test(at)) return at
  const time = Date.parse(at)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function artifactsOf(outcome: Outcome, version: A2aVersion): A2aArtifact[] {
  const { payload, artifacts, extra } = outcome
  return [
    ...(payload === undefined ? [] : [writePayload(payload, extra?.a2a?.artifact, version, noteParts(outcome))]),
    ...(artifacts ?? []).map((artifact, index) => writeArtifact(artifact, index, version)),
  ]
}

function writeArtifact(artifact: Artifact, index: number, version: A2aVersion): A2aArtifact {
  const { id, name, description, parts } = artifact
  const { metadata, extensions, ...unknown } = artifact.extra?.a2a ?? {}
  const extra = { ...unknown, ...(metadata === undefined || isObject(metadata) ? undefined : { metadata }) }
  const without = parts === undefined ? 'none' : parts.length === 0 && version === '1.0' ? 'empty' : undefined
  const mark = {
    ...(without === undefined ? undefined : { parts: without }),
    ...(Object.keys(extra).length === 0 ? undefined : { extra }),
  }
  const marked = Object.keys(mark).length === 0 ? undefined : { [keys.artifact]: mark }
  const about = { ...object(metadata), ...marked }
  // A part is demanded in 1.0: the name stands in.
  const standing = version === '1.0' ? [{ text: name || id }] : []
  return {
    artifactId: id || `artifact-${index}`,
    ...defined<Partial<A2aArtifact>>({ name, description }),
    parts: parts === undefined || without !== undefined ? standing : parts.map(part => writePartOf(part, version)),
    ...(isObject(metadata) || marked !== undefined ? { metadata: about } : undefined),
    ...uris({ extensions }),
  }
}
