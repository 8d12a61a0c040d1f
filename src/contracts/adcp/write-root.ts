/** AdCP 3.1: an outcome and its exchange as the flat root of an answer. */
import type { Losses } from '../../codec/loss.ts'
import { payloadObject } from '../../codec/payload.ts'
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Outcome, Progress } from '../../outcome/outcome.ts'
import { envelopeMembers, progressMembers } from './envelope.ts'
import { writeError } from './error.ts'
import { isPlainExt, writeExt, writeUnplaced } from './ext.ts'
import { needCodes, writeNeeds } from './needs.ts'
import { progressCodec, rootProgress } from './nodes.ts'
import { fatalOf, partialCode, writeNotice } from './notices.ts'
import { renamedStatus, statusOf, type TaskStatus } from './status.ts'
import { checkSchema, isBare } from './validate.ts'
import { type Envelope, writeEnvelope } from './write-envelope.ts'

/** A root to be placed by a carrier. */
export interface WrittenRoot {
  status: TaskStatus
  /** All but the context. */
  members: JsonObject
  /** The whole root, the context to the letter in its place. */
  text: string
  fault: Fault | undefined
}

/** What carries the root: A2A has state, conversation, task and time itself; on the others the root is flat. */
export type Form = 'http' | 'mcp' | 'a2a'

export function writeRoot(outcome: Outcome, exchange: SealedExchange, form: Form, losses: Losses): WrittenRoot {
  const status = statusOf(outcome)
  const unplaced = writeUnplaced(outcome, losses)
  const byKind = writeKind(outcome, status, unplaced, losses)
  const body = isBare(byKind.error) ? withoutBody(outcome, losses) : writeBody(outcome, status, form, unplaced, losses)
  const envelope: Envelope = writeEnvelope(outcome, exchange, status, form, unplaced, losses)
  const message = outcome.message ?? byKind.message
  if (message !== outcome.message) losses.add('/outcome/message', 'the question is sent as the message')
  const notices = writeNotices(outcome, losses)
  const [first, ...others] = notices
  const cancel = outcome.kind === 'canceled' && first !== undefined ? fatalOf(first) : undefined
  const listed = cancel === undefined ? notices : [{ ...cancel, severity: 'error' }, ...others]
  const errors = [...byKind.errors, ...listed]
  const { ext, status: ownStatus, ...own } = body
  const rest: JsonObject = { ...envelope.after, ...own, ...byKind.progress }
  const fatal = byKind.error ?? cancel
  if (fatal !== undefined) rest.adcp_error = fatal
  if (errors.length > 0) rest.errors = errors
  const written = writeExt(unplaced, ext as JsonObject | undefined, losses)
  if (written !== undefined) rest.ext = written
  const { head, context } = envelope
  if (ownStatus !== undefined) head.status = ownStatus
  if (message !== undefined) head.message = message
  return {
    status,
    members: { ...head, ...rest },
    text: textOf(head, context, rest),
    fault: outcome.kind === 'failed' ? outcome.fault : undefined,
  }
}

/** One object from two halves, with a context between them. */
function textOf(head: JsonObject, context: string | undefined, rest: JsonObject): string {
  const echo = context === undefined ? '' : `,"context":${context}`
  const tail = JSON.stringify(rest)
  return `${JSON.stringify(head).slice(0, -1)}${echo}${tail === '{}' ? '' : ','}${tail.slice(1)}`
}

/** Next to an error of a bare code, a body could be the stored answer. */
function withoutBody({ payload }: Outcome, losses: Losses): JsonObject {
  if (payload !== undefined) losses.add('/outcome/payload', 'a response with this code must not have a body')
  return {}
}

