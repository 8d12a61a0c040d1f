/** Reading an AdCP 3.1 answer over A2A, protocol 0.3 or 1.0: a task, a status update, or a JSON-RPC error. */
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { extraMembers, object, text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Artifact, Part } from '../../outcome/outcome.ts'
import type { A2aWire } from '../../wire/a2a.ts'
import { type A2aPart, readPart } from '../../wire/a2a-frame.ts'
import { readAnswer } from './answer.ts'
import { outsideContext } from './context.ts'
import { carriedExchange, type DecodeOptions, type FlatState, flatState, unreadable } from './decode.ts'
import { decodeRpcError } from './decode-rpc.ts'
import { dataParts, type Extraction, extractA2a, extractA2aError, partsOf, stateOf, unwrapFrame } from './extraction.ts'
import { filledObjects, isText, type ReadMembers, unreadMembers } from './frame.ts'
import { readA2aFrame, type TaskObjects } from './frame-a2a.ts'
import { metadataKey } from './meta.ts'
import type { Release } from './release.ts'
import { currentRelease } from './releases.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'
import { canCarry, rowOf, type StatusRow, statusRow } from './status.ts'
import { checkSchema } from './validate.ts'

export function decodeA2a(wire: A2aWire, options: DecodeOptions = {}, release: Release = currentRelease): Decoded {
  const odd: Finding[] = []
  const answer = readBody(wire.body, odd)
  if (isObject(answer) && isObject(answer.error) && answer.status === undefined) {
    return decodeRpcError(wire.body, answer, answer.error, odd, release, options)
  }
  const unwrapped = answer === undefined ? undefined : unwrapFrame(answer)
  if (answer === undefined || unwrapped === undefined) return { outcome: unreadable(), exchange: {}, findings: odd }
  if ('reason' in unwrapped) {
    const findings = [...odd, finding(rule('adcp/a2a-frame'), unwrapped.pointer)]
    return { outcome: unreadable(), exchange: {}, findings }
  }
  const { frame, pointer } = unwrapped
  const state = stateOf(frame)
  const stateRow = state !== undefined && 'row' in state ? state.row : rowOf('unknown')
  const extraction = extractA2a(answer)
  const error = extractA2aError(answer)
  const found = located(extraction, frame, pointer)
  const findings = outsideContext(odd, found?.pointer ?? '')
  if (state === undefined) findings.push(finding(rule('adcp/a2a-frame'), `${pointer}/status/state`))
  else if (!('row' in state)) findings.push(finding(rule('adcp/a2a-state'), `${pointer}/status/state`))
  const root = rootOf(found?.data ?? {}, found?.pointer ?? '', release)
  findings.push(...validateTask(frame, pointer, stateRow, found, extraction, error, release))
  const frameId = text(frame.id) ?? text(frame.taskId)
  const isWhole = release.dataPart === 'answer' && found !== undefined
  const answered = isWhole
    ? wholeState(root.members, stateRow, state !== undefined && 'token' in state ? state.token : undefined)
    : partState(root.members, stateRow, state)
  const taskId = isWhole ? text(root.members.task_id) : frameId
  const { held, ...leftover } = leftoverParts(frame, pointer, found?.pointer, text(root.members.message))
  const contextId = text(frame.contextId)
  const at = isObject(frame.status) ? text(frame.status.timestamp) : undefined
  const frameMembers = filledObjects({
    root: differingMembers(root.members, {
      task_id: isWhole ? undefined : frameId,
      context_id: contextId,
      timestamp: at,
    }),
    ...(readA2aFrame(frame, held, isWhole ? (root.members.task_id ?? null) : undefined) as
      | Record<string, JsonObject>
      | undefined),
  })
  return readAnswer({
    root,
    data: found?.data,
    schema: isWhole ? 'protocol-envelope' : 'a2a-data',
    nestedRule: 'adcp/nested-payload',
    hasTask: !isWhole || root.members.task_id !== undefined,
    facts: {
      ...answered,
      error: error.ok ? error.data : undefined,
      taskId,
      ...leftover,
      frame: frameMembers === undefined ? undefined : { a2a: frameMembers },
      unknownRecovery: options.unknownRecovery,
    },
    source: wire.body,
    sourceAt: root.at,
    exchange: carriedExchange(
      isObject(frame.metadata) ? frame.metadata[metadataKey] : undefined,
      `${pointer}/metadata/${metadataKey}`,
      findings,
    ),
    ownExchange: defined<Exchange>({ conversationId: contextId, at }),
    findings,
  })
}

