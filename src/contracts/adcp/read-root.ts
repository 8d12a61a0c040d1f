/** AdCP 3.1: the flat root of an answer, wherever it stood, as outcome and exchange. */
import { number, object, objects, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault, type Recovery } from '../../outcome/fault.ts'
import type { Common, Extra, Notice, Outcome, Part, Pending, Progress, TaskRef } from '../../outcome/outcome.ts'
import { categoryRow } from './codes.ts'
import { envelopeMembers, progressMembers, release } from './envelope.ts'
import { readError, withAside } from './error.ts'
import { isUsableError } from './extraction.ts'
import { isText, type Known } from './frame.ts'
import { readNeeds } from './needs.ts'
import { partialCode, readNotice } from './notices.ts'
import { put } from './put.ts'
import type { Root } from './root.ts'
import { legacyStatuses, type StatusRow } from './status.ts'

/** What the carrier says about a root. */
export interface Said {
  row: StatusRow
  /** The state in the peer's own word, where it is none of the nine. */
  word?: string | undefined
  /** The root's `status` is a member of the body. */
  ownStatus?: boolean
  /** The error that extraction found; without one the root is searched. */
  error?: JsonObject | undefined
  /** What a failure without any error is. */
  blank?: { category: Fault['category']; message: string; began?: boolean } | undefined
  taskId?: string | undefined
  message?: string | undefined
  content?: Part[] | undefined
  artifacts?: Common['artifacts'] | undefined
  /** Members of the carrier's own, by its name. */
  frame?: JsonObject | undefined
  unknownRecovery?: Recovery | undefined
}

export function readOutcome({ members: root, aside }: Root, said: Said): Outcome {
  const message = text(root.message) ?? said.message
  const errors = objects(root.errors)
  const common = (entries: readonly JsonObject[], severity: Notice['severity'], unsaid?: JsonObject): Common => {
    const shared: Common = {}
    put(shared, 'message', message)
    put(shared, 'payload', payloadOf(root, aside.members.body, aside.ext, said))
    put(shared, 'notices', noticesOf(entries, severity))
    put(shared, 'task', taskOf(said.taskId ?? text(root.task_id), aside.members.task))
    put(shared, 'content', said.content)
    put(shared, 'artifacts', said.artifacts)
    put(shared, 'extra', strayMembers(root, said, unsaid))
    return Object.assign(shared, picked(aside.members, commonAside))
  }
  const { members } = aside
  switch (said.row.kind) {
    case 'completed':
      return {
        kind: 'completed',
        ...common(
          errors.filter(({ code }) => code !== partialCode),
          'warning',
        ),
        ...(errors.some(({ code }) => code === partialCode) ? { partial: true } : undefined),
        ...picked(members, completedAside),
      }
    case 'pending': {
      const phase = said.row.status === 'working' ? 'working' : 'queued'
      return {
        kind: 'pending',
        phase,
        ...common(errors, 'warning'),
        ...progressOf(root, phase, members),
      }
    }
    case 'paused': {
      const { needs, rest } = readNeeds(said.row.status, message, errors, members.needs)
      return { kind: 'paused', needs, ...common(rest, 'warning') }
    }
    case 'failed': {
      const { error, rest, unsaid } = fatalOf(root, errors, said)
      const read = error === undefined ? blankFault(said, message) : readError(error, said.unknownRecovery)
      const began = said.row.status === 'rejected' || said.blank?.began === false ? { began: false } : {}
      return {
        kind: 'failed',
        fault: withAside({ ...read, ...began }, members.fault),
        ...common(rest, 'error', unsaid),
      }
    }
    case 'canceled': {
      const error = said.error ?? object(root.adcp_error)
      if (error === undefined) return { kind: 'canceled', ...common(errors, 'warning', straying(root.adcp_error)) }
      const mirror = errors.find(entry => isSame(entry, error) && otherwise(entry, error) === undefined)
      const unsaid = straying(otherwise(root.adcp_error, error))
      return { kind: 'canceled', ...common([error, ...errors.filter(entry => entry !== mirror)], 'error', unsaid) }
    }
    case 'unknown':
      return {
        kind: 'unknown',
        status: text(members.status) ?? said.word ?? said.row.status,
        ...common(errors, 'warning'),
      }
  }
}

function straying(error: Json | undefined): JsonObject {
  return error === undefined ? {} : { adcp_error: error }
}

const commonAside = ['content', 'artifacts', 'citations', 'sources', 'spanRefs', 'actions', 'usage', 'provenance']
const completedAside = ['partial', 'created', 'emptyReason', 'retryWith', 'grade']

function picked(members: JsonObject, names: readonly string[]): JsonObject {
  const found: JsonObject = {}
  for (const name of names) put(found, name, members[name])
  return found
}

const isNumber = (value: Json): boolean => typeof value === 'number'
const isBoolean = (value: Json): boolean => typeof value === 'boolean'
const isNever = (): boolean => false
const isNoObject = (value: Json): boolean => !isObject(value)

/** Members of the envelope that are read only where they have their type. */
const typed: Known = {
  context_id: isText,
  task_id: isText,
  message: isText,
  timestamp: isText,
  governance_context: isText,
  replayed: isBoolean,
  push_notification_config: value => value !== null,
  errors: Array.isArray,
  payload: isNever,
  ...Object.fromEntries(legacyStatuses.map(name => [name, isNever])),
}

const progressTypes: Known = {
  percentage: isNumber,
  current_step: isText,
  step_number: isNumber,
  total_steps: isNumber,
}

function oddProgress(root: JsonObject): JsonObject {
  const odd = Object.keys(progressTypes).filter(
    name => Object.hasOwn(root, name) && progressTypes[name]?.(root[name] as Json) === false,
  )
  return Object.fromEntries(odd.map(name => [name, root[name] as Json]))
}

