/** Payloads and the one place that a contract has for them. */
import type { Json, JsonObject } from '../lib/json-value.ts'
import { isObject } from '../lib/json-value.ts'
import { memberGuards } from '../outcome/guard.ts'
import type { Page, Part, Payload } from '../outcome/outcome.ts'
import { page as pageTable } from '../outcome/tables.ts'
import type { Losses } from './loss.ts'

/** A payload as a part, for carriers whose answers are made of parts. */
export function payloadPart(payload: Payload): Part {
  switch (payload.kind) {
    case 'value':
      return { kind: 'data', data: payload.value }
    case 'rows':
      return { kind: 'data', data: payload.rows }
    case 'text': {
      const { text, mediaType } = payload
      return { kind: 'text', text, ...(mediaType === undefined ? undefined : { mediaType }) }
    }
    case 'bytes':
      return { kind: 'bytes', base64: payload.base64, mediaType: payload.mediaType }
  }
}

const wrapped = 'is wrapped in an object and read back as a value'

/**
 * A payload for a place that holds an object only. Another form is wrapped, and the wrap is a named loss:
 * `{value}`, `{rows, page?}`, `{text, mediaType?}`, `{base64, mediaType}`.
 *
 * @example
 * payloadObject({ kind: 'text', text: 'Hello' }, new Losses('mine')) // { text: 'Hello' }
 */
export function payloadObject(payload: Payload, losses: Losses, at = '/outcome/payload'): JsonObject {
  if (payload.kind === 'value' && isObject(payload.value)) return payload.value
  losses.add(at, `a payload of the form ${payload.kind === 'value' ? 'scalar or array' : payload.kind} ${wrapped}`)
  const { kind: _, ...members } = payload
  return members as JsonObject
}

/**
 * A payload for a place that holds any JSON value: rows are an array, text is a string.
 * What would come back in another form is a named loss.
 *
 * @example
 * payloadJson({ kind: 'rows', rows: [1, 2] }, new Losses('mine')) // [1, 2]
 */
export function payloadJson(payload: Payload, losses: Losses, at = '/outcome/payload'): Json {
  switch (payload.kind) {
    case 'value':
      if (Array.isArray(payload.value)) losses.add(at, 'an array is read back as rows')
      if (typeof payload.value === 'string') losses.add(at, 'a string is read back as text')
      return payload.value
    case 'rows':
      if (payload.page !== undefined) losses.add(`${at}/page`, 'there is no place for where the page stands')
      return payload.rows
    case 'text':
      if (payload.mediaType !== undefined) losses.add(`${at}/mediaType`, 'there is no place for the media type')
      return payload.text
    case 'bytes':
      return payloadObject(payload, losses, at)
  }
}

const pageMembers = memberGuards(pageTable)

/** `{page}` for an object that says where rows stand in the whole, as far as its members fit; `{}` for anything else. */
export function readPage(value: Json | undefined): { page?: Page } {
  if (!isObject(value)) return {}
  const members = Object.entries(value).filter(
    ([name, member]) => Object.hasOwn(pageMembers, name) && pageMembers[name]?.fits(member),
  )
  return { page: Object.fromEntries(members) }
}
