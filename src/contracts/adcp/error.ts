/** AdCP 3.1 core/error: an error object as a fault, and a fault as an error object. */
import type { Losses } from '../../codec/loss.ts'
import { extraFrom, withFreeMembers } from '../../codec/node.ts'
import { extraMembers, object, objects, secondsToMs, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fieldOf, pointerOf } from '../../lib/pointer.ts'
import { type Fault, faultCategories, httpFaults, type Issue, type Recovery } from '../../outcome/fault.ts'
import type { Extra } from '../../outcome/outcome.ts'
import { categoryOf, categoryRow, inFlightCode, isOpenCode, recoveryClasses, recoveryOf, vendorCode } from './codes.ts'
import { contractId, faultRest, issueCodec } from './nodes.ts'
import type { Release } from './release.ts'
import { checkError, lacksDetails } from './validate-error.ts'

const errorMembers = new Set(['code', 'message', 'field', 'retry_after', 'issues', 'details', 'recovery', 'severity'])
const issueMembers: ReadonlySet<string> = new Set(issueCodec.wires)

/** An error as a fault, `ext.replywire` not yet looked at. */
export function readError(error: JsonObject, { codes }: Release, unknownRecovery?: Recovery): Fault {
  const code = text(error.code) ?? ''
  const message = text(error.message) ?? ''
  const recovery = recoveryOf(error.recovery, code, codes, unknownRecovery)
  const details = readDetails(code, error.details)
  return defined<Fault>({
    category: categoryOf(code, recovery, codes),
    code,
    message,
    recovery,
    retryAfterMs: readWait(error.retry_after) ?? details.retryAfterMs,
    issues: readIssues(error, message),
    resourceId: details.resourceId,
    details: details.rest,
    extra: extraMembers('adcp', error, errorMembers).extra,
  })
}

/** Clients clamp what lies outside 1 to 3600 seconds. */
function readWait(value: Json | undefined): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return secondsToMs(Math.min(Math.max(value, 1), 3600))
}

interface Details {
  retryAfterMs?: number | undefined
  resourceId?: string | undefined
  rest: JsonObject | undefined
}

/** What the hub has members for, and the rest. */
function readDetails(code: string, value: Json | undefined): Details {
  const details = object(value)
  if (details === undefined) return { rest: undefined }
  if (code === inFlightCode && typeof details.retry_after === 'number') {
    const { retry_after: wait, ...rest } = details
    return { retryAfterMs: readWait(wait), rest: unlessEmpty(rest) }
  }
  if (code === 'CONFLICT' && typeof details.resource_id === 'string') {
    const { resource_id: resourceId, ...rest } = details
    return { resourceId: resourceId as string, rest: unlessEmpty(rest) }
  }
  return { rest: details }
}

function unlessEmpty(members: JsonObject): JsonObject | undefined {
  return Object.keys(members).length === 0 ? undefined : members
}

/** An error that names one field and lists no issues has one. */
function readIssues(error: JsonObject, message: string): Issue[] {
  const issues = objects(error.issues)
  if (issues.length === 0 && typeof error.field === 'string' && error.field !== '') {
    return [{ pointer: pointerOf(error.field), message }]
  }
  return issues.map(issue => {
    const { members, rest } = issueCodec.readMembers(issue, name => issueMembers.has(name)) ?? { members: {}, rest: [] }
    return { pointer: '', message: '', ...members, ...extraFrom(contractId, rest) }
  })
}

/** An error object, and what of the fault it does not say, for `ext.replywire.fault`. */
export interface WrittenError {
  error: JsonObject
  rest: JsonObject | undefined
}

const at = '/outcome/fault'

export function writeError(fault: Fault, release: Release, losses: Losses): WrittenError {
  const code = codeOf(fault, release)
  const quiet = release.codes.get(code)?.quiet ?? []
  const sent = quieted(fault, quiet, losses)
  const wait = writeWait(sent, code, release, losses)
  const base = defined<JsonObject>({
    code,
    message: sent.message,
    recovery: recoveryClasses[sent.recovery],
    retry_after: wait,
  } as JsonObject)
  const isTwice = code === inFlightCode && release.inFlightWait === 'details'
  const demanded = isTwice && wait !== undefined ? { details: { retry_after: wait } } : {}
  const details = quiet.includes('details') ? {} : writeDetails(sent, code, demanded)
  const listed = writeIssues(sent, losses)
  const own = ownExtra(sent, at, errorMembers, losses)
  const error = [
    { ...own, ...base, ...details, ...listed.full },
    { ...own, ...base, ...demanded, ...listed.full },
    { ...base, ...details, ...listed.bare },
    { ...base, ...demanded, ...listed.bare },
    { ...base, ...demanded },
  ].find(error => fits(error, release)) ?? { ...base, ...demanded, message: sent.message.slice(0, 500).toWellFormed() }
  if (Object.keys(own).some(member => !Object.hasOwn(error, member))) {
    losses.add(`${at}/extra/adcp`, 'members that would make the error invalid or too long')
  }
  const plain = readError(error, release)
  if (plain.category !== fault.category && categoryRow(fault.category, fault.recovery).nearest) {
    losses.add(`${at}/category`, 'AdCP has no code for it; only ext.replywire says so')
  }
  return { error, rest: remainder(sent, plain) }
}

