/** Fixes an AdCP 3.1 answer: only what has one right form, which follows from the message itself. */
import type { FixResult } from '../../codec/contract.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { tokensOf } from '../../lib/pointer.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import { fileWire } from '../../wire/file.ts'
import { httpWire } from '../../wire/http.ts'
import { type JsonReading, readJsonText, writeJson } from '../../wire/json.ts'
import { mcpWire } from '../../wire/mcp.ts'
import type { Wire } from '../../wire/wire.ts'
import { readContext } from './context.ts'
import { extractA2a, locateMcp, stateOf, textObjects, unwrapFrame } from './extraction.ts'
import { fixRoot, unfixedStatus } from './fix-root.ts'
import type { Release } from './release.ts'
import { currentRelease } from './releases.ts'
import { statusRow } from './status.ts'

/** Where the root of an answer is, and the text of its context. */
interface RootPlace {
  root: JsonObject
  at: string
  context: string | undefined
  /** Where the root was read from a text item: its source. */
  text?: string
}

export function fix(wire: Wire, message: string, release: Release = currentRelease): FixResult | undefined {
  const reading = wire.body.json()
  if (message !== 'response' || !reading.ok || !isObject(reading.value)) return undefined
  const place = placeOf(wire, reading.value)
  if (place === undefined) return undefined
  // Writing the message again would silently change what JSON.parse has changed already.
  if (isOdd(reading, place.at)) return undefined
  if (place.text !== undefined && isOdd(readJsonText(place.text), '')) {
    return { wire, done: ['Not fixed: writing the JSON of the text again would change what is odd about it.'] }
  }
  const flat = wire.carrier !== 'a2a' || release.dataPart === 'answer'
  const unfixed = unfixedStatus(place.root, flat)
  if (unfixed !== undefined) return { wire, done: [unfixed] }
  const done: string[] = []
  const root = fixRoot(place.root, stateIn(wire, reading.value, place.root), flat, release, done)
  const body =
    wire.carrier === 'mcp' ? fixResult(reading.value, root, place, done) : replaced(reading.value, root, place, done)
  if (done.length === 0) return undefined
  const at = wire.carrier === 'mcp' ? '/structuredContent' : place.at.replace(/\/response$/, '')
  const kept =
    place.context === undefined || root.context === undefined ? [] : [[`${at}/context`, place.context] as const]
  return { wire: rebuilt(wire, Body.ofJson(body, new Map(kept))), done }
}

/** Whether anything but a context, which is echoed to the letter, would be written otherwise than it was read. */
function isOdd(reading: JsonReading, at: string): boolean {
  return reading.ok && reading.notes.some(({ pointer }) => !pointer.startsWith(`${at}/context/`))
}

function placeOf(wire: Wire, value: JsonObject): RootPlace | undefined {
  if (wire.carrier === 'mcp') return placeInResult(wire.body, value)
  const at = wire.carrier === 'a2a' ? pointerInTask(value) : ''
  const root = at === undefined ? undefined : rootAt(value, at)
  if (at === undefined || root === undefined) return undefined
  return { root, at, context: readContext(root, wire.body, at) }
}

function placeInResult(body: Body, value: JsonObject): RootPlace | undefined {
  const found = locateMcp(value, [...textObjects(value.content)])
  if (found === undefined) return undefined
  const { data: root, pointer: at, text } = found
  if (text === undefined) return { root, at, context: readContext(root, body, at) }
  return { root, at, text, context: readContext(root, Body.ofText(text), '') }
}

function pointerInTask(value: JsonObject): string | undefined {
  const found = extractA2a(value)
  if (found.ok) return found.pointer
  return found.reason === 'wrapper-detected' ? `${found.pointer}/response` : undefined
}

function rootAt(value: Json, at: string): JsonObject | undefined {
  const found = tokensOf(at).reduce<Json | undefined>((node, token) => {
    if (Array.isArray(node)) return node[Number(token)]
    return isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
  }, value)
  return isObject(found) ? found : undefined
}

/** The state that the carrier or the root says. */
function stateIn(wire: Wire, value: JsonObject, root: JsonObject): Json | undefined {
  if (wire.carrier === 'http') return root.status ?? wire.headers['x-adcp-status']
  if (wire.carrier !== 'a2a') return root.status
  const unwrapped = unwrapFrame(value)
  const state = 'frame' in unwrapped ? stateOf(unwrapped.frame) : undefined
  return state !== undefined && 'row' in state ? state.row.status : undefined
}

/** A value with the root in its place; a wrapper around it goes. */
function replaced(value: JsonObject, root: JsonObject, { at }: RootPlace, done: string[]): Json {
  const wrapped = /^(.*\/data)\/response$/.exec(at)?.[1]
  if (wrapped !== undefined) done.push('took the body out of its wrapper "response"')
  return withAt(value, tokensOf(wrapped ?? at), root)
}

function withAt(node: Json, tokens: readonly string[], value: Json): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return value
  if (Array.isArray(node))
    return node.map((item, index) => (index === Number(token) ? withAt(item, rest, value) : item))
  if (!isObject(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, member]) => [name, name === token ? withAt(member, rest, value) : member]),
  )
}

/** The root as structured content, the same JSON as the first text object, and the mark of a failure. */
function fixResult(value: JsonObject, root: JsonObject, place: RootPlace, done: string[]): Json {
  const { context } = place
  const text = writeJson(root, new Map(context === undefined ? [] : [['/context', context]]))
  const items = Array.isArray(value.content) ? value.content : []
  const texts = [...textObjects(items)]
  const [first] = texts
  // Only what said the same as the root before makes way for it.
  const mirror = texts.find(({ pointer, data }) => pointer === place.at || equalJson(data, place.root))
  const isMirrored = first?.text === text || (first !== undefined && equalJson(first.data, root))
  if (!isObject(value.structuredContent)) done.push('copied the JSON of the text to structuredContent')
  if (!isMirrored) done.push('wrote structuredContent into the text')
  const index = mirror === undefined ? undefined : Number(tokensOf(mirror.pointer)[1])
  const held = index === undefined ? undefined : items[index]
  const item = { ...(isObject(held) ? held : undefined), type: 'text', text }
  const content = isMirrored
    ? items
    : mirror !== undefined && mirror === first
      ? items.with(index as number, item)
      : [item, ...items.filter((_, other) => other !== index)]
  const failing = statusRow(root.status)?.kind === 'failed' && !value.isError
  if (failing) done.push('set isError')
  return { ...value, content, structuredContent: root, ...(failing ? { isError: true } : undefined) }
}

function rebuilt(wire: Wire, body: Body): Wire {
  switch (wire.carrier) {
    case 'http':
      return httpWire({ ...wire, headers: { ...wire.headers }, body })
    case 'mcp':
      return mcpWire(body)
    case 'a2a':
      return a2aWire(body)
    case 'file':
      return fileWire(body, wire.name)
  }
}
