/** A payload as the first part of an artifact of its own, and back. */
import { payloadPart, readPage } from '../../codec/payload.ts'
import { object } from '../../codec/read.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Part, Payload } from '../../outcome/outcome.ts'
import type { A2aArtifact, A2aPart, A2aVersion } from '../../wire/a2a-frame.ts'
import { keys } from './frame.ts'
import { readPartOf, writePartOf } from './parts.ts'
import { validators } from './validators.generated.js'

/** The key in an artifact's metadata that says: this is what the agent produced, and in which form. */
const payloadKey = keys.payload

const usualId = 'result'

/** `head` is the artifact as it was read, when it was another's; `more` are the parts after the payload. */
export function writePayload(
  payload: Payload,
  head: Json | undefined,
  version: A2aVersion,
  more: A2aPart[],
): A2aArtifact {
  const fits = isObject(head) && validators[version]?.artifact?.check({ ...head, parts: [{}] })
  const { metadata, ...named } = fits ? head : { artifactId: usualId, metadata: undefined }
  return {
    ...(named as { artifactId: string }),
    parts: [writePartOf(payloadPart(payload), version), ...more],
    metadata: { ...object(metadata), [payloadKey]: markOf(payload) },
  }
}

function markOf(payload: Payload): JsonObject {
  const page = payload.kind === 'rows' && payload.page !== undefined ? { page: payload.page as JsonObject } : undefined
  return { form: payload.kind, ...page }
}

export interface ReadPayload {
  payload: Payload
  /** What the artifact says about itself, unless it is our usual one. */
  head?: JsonObject
}

/** An artifact that is nothing but a payload: marked as one, or with a single plain part. */
export function readPayload(artifact: JsonObject, marked: boolean): ReadPayload | undefined {
  const { parts, metadata, ...named } = artifact
  const { [payloadKey]: mark, ...about } = object(metadata) ?? {}
  if (marked !== isObject(mark)) return undefined
  const [only, ...others] = Array.isArray(parts) ? parts : []
  if (only === undefined || others.length > 0) return undefined
  const payload = payloadOf(readPartOf(only), object(mark))
  // A mark that says more than ours is somebody else's.
  if (payload === undefined || (marked && !equalJson(mark, markOf(payload)))) return undefined
  const head = { ...named, ...(Object.keys(about).length === 0 ? undefined : { metadata: about }) }
  const usual = named.artifactId === usualId && Object.keys(head).length === 1
  return usual ? { payload } : { payload, head }
}

function payloadOf(part: Part, mark: JsonObject | undefined): Payload | undefined {
  if (part.name !== undefined || part.extra !== undefined) return undefined
  const { mediaType } = part
  const typed = mediaType === undefined ? {} : { mediaType }
  if (part.kind === 'text') return { kind: 'text', text: part.text, ...typed }
  if (part.kind === 'bytes')
    return { kind: 'bytes', base64: part.base64, mediaType: mediaType ?? 'application/octet-stream' }
  if (part.kind !== 'data' || (mediaType ?? 'application/json') !== 'application/json') return undefined
  if (!Array.isArray(part.data) || mark?.form === 'value') return { kind: 'value', value: part.data }
  return { kind: 'rows', rows: part.data, ...readPage(mark?.page) }
}
