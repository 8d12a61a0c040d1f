/** A payload as structuredContent, or as the first block; a mark in `_meta` says what the place alone does not. */
import { readPage } from '../../codec/payload.ts'
import { object, text } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Part, Payload } from '../../outcome/outcome.ts'
import { bareText, readBlock, textBlock, writeBlock } from './blocks.ts'
import { current, type Version } from './status.ts'

/** What a payload becomes: a value for structuredContent, a block, and what must be said in addition. */
export interface WrittenPayload {
  structured?: Json
  block?: JsonObject
  mark?: JsonObject
}

/** Before 2026-07-28 structuredContent is an object: another value is in one, as `value` or `rows`. */
export function writePayload(payload: Payload, version: Version, alone: boolean): WrittenPayload {
  const wrapped = version !== current
  switch (payload.kind) {
    case 'value':
      if (isObject(payload.value)) return { structured: payload.value }
      if (wrapped) return { structured: { value: payload.value }, mark: { form: 'value', wrapped } }
      return { structured: payload.value, ...(Array.isArray(payload.value) ? { mark: { form: 'value' } } : undefined) }
    case 'rows': {
      const page = payload.page === undefined ? undefined : { page: payload.page as JsonObject }
      if (wrapped) return { structured: { rows: payload.rows }, mark: { form: 'rows', wrapped, ...page } }
      return { structured: payload.rows, ...(page === undefined ? undefined : { mark: { form: 'rows', ...page } }) }
    }
    case 'text': {
      const mediaType = payload.mediaType === undefined ? undefined : { mediaType: payload.mediaType }
      const mark = alone && mediaType === undefined ? {} : { mark: { form: 'text', ...mediaType } }
      return { block: textBlock(payload.text), ...mark }
    }
    case 'bytes': {
      const { base64, mediaType } = payload
      return { block: writeBlock({ kind: 'bytes', base64, mediaType }, 'payload'), mark: { form: 'bytes' } }
    }
  }
}

/** The mark for an outcome without payload whose only block would be read as one. */
export const noPayload: JsonObject = { form: 'none' }

const forms: ReadonlySet<Json | undefined> = new Set(['value', 'rows', 'text', 'bytes', 'none'])

/** What the members of such a mark must be. What its `page` and `mediaType` are is read as far as it fits. */
const markMembers: Readonly<Record<string, (value: Json) => boolean>> = {
  form: value => forms.has(value),
  wrapped: value => value === true,
  page: () => true,
  mediaType: () => true,
}

/** The pointers below a mark at which it is none; `''`: as a whole. */
export function wrongInPayloadMark(value: Json): string[] {
  if (!isObject(value) || !forms.has(value.form)) return ['']
  return Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(markMembers, name) && markMembers[name]?.(member) ? [] : [pointer(name)],
  )
}

export interface ReadPayload {
  payload?: Payload | undefined
  rest: Json[]
}

/** `plain`: no message comes before the blocks, so that a single text is what the tool produced. */
export function readPayload(
  structured: Json | undefined,
  blocks: Json[],
  mark: Json | undefined,
  plain: boolean,
): ReadPayload {
  const { form, wrapped, ...more } = object(mark) ?? {}
  const [first, ...rest] = blocks
  if (structured !== undefined) {
    const inner = wrapped === true ? object(structured) : undefined
    // A wrapper with further members is more than one.
    const isWrapper = inner !== undefined && Object.keys(inner).length === 1
    const value = !isWrapper ? structured : form === 'rows' ? inner.rows : inner.value
    if (value === undefined) return { payload: { kind: 'value', value: structured }, rest: blocks }
    if (!Array.isArray(value) || form === 'value') return { payload: { kind: 'value', value }, rest: blocks }
    return { payload: { kind: 'rows', rows: value, ...readPage(more.page) }, rest: blocks }
  }
  if (form === 'none' || first === undefined) return { rest: blocks }
  const words = bareText(first)
  if (words !== undefined && (form === 'text' || (form === undefined && plain && rest.length === 0))) {
    const mediaType = text(more.mediaType)
    return { payload: { kind: 'text', text: words, ...(mediaType === undefined ? undefined : { mediaType }) }, rest }
  }
  const part: Part | undefined = form === 'bytes' ? readBlock(first) : undefined
  if (part?.kind !== 'bytes') return { rest: blocks }
  return {
    payload: { kind: 'bytes', base64: part.base64, mediaType: part.mediaType ?? 'application/octet-stream' },
    rest,
  }
}