/** Until 3.2 the task says the state, and a `status` of the data that differs is the body's own. */
function partState({ status }: JsonObject, row: StatusRow, state: ReturnType<typeof stateOf>): FlatState {
  const word = state !== undefined && 'token' in state ? state.token : undefined
  return { row, word, ownStatus: status !== undefined && status !== row.status }
}

/** Since 3.2 the data says the state; that of the task stands in where the data says none. */
function wholeState(members: JsonObject, row: StatusRow, word: string | undefined): FlatState {
  if (members.status === undefined) return { row, word, ownStatus: false }
  return flatState(members, undefined, row.kind === 'failed')
}

/** Members of the data in whose place the task's own are read, where the two differ. */
function differingMembers(root: JsonObject, own: Record<string, string | undefined>): JsonObject {
  const other = Object.entries(own).filter(
    ([name, value]) => value !== undefined && typeof root[name] === 'string' && root[name] !== value,
  )
  return Object.fromEntries(other.map(([name]) => [name, root[name] as Json]))
}

interface Found {
  data: JsonObject
  pointer: string
}

/** Extraction's answer; a wrapper is looked into, and an unknown state is not held against the data. */
function located(extraction: Extraction, frame: JsonObject, pointer: string): Found | undefined {
  if (extraction.ok) return extraction
  if (extraction.reason === 'wrapper-detected') {
    const { artifacts } = partsOf(frame, pointer)
    const last = dataParts(artifacts[0]?.parts, artifacts[0]?.pointer ?? '').at(-1)
    return last !== undefined && isObject(last.data.response)
      ? { data: last.data.response, pointer: `${last.pointer}/response` }
      : undefined
  }
  if (extraction.reason !== 'unknown-state') return undefined
  const { artifacts, message } = partsOf(frame, pointer)
  const inArtifact = artifacts
    .slice(0, 1)
    .flatMap(({ parts, pointer: at }) => dataParts(parts, at))
    .at(-1)
  return inArtifact ?? dataParts(message.parts, message.pointer)[0]
}

/** How the task carries what it carries. */
function validateTask(
  frame: JsonObject,
  pointer: string,
  row: StatusRow,
  found: Found | undefined,
  extraction: Extraction,
  error: Extraction,
  release: Release,
): Finding[] {
  const findings: Finding[] = []
  const add = (id: string, at: string) => findings.push(finding(rule(`adcp/${id}`), at))
  const { artifacts, message } = partsOf(frame, pointer)
  if (!extraction.ok && extraction.reason === 'wrapper-detected') add('a2a-wrapper', extraction.pointer)
  if (row.status === 'completed' && found === undefined) add('a2a-data', `${pointer}/artifacts/0/parts`)
  // A task that failed before it made an artifact says why in words alone.
  if (row.kind === 'failed' && found === undefined && !hasWords(message.parts)) {
    add('two-layers', `${pointer}/artifacts/0/parts`)
  }
  if (row.stage === 'final' && artifacts.length > 1) add('a2a-one-artifact', `${pointer}/artifacts/1`)
  if (row.stage === 'interim') {
    const early = artifacts.flatMap(({ parts, pointer: at }) => dataParts(parts, at))[0]
    if (early !== undefined) add('a2a-interim', early.pointer)
  }
  if (error.ok && found !== undefined && !error.pointer.startsWith(`${found.pointer}/`)) {
    add('a2a-one-part', error.pointer)
  }
  const id = text(frame.id) ?? text(frame.taskId)
  const taskId = found?.data.task_id
  if (release.dataPart === 'body' && typeof taskId === 'string' && id !== undefined && taskId !== id)
    add('a2a-task-id', `${found?.pointer}/task_id`)
  if (contradicts(found?.data.status, row, release)) add('a2a-status', `${found?.pointer}/status`)
  const timestamp = isObject(frame.status) ? frame.status.timestamp : undefined
  if (
    timestamp !== undefined &&
    checkSchema(release, 'protocol-envelope', { status: 'completed', timestamp }).length > 0
  ) {
    add('timestamp', `${pointer}/status/timestamp`)
  }
  return findings
}

/** Whether the data states a state that its task cannot carry. */
function contradicts(status: Json | undefined, row: StatusRow, release: Release): boolean {
  const stated = statusRow(status)
  if (stated === undefined || row.stage === 'indeterminate') return false
  return !canCarry(row.status, stated.status, release)
}

function hasWords(parts: Json | undefined): boolean {
  return Array.isArray(parts) && parts.some(part => readPart(part)?.text !== undefined)
}

