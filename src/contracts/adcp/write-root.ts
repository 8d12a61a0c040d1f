/** AdCP 3.1: an outcome and its exchange as the flat root of an answer. */
import type { Losses } from '../../codec/loss.ts'
import { payloadObject } from '../../codec/payload.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { taskTypeOf } from '../../lib/task-type.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Outcome, Progress } from '../../outcome/outcome.ts'
import { writeBodyErrors } from './body-errors.ts'
import { defaultMessage } from './default-message.ts'
import { envelopeMembers, progressMembers } from './envelope.ts'
import { writeError } from './error.ts'
import { isPlainExt, visibleOf, writeExt, writeUnplaced } from './ext.ts'
import { needCodes, writeNeeds } from './needs.ts'
import { progressCodec, rootProgress } from './nodes.ts'
import { fatalOf, partialCode, writeNotice } from './notices.ts'
import type { Release } from './release.ts'
import { hasRenamedStatus, renamedStatus, statusOf, type TaskStatus } from './status.ts'
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
  /** The message says more than the state. */
  hasOwnMessage: boolean
}

/** What carries the root. */
export type Form = 'http' | 'mcp' | 'a2a'

/** Whether the root itself has state, conversation, task and time. Until 3.2 the task of A2A has them in its place. */
export function isFlatRoot(form: Form, { dataPart }: Release): boolean {
  return form !== 'a2a' || dataPart === 'answer'
}

export function writeRoot(
  outcome: Outcome,
  exchange: SealedExchange,
  form: Form,
  release: Release,
  losses: Losses,
): WrittenRoot {
  const status = sentStatus(outcome, exchange, release)
  const unplaced = writeUnplaced(outcome, losses)
  const byKind = writeKind(outcome, status, release, unplaced, losses)
  const body = isBare(byKind.error, release.codes)
    ? withoutBody(outcome, losses)
    : writeBody(outcome, exchange, status, unplaced, losses)
  const envelope: Envelope = writeEnvelope(outcome, exchange, status, form, release, unplaced, losses)
  const bodyMessage = messageIn(unplaced, outcome)
  const standing = defaultMessage(status, byKind.error)
  const message = outcome.message ?? byKind.message ?? bodyMessage ?? standing
  if (outcome.message === undefined && byKind.message !== undefined) {
    losses.add('/outcome/message', 'the question is sent as the message')
  }
  if (outcome.message === standing || (outcome.message !== undefined && outcome.message === bodyMessage)) {
    losses.add('/outcome/message', 'it says what the answer says without it, and is read back as none')
  }
  if (isObject(unplaced.body) && unplaced.body.message !== undefined && unplaced.body.message !== message) {
    losses.add('/outcome/payload/value/message', 'the message of the envelope takes its place; ext.replywire has it')
  }
  const notices = writeNotices(outcome, release, losses)
  const [first] = notices
  const cancel = outcome.kind === 'canceled' && first !== undefined ? fatalOf(first, release) : undefined
  const listed = cancel === undefined ? notices : [{ ...cancel, severity: 'error' }, ...notices.slice(1)]
  const bodyErrors = isObject(unplaced.body) ? writeBodyErrors(unplaced.body.errors, outcome.kind, release, losses) : []
  const errors = [...byKind.errors, ...listed, ...bodyErrors]
  const { ext, ...own } = body
  const rest: JsonObject = { ...envelope.after, ...own, ...byKind.progress }
  const fatal = byKind.error ?? cancel
  if (fatal !== undefined) rest.adcp_error = fatal
  if (errors.length > 0) rest.errors = errors
  const visible = visibleOf(rest, unplaced)
  if (visible !== undefined) unplaced.visible = visible
  const written = writeExt(unplaced, ext as JsonObject | undefined, losses)
  if (written !== undefined) rest.ext = written
  const { head, context } = envelope
  head.message = message
  const members = { ...head, ...rest }
  return {
    status,
    members,
    text: context === undefined ? JSON.stringify(members) : textOf(head, context, rest),
    fault: outcome.kind === 'failed' ? outcome.fault : undefined,
    hasOwnMessage: message !== standing,
  }
}

/** Since 3.2 a rejected get_products is an answer without errors: a refusal with one is a failure. */
function sentStatus(outcome: Outcome, { operation }: SealedExchange, { rejections }: Release): TaskStatus {
  const status = statusOf(outcome)
  return status === 'rejected' && rejections === 'answers' && operation === 'get_products' ? 'failed' : status
}

