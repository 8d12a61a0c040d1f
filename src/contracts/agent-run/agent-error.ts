/** Agent HTTP contract, "AgentError": faults, pauses and cancellations as `{code, message, details}`. */
import type { Losses } from '../../codec/loss.ts'
import { withFreeMembers } from '../../codec/node.ts'
import { object, secondsToMs, text } from '../../codec/read.ts'
import { holdsStackTrace } from '../../codec/stack-trace.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { type Fault, type FaultCategory, fault, faultCategories } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Failed, Outcome } from '../../outcome/outcome.ts'
import { contractId, faultDetails, needsCodec, ownExtra } from './nodes.ts'
import { spellsPhi } from './phi.ts'
import { answered, canceledCode, categoryOf, codeOf, pauseFor, pauseOf, refusalStatus, taskFailed } from './status.ts'

const errorMembers = new Set(['code', 'message', 'details'])

/** What the answer's head adds to an error. */
export interface Head {
  status?: number | undefined
  retryAfter?: string | undefined
}

/** What an error means: the members of its kind, and what of it belongs to nobody. */
export type ErrorMeaning =
  | { kind: 'failed'; fault: Fault }
  | { kind: 'paused'; needs: [Need, ...Need[]]; message?: string; rest: JsonObject }
  | { kind: 'canceled'; message?: string; rest: JsonObject }

export function readError(error: JsonObject, head: Head): ErrorMeaning {
  const code = text(error.code)
  const message = text(error.message)
  const details = object(error.details) ?? {}
  const said = message === undefined ? {} : { message }
  if (!isFault(details)) {
    const { needs: written, ...others } = details
    const needs = written === undefined ? undefined : needsCodec.read(written)
    const pause = pauseOf(code)
    if (pause !== undefined && needs !== undefined)
      return { kind: 'paused', needs, ...said, rest: ownOf(error, others) }
    if (pause?.alone) {
      return { kind: 'paused', needs: [needOf(pause.need, message ?? '')], ...said, rest: ownOf(error, details) }
    }
    if (code === canceledCode) return { kind: 'canceled', ...said, rest: ownOf(error, details) }
  }
  return { kind: 'failed', fault: readFault(error, code, message ?? '', head) }
}

/** Details that name a fault's category say that the run failed, whatever its code. */
function isFault(details: JsonObject): boolean {
  return details.category !== undefined && faultDetails.readsAs('category', details.category) !== undefined
}

/** What a code waits for when the error says no more. */
function needOf(kind: Need['kind'], message: string): Need {
  return kind === 'approval' ? { kind, key: 'approval', action: message } : { kind: 'reply', question: message }
}

/** What of an error belongs to nobody. */
function ownOf(error: JsonObject, details: JsonObject): JsonObject {
  const rest = Object.fromEntries(Object.entries(error).filter(([name]) => !errorMembers.has(name)))
  return Object.keys(details).length === 0 ? rest : { ...rest, details }
}

function readFault(error: JsonObject, code: string | undefined, message: string, head: Head): Fault {
  const details = object(error.details)
  const reading = details === undefined ? undefined : faultDetails.readMembers(details)
  const category = categoryOf(code, head.status)
  const retryAfterMs = secondsToMs(head.retryAfter)
  const read = fault(reading?.members.category ?? category, message, {
    ...(retryAfterMs === undefined ? undefined : { retryAfterMs }),
    ...(head.status !== undefined && head.status >= 400 ? { began: false } : undefined),
    ...reading?.members,
    ...ownExtra(ownOf(error, {})),
  })
  const left = reading === undefined ? undefined : leftOver(Object.fromEntries(reading.rest), details)
  return { ...read, code: code || taskFailed, ...(left === undefined ? undefined : { details: left }) }
}

/** Details of nobody else's; an empty object stays only when it came alone. */
function leftOver(rest: JsonObject, details: JsonObject | undefined): JsonObject | undefined {
  return Object.keys(rest).length > 0 || Object.keys(details ?? {}).length === 0 ? rest : undefined
}

/** What an outcome that is no success becomes. */
export interface WrittenError {
  error: JsonObject
  /** The HTTP status; a stream cannot show it. */
  status: number
  retryAfterMs?: number | undefined
}

/** Where the members of an error are that is no fault. */
const ownErrorAt = `/outcome/extra/${contractId}/error`

type Unsuccessful = Exclude<Outcome, { kind: 'completed' | 'pending' }>

export function writeError(outcome: Unsuccessful, own: Json | undefined, losses: Losses, http: boolean): WrittenError {
  if (own !== undefined && (outcome.kind === 'failed' || outcome.kind === 'unknown')) {
    losses.add(ownErrorAt, 'an error is read back as a fault, which has its own members')
  }
  if (outcome.kind === 'failed') return writeFault(outcome, losses, http)
  const { code, standing, details } = errorParts(outcome, losses)
  const message = safe(outcome.message, standing, '/outcome/message', losses)
  if (outcome.kind === 'unknown') return { error: { code, message, details }, status: answered }
  if (outcome.message === undefined) losses.add('/outcome/message', 'a message is demanded; a standing text is sent')
  return { error: withRest({ code, message }, details, own, losses), status: answered }
}