interface Leftover {
  held: TaskObjects
  message?: string
  content?: Part[]
  artifacts?: Artifact[]
}

/** What a task holds besides the data. The first text is the message where the data has none. */
function leftoverParts(
  frame: JsonObject,
  pointer: string,
  at: string | undefined,
  dataMessage: string | undefined,
): Leftover {
  const { artifacts, message } = partsOf(frame, pointer)
  const inArtifact = at?.startsWith(`${pointer}/artifacts/0/`) ?? false
  const lists = inArtifact ? [...artifacts.slice(0, 1), message] : [message]
  if (Array.isArray(frame.parts)) lists.push({ parts: frame.parts, pointer: `${pointer}/parts` })
  const held: TaskObjects = {}
  const rest = lists.flatMap(({ parts, pointer: list }) => {
    if (!Array.isArray(parts)) return []
    return parts.filter((part, index) => {
      const holds = at !== undefined && `${at}/`.startsWith(`${list}/${index}/data/`)
      if (holds && isObject(part)) held.data = part
      return !holds
    })
  })
  const read = rest.map(partOf)
  const firstText = dataMessage ?? read.find(part => part.kind === 'text')?.text
  const mirror = read.findIndex(part => part.kind === 'text' && part.text === firstText)
  held.text = object(rest[mirror])
  const content = read.filter((_, index) => index !== mirror)
  const all = Array.isArray(frame.artifacts) ? frame.artifacts : []
  if (inArtifact) held.artifact = object(all[0])
  const others = all.slice(inArtifact ? 1 : 0).map(other => (isObject(other) ? other : { parts: [other] }))
  if (isObject(frame.artifact)) others.push(frame.artifact)
  return {
    held,
    ...(dataMessage === undefined && firstText !== undefined ? { message: firstText } : undefined),
    ...(content.length === 0 ? undefined : { content }),
    ...(others.length === 0 ? undefined : { artifacts: others.map(artifactOf) }),
  }
}

const artifactMembers: ReadMembers = { artifactId: isText, name: isText, description: isText, parts: Array.isArray }
const none: ReadonlySet<string> = new Set()

function artifactOf(artifact: JsonObject, index: number): Artifact {
  return defined<Artifact>({
    id: text(artifact.artifactId) ?? String(index),
    name: text(artifact.name),
    description: text(artifact.description),
    parts: Array.isArray(artifact.parts) ? artifact.parts.map(partOf) : undefined,
    extra: extraMembers('adcp', unreadMembers(artifact, artifactMembers), none).extra,
  })
}

/** One part of either version; what is none is kept as data. */
function partOf(value: Json): Part {
  const part = readPart(value)
  if (part === undefined) return { kind: 'data', data: value }
  const more = defined<Pick<Part, 'name' | 'mediaType' | 'extra'>>({
    name: part.filename,
    mediaType: part.mediaType,
    extra: isObject(value) ? extraMembers('adcp', unread(value, part), none).extra : undefined,
  })
  if (part.text !== undefined) return { kind: 'text', text: part.text, ...more }
  if (part.data !== undefined) return { kind: 'data', data: part.data, ...more }
  if (part.raw !== undefined) return { kind: 'bytes', base64: part.raw, ...more }
  return { kind: 'link', url: part.url ?? '', ...more }
}

const kinds: ReadonlySet<Json> = new Set(['text', 'data', 'file'])
const fileMembers: ReadMembers = { uri: isText, bytes: isText, name: isText, mimeType: isText }

/** Members of a part that neither version has, and what is stated a second time. */
function unread(value: JsonObject, read: A2aPart): JsonObject {
  const held = (['text', 'data', 'raw', 'url'] as const).find(name => read[name] !== undefined)
  const isFile = value.kind === 'file' && isObject(value.file)
  const { file, ...rest } = unreadMembers(value, {
    kind: kind => kinds.has(kind),
    ...(held === undefined || isFile ? undefined : { [held]: () => true }),
    ...(isFile ? undefined : { filename: isText, mediaType: isText }),
  })
  if (file === undefined) return rest
  const more = isFile && isObject(file) ? unreadMembers(file, twice(fileMembers, read)) : file
  return isObject(more) && Object.keys(more).length === 0 ? rest : { ...rest, file: more }
}

/** A file that has both bytes and an address is read as its bytes. */
function twice({ uri: _, ...known }: ReadMembers, read: A2aPart): ReadMembers {
  return read.raw === undefined ? { ...known, uri: isText } : known
}