/** Nothing is wrong with it, and clients do not discard it for its length. */
function fits(error: JsonObject, release: Release): boolean {
  return checkError(release, error, true).length === 0
}

/** Members that this code must not show are dropped, not carried elsewhere. */
function quieted(fault: Fault, quiet: readonly string[], losses: Losses): Fault {
  if (quiet.length === 0) return fault
  const { details, detail, resourceId, ...rest } = fault
  for (const [member, value] of Object.entries({ details, detail, resourceId })) {
    if (value !== undefined) losses.add(`${at}/${member}`, 'not allowed with this code')
  }
  if (!quiet.includes('field') || fault.issues.length === 0) return rest
  losses.add(`${at}/issues`, 'the field is not allowed with this code')
  return { ...rest, issues: [] }
}

/** The hub's own codes: AdCP has others for the same. */
const hubCodes: ReadonlySet<string> = new Set([
  ...Object.values(faultCategories).map(({ code }) => code),
  ...Object.keys(httpFaults),
])

/**
 * A fault's own code where AdCP has it, a vendor's pattern holds it, or it says with its recovery all that the fault's
 * category does; otherwise the code of that category.
 */
function codeOf({ code, category, recovery, details }: Fault, release: Release): string {
  const { codes } = release
  const row = codes.get(code)
  if (row !== undefined && !row.advisory && !lacksDetails(code, details, release)) return code
  const isTelling = vendorCode.test(code) || (isOpenCode(code, codes) && categoryOf(code, recovery, codes) === category)
  return row === undefined && isTelling && !hubCodes.has(code) ? code : categoryRow(category, recovery).code
}

function writeWait({ retryAfterMs }: Fault, code: string, { retryAfter }: Release, losses: Losses): number | undefined {
  if (retryAfterMs === undefined && code !== inFlightCode) return undefined
  const seconds = Math.min(Math.max((retryAfterMs ?? 0) / 1000, 1), 3600)
  const sent = code === inFlightCode || retryAfter === 'integer' ? Math.ceil(seconds) : seconds
  if (secondsToMs(sent) !== retryAfterMs) {
    losses.add(`${at}/retryAfterMs`, 'written in seconds from 1 to 3600, whole ones while in flight')
  }
  return sent
}

function writeDetails(fault: Fault, code: string, demanded: JsonObject): { details?: JsonObject } {
  const more = {
    ...(isObject(demanded.details) ? demanded.details : undefined),
    ...(code === 'CONFLICT' && fault.resourceId !== undefined ? { resource_id: fault.resourceId } : undefined),
  }
  if (fault.details === undefined && Object.keys(more).length === 0) return {}
  return { details: { ...fault.details, ...more } }
}

/** A keyword is demanded: one that rules a value out says no more than that. */
const standingKeyword = 'not'

function writeIssues({ issues, message }: Fault, losses: Losses): { full: JsonObject; bare: JsonObject } {
  const [first] = issues
  if (first === undefined) return { full: {}, bare: {} }
  const field = fieldOf(first.pointer)
  // One that says no more than a field is read from one.
  if (equalJson(issues, readIssues({ field }, message))) return { full: { field }, bare: { field } }
  const bare = issues.map(({ pointer, message, keyword, location }) =>
    defined<JsonObject>({ pointer, message, keyword: keyword ?? standingKeyword, location } as JsonObject),
  )
  const full = bare.map((issue, index) => ({
    ...ownExtra(issues[index] ?? {}, `${at}/issues/${index}`, issueMembers, losses),
    ...issue,
  }))
  return { full: { field, issues: full }, bare: { field, issues: bare } }
}

/** A node's members of AdCP's own; those that would be in the place of the hub's are named as lost. */
function ownExtra(node: { extra?: Extra }, pointer: string, known: ReadonlySet<string>, losses: Losses): JsonObject {
  const own = losses.extraOf(node, pointer)
  if (own === undefined) return {}
  return withFreeMembers({}, own, name => known.has(name), `${pointer}/extra/${contractId}`, losses)
}

/** What a reader of the error alone would get otherwise; null says that the fault has no such member. */
function remainder(fault: Fault, plain: Fault): JsonObject | undefined {
  const sent: Fault = { ...fault, issues: fault.issues.map(withOwnExtra) }
  const rest: JsonObject = {}
  for (const member of faultRest.carried as (keyof Fault)[]) {
    const value = sent[member]
    if (equalJson(value, plain[member]) || (member === 'began' && value === false)) continue
    rest[member] = (value ?? null) as Json
  }
  return unlessEmpty(rest)
}

/** Other contracts' members are named as lost already. */
function withOwnExtra({ extra, ...issue }: Issue): Issue {
  const own = extra?.adcp
  return own === undefined ? issue : { ...issue, extra: { adcp: own } }
}

/** A fault as read from the error, with the members of `ext.replywire.fault` in place of its own. */
export function withRest(fault: Fault, rest: Partial<Fault> | undefined): Fault {
  if (rest === undefined) return fault
  const members = Object.entries(rest).map(([member, value]) => [member, value ?? undefined])
  return defined<Fault>({ ...fault, ...Object.fromEntries(members) } as Fault)
}
