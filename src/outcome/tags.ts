/**
 * `kind` distinguishes the variants of each union of the hub. Where members of the hub travel as they are, and in what
 * earlier versions stored, a payload has `form` and a part has `type` in its place. Writers keep to that, so that peers
 * of every version can read it; readers take either.
 */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'

const payloadTag = 'form'
const partTag = 'type'

function renamed(node: JsonObject, from: string, to: string): JsonObject {
  if (node[from] === undefined || Object.hasOwn(node, to)) return node
  const { [from]: tag, ...members } = node
  return { [to]: tag as Json, ...members }
}

type Rename = (value: Json) => Json

const readPayload: Rename = value => (isObject(value) ? renamed(value, payloadTag, 'kind') : value)
const writePayload: Rename = value => (isObject(value) ? renamed(value, 'kind', payloadTag) : value)

/** A part as the hub has it. */
export const readPartTag: Rename = value => (isObject(value) ? renamed(value, partTag, 'kind') : value)
/** A part as it travels. */
export const writePartTag: Rename = value => (isObject(value) ? renamed(value, 'kind', partTag) : value)

function renameAll(members: JsonObject, payload: Rename, part: Rename): JsonObject {
  const changed: JsonObject = {}
  if (members.payload !== undefined) changed.payload = payload(members.payload)
  if (Array.isArray(members.content)) changed.content = members.content.map(part)
  if (Array.isArray(members.artifacts)) {
    changed.artifacts = members.artifacts.map(artifact =>
      isObject(artifact) && Array.isArray(artifact.parts) ? { ...artifact, parts: artifact.parts.map(part) } : artifact,
    )
  }
  return { ...members, ...changed }
}

function hasTags({ payload, content, artifacts }: JsonObject): boolean {
  return payload !== undefined || content !== undefined || artifacts !== undefined
}

/** Members of an outcome as the hub has them. */
export function readTags(members: JsonObject): JsonObject {
  return hasTags(members) ? renameAll(members, readPayload, readPartTag) : members
}

/** Members of an outcome as they travel. */
export function writeTags(members: JsonObject): JsonObject {
  return hasTags(members) ? renameAll(members, writePayload, writePartTag) : members
}

/** Where a place in members as the hub has them is in the members that came. */
export function placeInTags(place: string, at: string, came: Json): string {
  if (!place.endsWith('/kind') || !isObject(came)) return place
  const inner = place.slice(at.length)
  if (inner === '/payload/kind') return lacksKind(came.payload) ? `${at}/payload/${payloadTag}` : place
  return /^\/(?:content|artifacts\/\d+\/parts)\/\d+\/kind$/.test(inner)
    ? `${place.slice(0, -'kind'.length)}${partTag}`
    : place
}

function lacksKind(value: Json | undefined): boolean {
  return isObject(value) && !Object.hasOwn(value, 'kind')
}
