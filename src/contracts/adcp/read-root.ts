/** AdCP 3.1: the flat root of an answer, wherever it was, as outcome and exchange. */
import { object, objects, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault, type Recovery } from '../../outcome/fault.ts'
import type { Extra, Notice, Outcome, OutcomeBase, Part, Pending, Progress } from '../../outcome/outcome.ts'
import { withoutBodyErrors } from './body-errors.ts'
import { categoryRow } from './codes.ts'
import { defaultMessage } from './default-message.ts'
import { envelopeMembers, progressMembers } from './envelope.ts'
import { readError, withRest } from './error.ts'
import { type Ext, readUnplaced } from './ext.ts'
import { isUsableError } from './extraction.ts'
import { isAny, isText, type ReadMembers } from './frame.ts'
import { readNeeds } from './needs.ts'
import { rootExchange, rootProgress } from './nodes.ts'
import { partialCode, readNotice } from './notices.ts'
import type { Release } from './release.ts'
import type { Root } from './root.ts'
import { legacyStatuses, type StatusRow } from './status.ts'

/** What the carrier says about a root. */
export interface CarrierFacts {
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
  artifacts?: OutcomeBase['artifacts'] | undefined
  /** Members of the carrier's own, by its name. */
  frame?: JsonObject | undefined
  unknownRecovery?: Recovery | undefined
}

export function readOutcome({ members: root, ext, release }: Root, facts: CarrierFacts): Outcome {
  const { rest } = ext
  const message = messageOf(root, rest.body, facts)
  const errors = withoutBodyErrors(objects(root.errors), rest.body?.errors, facts.row.kind, release)
  const common = (entries: readonly JsonObject[], severity: Notice['severity'], leftover?: JsonObject): OutcomeBase => {
    const id = facts.taskId ?? text(root.task_id)
    const payload = payloadOf(root, ext, facts)
    const notices = noticesOf(entries, severity, release)
    const extra = strayMembers(root, facts, leftover)
    const shared: OutcomeBase = {}
    if (message !== undefined) shared.message = message
    if (payload !== undefined) shared.payload = payload
    if (notices !== undefined) shared.notices = notices
    if (id !== undefined) shared.task = { id, ...rest.task }
    if (facts.content !== undefined) shared.content = facts.content
    if (facts.artifacts !== undefined) shared.artifacts = facts.artifacts
    if (extra !== undefined) shared.extra = extra
    return Object.assign(shared, readUnplaced(facts.row.kind, ext.members))
  }
  switch (facts.row.kind) {
    case 'completed':
      return {
        kind: 'completed',
        ...(errors.some(({ code }) => code === partialCode) ? { partial: true } : undefined),
        ...common(
          errors.filter(({ code }) => code !== partialCode),
          'warning',
        ),
      }
    case 'pending': {
      const phase = facts.row.status === 'working' ? 'working' : 'queued'
      return {
        kind: 'pending',
        phase,
        ...common(errors, 'warning'),
        ...progressOf(root, phase, rest),
      }
    }
    case 'paused': {
      const { needs, others } = readNeeds(facts.row.status, message, errors, rest.needs)
      return { kind: 'paused', needs, ...common(others, 'warning') }
    }
    case 'failed': {
      const { error, others, leftover } = fatalOf(root, errors, facts)
      const read = error === undefined ? blankFault(facts, message) : readError(error, release, facts.unknownRecovery)
      const began = facts.row.status === 'rejected' || facts.blank?.began === false ? { began: false } : {}
      return {
        kind: 'failed',
        fault: withRest({ ...read, ...began }, rest.fault),
        ...common(others, 'error', leftover),
      }
    }
    case 'canceled': {
      const error = facts.error ?? object(root.adcp_error)
      if (error === undefined) return { kind: 'canceled', ...common(errors, 'warning', straying(root.adcp_error)) }
      const mirror = errors.find(entry => isSame(entry, error) && otherwise(entry, error) === undefined)
      const leftover = straying(otherwise(root.adcp_error, error))
      return { kind: 'canceled', ...common([error, ...errors.filter(entry => entry !== mirror)], 'error', leftover) }
    }
    case 'unknown':
      return {
        kind: 'unknown',
        status: rest.status ?? facts.word ?? facts.row.status,
        ...common(errors, 'warning'),
      }
  }
}

/** The message of an answer, unless it only repeats the state, the error or the body. */
function messageOf(root: JsonObject, body: JsonObject | undefined, { row, message }: CarrierFacts): string | undefined {
  const stated = text(root.message)
  if (stated === undefined) return message
  if (stated === defaultMessage(row.status, root.adcp_error)) return undefined
  return row.kind !== 'paused' && stated === body?.message ? undefined : stated
}

function straying(error: Json | undefined): JsonObject {
  return error === undefined ? {} : { adcp_error: error }
}

const isBoolean = (value: Json): boolean => typeof value === 'boolean'
const isNever = (): boolean => false
const isNoObject = (value: Json): boolean => !isObject(value)

