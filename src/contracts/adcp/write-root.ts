/** AdCP 3.1: an outcome and its exchange as the flat root of an answer. */
import type { Losses } from '../../codec/loss.ts'
import { payloadObject } from '../../codec/payload.ts'
import { defined } from '../../lib/defined.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Outcome, Progress } from '../../outcome/outcome.ts'
import { isPlainExt, writeAside } from './aside.ts'
import { envelopeMembers, progressMembers } from './envelope.ts'
import { writeError } from './error.ts'
import { checkSchema, isBare } from './judge.ts'
import { needCodes, writeNeeds } from './needs.ts'
import { fatalOf, partialCode, writeNotice } from './notices.ts'
import { put } from './put.ts'
import { renamedStatus, statusOf, type TaskStatus } from './status.ts'
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

/** What carries the root: A2A tells state, conversation, task and time itself; on the others the root is flat. */
export type Form = 'http' | 'mcp' | 'a2a'

export function writeRoot(outcome: Outcome, exchange: SealedExchange, form: Form, losses: Losses): WrittenRoot {
  const status = statusOf(outcome)
  const aside: JsonObject = {}
  for (const member of carriedAside) {
    if (outcome[member] !== undefined) aside[member] = outcome[member] as Json
  }
  const told = writeKind(outcome, status, aside, losses)
  const body = isBare(told.error) ? unsaid(outcome, losses) : writeBody(outcome, status, form, aside, losses)
  const envelope: Envelope = writeEnvelope(outcome, exchange, status, form, aside, losses)
  const message = outcome.message ?? told.message
  if (message !== outcome.message) losses.add('/outcome/message', 'the question is sent as the message')
  const notices = writeNotices(outcome, losses)
  const [first, ...others] = notices
  const cancel = outcome.kind === 'canceled' && first !== undefined ? fatalOf(first) : undefined
  const listed = cancel === undefined ? notices : [{ ...cancel, severity: 'error' }, ...others]
  const errors = [...told.errors, ...listed]
  const { ext, status: ownStatus, ...own } = body
  const rest: JsonObject = { ...envelope.after, ...own, ...told.progress }
  put(rest, 'adcp_error', told.error ?? cancel)
  if (errors.length > 0) rest.errors = errors
  put(rest, 'ext', writeAside(aside, ext as JsonObject | undefined, losses))
  const { head, context } = envelope
  put(head, 'status', ownStatus)
  put(head, 'message', message)
  return {
    status,
    members: { ...head, ...rest },
    text: textOf(head, context, rest),
    fault: outcome.kind === 'failed' ? outcome.fault : undefined,
  }
}

/** One object from two halves, neither of them empty on its own account, with a context between them. */
function textOf(head: JsonObject, context: string | undefined, rest: JsonObject): string {
  const echo = context === undefined ? '' : `,"context":${context}`
  const tail = JSON.stringify(rest)
  return `${JSON.stringify(head).slice(0, -1)}${echo}${tail === '{}' ? '' : ','}${tail.slice(1)}`
}

/** Members that every outcome may have and the envelope has no place for. */
const carriedAside = [
  'content',
  'artifacts',
  'citations',
  'sources',
  'spanRefs',
  'actions',
  'usage',
  'provenance',
] as const

/** Beside such an error a body could be the stored answer. */
function unsaid({ payload }: Outcome, losses: Losses): JsonObject {
  if (payload !== undefined) losses.add('/outcome/payload', 'beside this code no body may be told')
  return {}
}

/** The members of the body; those whose place is taken go aside. */
function writeBody(
  { payload }: Outcome,
  status: TaskStatus,
  form: Form,
  aside: JsonObject,
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
  if (displaced.length > 0) aside.body = Object.fromEntries(displaced)
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
interface Told {
  message?: string | undefined
  errors: JsonObject[]
  error?: JsonObject
  progress?: JsonObject
}

const completedAside = ['partial', 'created', 'emptyReason', 'retryWith', 'grade'] as const

function writeKind(outcome: Outcome, status: TaskStatus, aside: JsonObject, losses: Losses): Told {
  switch (outcome.kind) {
    case 'completed':
      for (const member of completedAside) {
        if (outcome[member] !== undefined) aside[member] = outcome[member] as Json
      }
      return { errors: outcome.partial && !outcome.notices?.length ? [partialWarning] : [] }
    case 'pending':
      return { errors: [], progress: writeProgress(outcome.progress, status, aside, losses) }
    case 'paused': {
      const { message, errors, aside: needs } = writeNeeds(outcome.needs, status, outcome.message)
      if (needs !== undefined) aside.needs = needs
      return { message, errors }
    }
    case 'failed': {
      const { error, aside: fault } = writeError(outcome.fault, losses)
      if (fault !== undefined) aside.fault = fault
      return { error, errors: [{ ...error, severity: 'error' }] }
    }
    case 'unknown':
      if (outcome.status !== status) aside.status = outcome.status
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

const none: ReadonlySet<string> = new Set()

/** A working task tells its progress at the root; what does not fit there, and a queued one's, goes aside. */
function writeProgress(
  progress: Progress | undefined,
  status: TaskStatus,
  aside: JsonObject,
  losses: Losses,
): JsonObject {
  if (progress === undefined) return {}
  const { fraction, message, step, total, ...more } = progress
  if (Object.keys(more).length > 0) {
    aside.progress = progress as JsonObject
    losses.except(more, '/outcome/progress', none)
    return {}
  }
  const percentage = fraction === undefined ? undefined : Number((fraction * 100).toPrecision(12))
  const members = defined<JsonObject>({
    percentage,
    current_step: message,
    step_number: step,
    total_steps: total,
  } as JsonObject)
  const same = percentage === undefined || percentage / 100 === fraction
  if (
    status === 'working' &&
    same &&
    Object.keys(members).length > 0 &&
    checkSchema('progress', members).length === 0
  ) {
    return members
  }
  aside.progress = progress as JsonObject
  return {}
}

function writeNotices({ kind, notices }: Outcome, losses: Losses): JsonObject[] {
  if (notices === undefined) return []
  if (notices.length === 0) losses.add('/outcome/notices', 'an empty list is read back as none')
  const reserved = kind === 'paused' ? needCodes : undefined
  return notices.map((notice, index) => writeNotice(notice, `/outcome/notices/${index}`, losses, reserved))
}
