/** Reading an AdCP 3.1 answer over REST. What the carriers share is here too. */
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { secondsToMs } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type FaultCategory, fault, type Recovery } from '../../outcome/fault.ts'
import { failed, type Outcome } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import { readAnswer } from './answer.ts'
import { categoryOfHttp, httpClassOf } from './codes.ts'
import { outsideContext } from './context.ts'
import { mirrored } from './envelope.ts'
import { metaExchange } from './nodes.ts'
import type { CarrierFacts } from './read-root.ts'
import type { Release } from './release.ts'
import { currentRelease } from './releases.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'
import { bodyStatuses, rowOf, statusRow } from './status.ts'
import { isBusinessRejection } from './validate.ts'

export interface DecodeOptions {
  /** What an error with an unknown code that says no recovery is read as; the specification contradicts itself. */
  unknownRecovery?: Recovery
}

/** The answer that cannot be read at all. */
export function unreadable(category: FaultCategory = 'integrity'): Outcome {
  return failed(fault(category, 'The answer could not be read.', { code: 'X_REPLYWIRE_UNREADABLE' }))
}

export function decodeHttp(
  wire: HttpWire,
  { unknownRecovery }: DecodeOptions = {},
  release: Release = currentRelease,
): Decoded {
  const odd: Finding[] = []
  const inHeader = statusRow(wire.headers['x-adcp-status'])
  // The state may ride on the header alone, with no body at all.
  const isHeadAlone = inHeader !== undefined && wire.body.isEmpty
  const value = isHeadAlone ? {} : readBody(wire.body, odd)
  const findings = outsideContext(odd, '')
  const carried = httpExchange(wire)
  const failing = wire.status !== undefined && wire.status >= 400
  if (!isObject(value)) {
    if (value !== undefined) findings.push(finding(rule('adcp/root'), ''))
    const outcome = unreadable(failing ? categoryOfHttp(wire.status) : 'integrity')
    return { outcome, exchange: carried, findings }
  }
  const root = rootOf(value, '', release)
  const state = flatState(root.members, wire.headers['x-adcp-status'], failing)
  const blank = { category: categoryOfHttp(wire.status), message: 'The task failed.' }
  const answer = readAnswer({
    root,
    data: value,
    schema: 'protocol-envelope',
    nestedRule: 'adcp/nested-payload',
    hasTask: root.members.task_id !== undefined,
    facts: { ...state, blank, unknownRecovery },
    source: wire.body,
    sourceAt: '',
    exchange: carried,
    findings,
  })
  // A state that only the header has is there: that the body does not mirror it is another finding.
  const isInHeader = inHeader !== undefined && value.status === undefined
  const all = isInHeader ? answer.findings.filter(found => !isMissingStatus(found)) : answer.findings
  all.push(...validateHeaders(wire, value, state, release))
  return { ...answer, findings: all, outcome: withHead(answer.outcome, wire) }
}

function isMissingStatus({ rule: id, pointer }: Finding): boolean {
  return id === 'adcp/status' && pointer === '/status'
}

/** The state of a root that states it itself. */
export type FlatState = Pick<CarrierFacts, 'row' | 'word'> & { ownStatus: boolean }

/** The state that a flat root is in. A media buy's own status in its place is the body's, and the work is done. */
export function flatState(members: JsonObject, header: string | undefined, failing: boolean): FlatState {
  const { status } = members
  const row = statusRow(status)
  if (row !== undefined) return { row, ownStatus: false }
  if (typeof status === 'string' && !bodyStatuses.has(status)) {
    return { row: rowOf('unknown'), word: status, ownStatus: false }
  }
  const inferred = statusRow(header) ?? (failing || members.adcp_error !== undefined ? rowOf('failed') : undefined)
  return { row: inferred ?? rowOf('completed'), ownStatus: status !== undefined }
}

function validateHeaders(wire: HttpWire, body: JsonObject, { row, ownStatus }: FlatState, release: Release): Finding[] {
  const findings: Finding[] = []
  for (const [header, member] of mirrored) {
    const inHeader = wire.headers[header]
    if (inHeader === undefined) continue
    const inBody = member === 'status' && ownStatus ? undefined : body[member]
    if (inBody === undefined) findings.push(finding(rule('adcp/header-mirror'), `/${member}`))
    else if (inBody !== inHeader) findings.push(finding(rule('adcp/header-agreement'), `/${member}`))
  }
  if (wire.status === undefined || row.kind === 'unknown') return findings
  const isFailure = row.kind === 'failed' && !isBusinessRejection(body, row, release)
  if (isFailure !== wire.status >= 400) {
    findings.push(finding(rule('adcp/transport-marker'), '', `HTTP ${wire.status} does not go with this status.`))
  } else if (
    row.kind === 'failed' &&
    ![undefined, Math.trunc(wire.status / 100)].includes(httpClassOf(body.adcp_error, release.codes))
  ) {
    findings.push(finding(rule('adcp/http-class'), '/adcp_error/code'))
  }
  return findings
}

/** What the head of an HTTP answer says where the body does not: a new resource, a time to wait. */
function withHead(outcome: Outcome, { status, headers }: HttpWire): Outcome {
  if (outcome.kind === 'completed' && status === 201 && outcome.created === undefined) {
    return { ...outcome, created: defined<{ location?: string }>({ location: headers.location }) }
  }
  const wait = outcome.kind === 'failed' ? secondsToMs(headers['retry-after']) : undefined
  if (outcome.kind !== 'failed' || wait === undefined || outcome.fault.retryAfterMs !== undefined) return outcome
  return { ...outcome, fault: { ...outcome.fault, retryAfterMs: wait } }
}

function httpExchange({ headers }: HttpWire): Exchange {
  const timing = headers['server-timing']
  const duration = timing === undefined ? undefined : /(?:^|[,\s])replywire;dur=(\d+(?:\.\d+)?)/.exec(timing)?.[1]
  const { 'x-request-id': requestId, 'x-correlation-id': correlationId, 'x-adcp-context-id': conversationId } = headers
  const exchange: Exchange = {}
  if (requestId !== undefined) exchange.requestId = requestId
  if (correlationId !== undefined) exchange.correlationId = correlationId
  if (conversationId !== undefined) exchange.conversationId = conversationId
  if (duration !== undefined) exchange.durationMs = Number(duration)
  return exchange
}

/** Ids and times as a carrier's own metadata holds them. */
export function carriedExchange(meta: Json | undefined, at: string, findings: Finding[]): Exchange {
  if (meta === undefined) return {}
  const reading = isObject(meta) ? metaExchange.readMembers(meta) : undefined
  if (reading === undefined) findings.push(finding(rule('adcp/ext-replywire'), at))
  for (const [name] of reading?.rest ?? []) {
    if (name !== frameMember) findings.push(finding(rule('adcp/ext-replywire'), at + pointer(name)))
  }
  return reading?.members ?? {}
}

/** What the frame of an A2A task has in addition, under the same key. */
const frameMember = 'frame'