/** Members of the envelope that are read only where they have their type. */
const typed: ReadMembers = {
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

/** What has no place on this answer is not read as what it looks like, and not dropped either. */
function strayMembers(
  root: JsonObject,
  { row, frame }: CarrierFacts,
  leftover: JsonObject | undefined,
): Extra | undefined {
  const stray: JsonObject = {}
  for (const name in typed) {
    if (Object.hasOwn(root, name) && typed[name]?.(root[name] as Json) === false) stray[name] = root[name] as Json
  }
  if (Array.isArray(root.errors) && !root.errors.every(isObject)) stray.errors = root.errors.filter(isNoObject)
  if (row.status === 'working') Object.assign(stray, Object.fromEntries(readProgress(root).rest))
  if (row.kind !== 'failed' && row.kind !== 'canceled' && root.adcp_error !== undefined)
    stray.adcp_error = root.adcp_error
  Object.assign(stray, leftover, frame)
  return Object.keys(stray).length === 0 ? undefined : { adcp: stray }
}

/** Everything at the root that is not the envelope's, and the members that had to make way for it. */
function payloadOf(
  root: JsonObject,
  { rest: { body: displaced }, other }: Ext,
  { row, ownStatus }: CarrierFacts,
): OutcomeBase['payload'] {
  const body: [string, Json][] = []
  for (const name in root) {
    if (isBody(name, root, row, ownStatus)) body.push([name, root[name] as Json])
  }
  if (other !== undefined) body.push(['ext', other])
  const value = Object.fromEntries(displaced === undefined ? body : [...body, ...Object.entries(displaced)])
  return Object.keys(value).length === 0 ? undefined : { kind: 'value', value }
}

function isBody(name: string, root: JsonObject, row: StatusRow, ownStatus: boolean | undefined): boolean {
  if (name === 'status') return ownStatus === true
  // What is no object was not put there by the caller.
  if (name === 'context') return !isObject(root.context)
  if (name === 'ext' || name === 'errors' || envelopeMembers.has(name)) return false
  return row.status !== 'working' || !progressMembers.has(name)
}

function noticesOf(
  entries: readonly JsonObject[],
  severity: Notice['severity'],
  release: Release,
): Notice[] | undefined {
  return entries.length === 0 ? undefined : entries.map(entry => readNotice(entry, severity, release))
}

function readProgress(root: JsonObject) {
  return rootProgress.readMembers(root, name => !progressMembers.has(name)) ?? { members: {}, rest: [] }
}

function progressOf(root: JsonObject, phase: Pending['phase'], rest: Ext['rest']): { progress?: Progress } {
  if (rest.progress !== undefined) return { progress: rest.progress }
  const progress = phase === 'working' ? readProgress(root).members : {}
  return Object.keys(progress).length === 0 ? {} : { progress }
}

/** The error that a failure is about, both layers taken together, and the other entries of `errors[]`. */
function fatalOf(
  root: JsonObject,
  errors: readonly JsonObject[],
  facts: CarrierFacts,
): { error: JsonObject | undefined; others: readonly JsonObject[]; leftover: JsonObject } {
  const outer = facts.error ?? (isUsableError(root.adcp_error) ? root.adcp_error : undefined)
  const mirror =
    outer === undefined
      ? (errors.find(({ severity }) => severity !== 'warning') ?? errors[0])
      : errors.find(entry => isSame(entry, outer))
  const others = errors.filter(entry => entry !== mirror)
  const error = outer === undefined ? mirror : { ...mirror, ...outer }
  const leftover = defined<JsonObject>({
    adcp_error: otherwise(root.adcp_error, error),
    errors: otherwise(mirror, error),
  } as JsonObject)
  return { error, others, leftover }
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

function blankFault({ blank }: CarrierFacts, message: string | undefined): Fault {
  const category = blank?.category ?? 'internal'
  const { recovery } = fault(category, '')
  return fault(category, message ?? blank?.message ?? 'The task failed.', {
    code: categoryRow(category, recovery).code,
  })
}

/** What a root says about the exchange; `context` is the source text of its member, when that is an object. */
export function readExchange({ members: root, ext, release }: Root, context: string | undefined): Exchange {
  const exchange: Exchange = rootExchange.readMembers(root, isAny)?.members ?? {}
  const extra = versionsOf(root, release)
  if (context !== undefined) exchange.context = context
  if (extra !== undefined) exchange.extra = extra
  return ext.rest.exchange === undefined ? exchange : { ...ext.rest.exchange, ...exchange }
}

function versionsOf(
  { adcp_version: version, adcp_major_version: major }: JsonObject,
  { name }: Release,
): Extra | undefined {
  if ((version === undefined || version === name) && major === undefined) return undefined
  const adcp_version = version === name ? undefined : version
  return { adcp: defined<JsonObject>({ adcp_version, adcp_major_version: major } as JsonObject) }
}