/** The members of the body; those whose names are taken go to `ext.replywire`. */
function writeBody(
  { payload }: Outcome,
  status: TaskStatus,
  form: Form,
  unplaced: JsonObject,
  losses: Losses,
): JsonObject {
  if (payload === undefined) return {}
  const value = payloadObject(payload, losses)
  if (Object.keys(value).length === 0) losses.add('/outcome/payload', 'an empty body is read back as none')
  const placed: [string, Json][] = []
  const displaced: [string, Json][] = []
  for (const [name, member] of Object.entries(value)) {
    if (name === 'status') placeStatus(value, member, status, form, placed, displaced, losses)
    else (isFree(name, member, status) ? placed : displaced).push([name, member])
  }
  if (displaced.length > 0) unplaced.body = Object.fromEntries(displaced)
  return Object.fromEntries(placed)
}

function isFree(name: string, member: Json, status: TaskStatus): boolean {
  if (name === 'ext') return isPlainExt(member)
  if (name === 'errors' || envelopeMembers.has(name)) return false
  return status !== 'working' || !progressMembers.has(name)
}

/** A body's own status: A2A has room for it, a flat root only under another name. */
function placeStatus(
  value: JsonObject,
  member: Json,
  status: TaskStatus,
  form: Form,
  placed: [string, Json][],
  displaced: [string, Json][],
  losses: Losses,
): void {
  if (form === 'a2a') (member === status ? displaced : placed).push(['status', member])
  else if (typeof member === 'string' && !Object.hasOwn(value, renamedStatus)) {
    placed.push([renamedStatus, member])
    losses.add('/outcome/payload/value/status', `on a flat root it is sent as ${renamedStatus}`)
    losses.add(`/outcome/payload/value/${renamedStatus}`, "it stands for the body's status")
  } else displaced.push(['status', member])
}

/** What one kind of outcome adds. */
interface KindMembers {
  message?: string | undefined
  errors: JsonObject[]
  error?: JsonObject
  progress?: JsonObject
}

function writeKind(outcome: Outcome, status: TaskStatus, unplaced: JsonObject, losses: Losses): KindMembers {
  switch (outcome.kind) {
    case 'completed':
      return { errors: outcome.partial && !outcome.notices?.length ? [partialWarning] : [] }
    case 'pending':
      return { errors: [], progress: writeProgress(outcome.progress, status, unplaced, losses) }
    case 'paused': {
      const { message, errors, rest } = writeNeeds(outcome.needs, status, outcome.message, losses)
      if (rest !== undefined) unplaced.needs = rest
      return { message, errors }
    }
    case 'failed': {
      const { error, rest } = writeError(outcome.fault, losses)
      if (rest !== undefined) unplaced.fault = rest
      return { error, errors: [{ ...error, severity: 'error' }] }
    }
    case 'unknown':
      if (outcome.status !== status) unplaced.status = outcome.status
      return { errors: [] }
    case 'canceled':
      return { errors: [] }
  }
}

const partialWarning: JsonObject = {
  code: partialCode,
  message: 'The result is partial.',
  severity: 'warning',
  recovery: 'correctable',
}

/** A working task has its progress at the root. What does not fit there, and a queued one's, goes to `ext.replywire`. */
function writeProgress(
  progress: Progress | undefined,
  status: TaskStatus,
  unplaced: JsonObject,
  losses: Losses,
): JsonObject {
  const sent = progress === undefined ? undefined : progressCodec.write(progress, '/outcome/progress', losses)
  if (sent === undefined) return {}
  const members = rootProgress.writeMembers(sent as Progress, '/outcome/progress', losses)
  const isPlaced =
    status === 'working' && Object.keys(members).length > 0 && equalJson(rootProgress.read(members), sent)
  if (isPlaced && checkSchema('progress', members).length === 0) return members
  unplaced.progress = sent
  return {}
}

function writeNotices({ kind, notices }: Outcome, losses: Losses): JsonObject[] {
  if (notices === undefined) return []
  if (notices.length === 0) losses.add('/outcome/notices', 'an empty list is read back as none')
  const reserved = kind === 'paused' ? needCodes : undefined
  return notices.map((notice, index) => writeNotice(notice, `/outcome/notices/${index}`, losses, reserved))
}