/** One object from two halves, with a context between them. */
function textOf(head: JsonObject, context: string, rest: JsonObject): string {
  const tail = JSON.stringify(rest)
  return `${JSON.stringify(head).slice(0, -1)},"context":${context}${tail === '{}' ? '' : ','}${tail.slice(1)}`
}

/** Next to an error of a bare code, a body could be the stored answer. */
function withoutBody({ payload }: Outcome, losses: Losses): JsonObject {
  if (payload !== undefined) losses.add('/outcome/payload', 'a response with this code must not have a body')
  return {}
}

/** The body's own message, where it can be that of the answer. A pause has its question there. */
function messageIn({ body }: JsonObject, { kind }: Outcome): string | undefined {
  return kind !== 'paused' && isObject(body) && typeof body.message === 'string' ? body.message : undefined
}

/** The members of the body; those whose names are taken go to `ext.replywire`. */
function writeBody(
  { payload }: Outcome,
  { operation }: SealedExchange,
  status: TaskStatus,
  unplaced: JsonObject,
  losses: Losses,
): JsonObject {
  if (payload === undefined) return {}
  const value = payloadObject(payload, losses)
  if (Object.keys(value).length === 0) losses.add('/outcome/payload', 'an empty body is read back as none')
  const placed: [string, Json][] = []
  const displaced: [string, Json][] = []
  for (const [name, member] of Object.entries(value)) {
    if (name === 'status') placeStatus(value, member, operation, placed, displaced, losses)
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

/** A body's own status: the tasks that had one have another name for it; no other body has room for it. */
function placeStatus(
  value: JsonObject,
  member: Json,
  operation: string | undefined,
  placed: [string, Json][],
  displaced: [string, Json][],
  losses: Losses,
): void {
  const at = '/outcome/payload/value/status'
  const task = operation === undefined ? undefined : taskTypeOf(operation).toLowerCase()
  if (hasRenamedStatus(task) && typeof member === 'string' && !Object.hasOwn(value, renamedStatus)) {
    placed.push([renamedStatus, member])
    losses.add(at, `it is sent as ${renamedStatus}`)
    losses.add(`/outcome/payload/value/${renamedStatus}`, "it stands for the body's status")
  } else {
    displaced.push(['status', member])
    losses.add(at, 'the envelope has this name; only ext.replywire has the status of the body')
  }
}

/** What one kind of outcome adds. */
interface KindMembers {
  message?: string | undefined
  errors: JsonObject[]
  error?: JsonObject
  progress?: JsonObject
}

function writeKind(
  outcome: Outcome,
  status: TaskStatus,
  release: Release,
  unplaced: JsonObject,
  losses: Losses,
): KindMembers {
  switch (outcome.kind) {
    case 'completed':
      return { errors: outcome.partial && !outcome.notices?.length ? [partialWarning] : [] }
    case 'pending':
      return { errors: [], progress: writeProgress(outcome.progress, status, release, unplaced, losses) }
    case 'paused': {
      const { message, errors, rest } = writeNeeds(outcome.needs, status, outcome.message, losses)
      if (rest !== undefined) unplaced.needs = rest
      return { message, errors }
    }
    case 'failed': {
      const { error, rest } = writeError(outcome.fault, release, losses)
      if (rest !== undefined) unplaced.fault = rest
      if (status === 'failed' && outcome.fault.began === false) unplaced.fault = { ...rest, began: false }
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
  release: Release,
  unplaced: JsonObject,
  losses: Losses,
): JsonObject {
  const sent = progress === undefined ? undefined : progressCodec.write(progress, '/outcome/progress', losses)
  if (sent === undefined) return {}
  const members = rootProgress.writeMembers(sent as Progress, '/outcome/progress', losses)
  const isPlaced =
    status === 'working' && Object.keys(members).length > 0 && equalJson(rootProgress.read(members), sent)
  if (isPlaced && checkSchema(release, 'progress', members).length === 0) return members
  unplaced.progress = sent
  return {}
}

function writeNotices({ kind, notices }: Outcome, release: Release, losses: Losses): JsonObject[] {
  if (notices === undefined) return []
  if (notices.length === 0) losses.add('/outcome/notices', 'an empty list is read back as none')
  const reserved = kind === 'paused' ? needCodes : undefined
  return notices.map((notice, index) => writeNotice(notice, `/outcome/notices/${index}`, release, losses, reserved))
}