function errorParts(
  outcome: Exclude<Unsuccessful, Failed>,
  losses: Losses,
): { code: string; standing: string; details: JsonObject } {
  switch (outcome.kind) {
    case 'paused': {
      const [first] = outcome.needs
      const { code, standing } = pauseFor(first.kind)
      const details = { needs: needsCodec.write(outcome.needs, '/outcome/needs', losses) }
      return { code, standing: safe(questionOf(first), standing), details }
    }
    case 'canceled':
      return { code: canceledCode, standing: 'The run was canceled.', details: {} }
    case 'unknown':
      losses.add('/outcome/kind', 'agent-run has no such status; it is sent as a failure')
      return {
        code: taskFailed,
        standing: 'The agent answered with an unknown status.',
        details: { reported_status: outcome.status },
      }
  }
}

/** What people are asked, where the error says so. */
function questionOf(need: Need): string | undefined {
  if (need.kind === 'credentials') return undefined
  return (need.kind === 'approval' ? need.action : need.question) || undefined
}

/** Members of a pause or a cancellation that only this contract knows. */
function withRest(error: JsonObject, details: JsonObject, own: Json | undefined, losses: Losses): JsonObject {
  if (own !== undefined && !isObject(own)) losses.add(ownErrorAt, 'an error is an object')
  const { details: ownDetails, ...rest } = object(own) ?? {}
  if (ownDetails !== undefined && !isObject(ownDetails)) losses.add(`${ownErrorAt}/details`, 'details are an object')
  const reserved = new Set(['category', 'needs'])
  const isReserved = (name: string): boolean => reserved.has(name)
  const all = withFreeMembers(details, object(ownDetails) ?? {}, isReserved, `${ownErrorAt}/details`, losses)
  const whole = withFreeMembers(error, rest, () => false, ownErrorAt, losses)
  const kept = Object.keys(all).length > Object.keys(details).length || Object.keys(whole).length > 2
  if (own !== undefined && !kept) losses.add(ownErrorAt, 'nothing of it has a place')
  return Object.keys(all).length === 0 ? whole : { ...whole, details: all }
}

function writeFault({ fault }: Failed, losses: Losses, http: boolean): WrittenError {
  const at = '/outcome/fault'
  const refused = http && fault.began === false
  const status = refused ? refusalStatus(fault.category) : answered
  const code = codeOf(fault)
  if (code !== fault.code) losses.add(`${at}/code`, `agent-run calls this ${code}`)
  const message = safe(fault.message, 'The run failed.', `${at}/message`, losses)
  const details = withDetails(faultDetails.writeMembers(withoutDefaults(fault, refused), at, losses), fault, losses)
  const bare = fault.details === undefined && isEmpty(details) ? {} : { details }
  const clear = isImpliedBy({ code, message, ...bare }, fault.category, status)
  const known = clear
    ? { code, message, ...bare }
    : { code, message, details: { ...details, category: fault.category } }
  if (!clear && fault.details?.category !== undefined) {
    losses.add(`${at}/details/category`, 'the category of the fault stands there')
  }
  if (isEmpty(fault.details) && !isEmpty(known.details)) {
    losses.add(`${at}/details`, 'an empty object next to other members is read back as none')
  }
  const own = losses.extraOf(fault, at) ?? {}
  return {
    error: withFreeMembers(known, own, name => errorMembers.has(name), `${at}/extra/${contractId}`, losses),
    status,
    retryAfterMs: refused ? fault.retryAfterMs : undefined,
  }
}

/** The author's own details go along as they are, also where a reader takes one for a member of the fault. */
function withDetails(written: JsonObject, { details }: Fault, losses: Losses): JsonObject {
  if (details === undefined) return written
  for (const [name, value] of Object.entries(details)) {
    const member = Object.hasOwn(written, name) ? undefined : faultDetails.readsAs(name, value)
    if (member === undefined) continue
    losses.add(`/outcome/fault/details${pointer(name)}`, `it is read back as ${member}`)
    losses.add(`/outcome/fault/${member}`, 'a member of the details stands in for it')
  }
  return withFreeMembers(written, details, () => false, '/outcome/fault/details', losses)
}

/** A fault without what goes without saying: no issues, the usual recovery, and a refusal that the HTTP status implies. */
function withoutDefaults(fault: Fault, refused: boolean): Partial<Fault> {
  const { category: _, issues, recovery, began, ...rest } = fault
  return {
    ...rest,
    ...(issues.length > 0 ? { issues } : undefined),
    ...(recovery === faultCategories[fault.category].recovery ? undefined : { recovery }),
    ...(refused || began === undefined ? undefined : { began }),
  }
}

function isImpliedBy(error: JsonObject, category: FaultCategory, status: number): boolean {
  const meaning = readError(error, { status })
  return meaning.kind === 'failed' && meaning.fault.category === category
}

function isEmpty(node: JsonObject | undefined): boolean {
  return node !== undefined && Object.keys(node).length === 0
}

/** A message that names a patient or holds a stack trace is not sent; a standing text goes in its place, or in that of none. */
function safe(message: string | undefined, standing: string, at?: string, losses?: Losses): string {
  if (message === undefined) return standing
  const problem = spellsPhi(message)
    ? 'it spells out an identifier of a patient'
    : holdsStackTrace(message)
      ? 'it holds a stack trace'
      : undefined
  if (problem === undefined) return message
  if (at !== undefined) losses?.add(at, `${problem}; a standing text is sent`)
  return standing
}