/** What has no place on this answer is not read as what it looks like, and not dropped either. */
function strayMembers(root: JsonObject, { row, frame }: Said, unsaid: JsonObject | undefined): Extra | undefined {
  const stray: JsonObject = {}
  for (const name in typed) {
    if (Object.hasOwn(root, name) && typed[name]?.(root[name] as Json) === false) put(stray, name, root[name])
  }
  if (Array.isArray(root.errors) && !root.errors.every(isObject)) stray.errors = root.errors.filter(isNoObject)
  if (row.status === 'working') Object.assign(stray, oddProgress(root))
  if (row.kind !== 'failed' && row.kind !== 'canceled') put(stray, 'adcp_error', root.adcp_error)
  Object.assign(stray, unsaid, frame)
  return Object.keys(stray).length === 0 ? undefined : { adcp: stray }
}

/** Everything at the root that is not the envelope's, and the members that had to make way for it. */
function payloadOf(
  root: JsonObject,
  displaced: Json | undefined,
  ext: Json | undefined,
  { row, ownStatus }: Said,
): Common['payload'] {
  const body: [string, Json][] = []
  for (const name in root) {
    if (isBody(name, root, row, ownStatus)) body.push([name, root[name] as Json])
  }
  if (ext !== undefined) body.push(['ext', ext])
  const value = Object.fromEntries(isObject(displaced) ? [...body, ...Object.entries(displaced)] : body)
  return Object.keys(value).length === 0 ? undefined : { kind: 'value', value }
}

function isBody(name: string, root: JsonObject, row: StatusRow, ownStatus: boolean | undefined): boolean {
  if (name === 'status') return ownStatus === true
  // What is no object was not put there by the caller.
  if (name === 'context') return !isObject(root.context)
  if (name === 'ext' || name === 'errors' || envelopeMembers.has(name)) return false
  return row.status !== 'working' || !progressMembers.has(name)
}

function noticesOf(entries: readonly JsonObject[], severity: Notice['severity']): Notice[] | undefined {
  return entries.length === 0 ? undefined : entries.map(entry => readNotice(entry, severity))
}

function taskOf(id: string | undefined, aside: Json | undefined): TaskRef | undefined {
  return id === undefined ? undefined : { id, ...(isObject(aside) ? aside : undefined) }
}

function progressOf(root: JsonObject, phase: Pending['phase'], aside: JsonObject): { progress?: Progress } {
  if (isObject(aside.progress)) return { progress: aside.progress as Progress }
  if (phase !== 'working') return {}
  const percentage = number(root.percentage)
  const progress = defined<Progress>({
    fraction: percentage === undefined ? undefined : percentage / 100,
    message: text(root.current_step),
    step: number(root.step_number),
    total: number(root.total_steps),
  })
  return Object.keys(progress).length === 0 ? {} : { progress }
}

/** The error that a failure is about, both layers taken together, and the entries of `errors[]` beside it. */
function fatalOf(
  root: JsonObject,
  errors: readonly JsonObject[],
  said: Said,
): { error: JsonObject | undefined; rest: readonly JsonObject[]; unsaid: JsonObject } {
  const outer = said.error ?? (isUsableError(root.adcp_error) ? root.adcp_error : undefined)
  const mirror =
    outer === undefined
      ? (errors.find(({ severity }) => severity !== 'warning') ?? errors[0])
      : errors.find(entry => isSame(entry, outer))
  const rest = errors.filter(entry => entry !== mirror)
  const error = outer === undefined ? mirror : { ...mirror, ...outer }
  const unsaid: JsonObject = {}
  put(unsaid, 'adcp_error', otherwise(root.adcp_error, error))
  put(unsaid, 'errors', otherwise(mirror, error))
  return { error, rest, unsaid }
}

/** What one layer says otherwise than the error that was read; that it is an error goes without saying. */
function otherwise(layer: Json | undefined, error: JsonObject | undefined): Json | undefined {
  if (!isObject(layer)) return layer
  const other = Object.entries(layer).filter(([name, value]) => {
    return name === 'severity' ? value !== 'error' : !equalJson(error?.[name], value)
  })
  return other.length === 0 ? undefined : Object.fromEntries(other)
}

function isSame(entry: JsonObject, error: JsonObject): boolean {
  return entry.code === error.code && entry.message === error.message
}

function blankFault({ blank }: Said, message: string | undefined): Fault {
  const category = blank?.category ?? 'internal'
  const { recovery } = fault(category, '')
  return fault(category, message ?? blank?.message ?? 'The task failed.', {
    code: categoryRow(category, recovery).code,
  })
}

/** What a root tells about the exchange; `context` is the source text of its member, when that is an object. */
export function readExchange({ members: root, aside }: Root, context: string | undefined): Exchange {
  const told = aside.members.exchange
  const exchange: Exchange = isObject(told) ? { ...told } : {}
  put(exchange, 'conversationId', text(root.context_id))
  put(exchange, 'context', context)
  put(exchange, 'governance', text(root.governance_context))
  put(exchange, 'replayed', typeof root.replayed === 'boolean' ? root.replayed : undefined)
  put(exchange, 'at', text(root.timestamp))
  put(exchange, 'push', root.push_notification_config ?? undefined)
  put(exchange, 'extra', versionsOf(root))
  return exchange
}

function versionsOf({ adcp_version: version, adcp_major_version: major }: JsonObject): Extra | undefined {
  if ((version === undefined || version === release) && major === undefined) return undefined
  const versions: JsonObject = {}
  put(versions, 'adcp_version', version === release ? undefined : version)
  put(versions, 'adcp_major_version', major)
  return { adcp: versions }
}
