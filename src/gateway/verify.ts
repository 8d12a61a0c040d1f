/** Whether an answer of an upstream keeps its contract: its trace, then everything else. What does is sent as it came. */
import { serverResult } from '../agent/run.ts'
import type { Finding } from '../codec/rule.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { faultOfStatus } from '../outcome/fault-of-status.ts'
import { completed, failed, type Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { Stage } from '../server/pipeline/call-record.ts'
import { answerHeaders } from './forward-headers.ts'
import type { GatewayCall, ReceivedAnswer } from './gateway-call.ts'
import { withoutDeadEnd } from './reachable-paths.ts'
import { readAnswer, uncoded } from './relay/read-answer.ts'
import type { RelayReply } from './relay/relay.ts'
import { withoutAddress } from './relay/without-address.ts'
import { UpstreamError } from './upstream/upstream-error.ts'
import { upstreamFault } from './upstream-faults.ts'

/** What the verification of an answer needs of its call. A task that is forwarded has no request of its own. */
export type VerifiedCall = Pick<
  GatewayCall,
  'compiled' | 'gatewayRoute' | 'contractEdition' | 'exchange' | 'method' | 'log' | 'forwarded' | 'findings'
>

export const verify: Stage<GatewayCall> = async (call, next) => {
  const result = await next()
  const { received } = call
  if (received === undefined) return result
  call.received = undefined
  return verifyAnswer(call, received)
}

/** What an answer means, or why it breaks its contract. Most are not compressed, and nothing is waited for. */
export function verifyAnswer(call: VerifiedCall, received: ReceivedAnswer): RunResult | Promise<RunResult> {
  const { compiled } = call
  const plain = isRead(compiled)
    ? uncoded(received, received.body, compiled.limits.maxVerifiedBodyBytes)
    : received.body
  return plain instanceof Uint8Array ? verified(call, received, plain) : verifyUnpacked(call, received, plain)
}

async function verifyUnpacked(
  call: VerifiedCall,
  received: ReceivedAnswer,
  unpacking: Promise<Uint8Array>,
): Promise<RunResult> {
  try {
    return verified(call, received, await unpacking)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return serverResult(upstreamFault(error))
  }
}

/** Whether the body of an answer is read: what a durable route keeps of it, it has to know. */
export function isRead({ config: { enforce }, durability }: VerifiedCall['compiled']): boolean {
  return enforce !== 'off' || durability !== undefined
}

function verified(call: VerifiedCall, received: ReceivedAnswer, bytes: Uint8Array): RunResult {
  const { status, target } = received
  const { headers, cookies } = answerHeaders(received.headers, target.origin, target.prefix)
  Object.assign(headers, call.compiled.contractHeaders)
  if (bytes !== received.body) delete headers['content-encoding']
  const { contractEdition, exchange, compiled, gatewayRoute } = call
  const send = (outcome: Outcome): RunResult => {
    setLength(headers, received, bytes, call.method)
    call.forwarded = { status, headers, cookies, body: bytes, outcome, isStream: false }
    return { outcome, exchange: {} }
  }
  // An answer to HEAD has no body to be verified.
  if (!isRead(compiled) || call.method === 'HEAD') return send(outcomeOfStatus(status))
  const answer = readAnswer(status, headers, bytes, { contractEdition, ids: exchange, jsonLimits: compiled.jsonLimits })
  const refused = gatewayRoute.enforce === 'off' ? undefined : enforce(call, answer)
  if (refused !== undefined) return serverResult(refused)
  const outcome = withoutAddress(answer.outcome, target)
  if (outcome.task?.statusUrl === answer.outcome.task?.statusUrl) return send(answer.outcome)
  // Its bytes name the upstream itself: the gateway writes the answer again, in the same contract.
  return { outcome: withoutDeadEnd(outcome, compiled.paths, gatewayRoute).outcome, exchange: {} }
}

/** Counts what is wrong with an answer, and says why callers do not get it, if they do not. */
export function enforce(
  call: VerifiedCall,
  { findings, breach }: Pick<RelayReply, 'findings' | 'breach'>,
): Fault | undefined {
  if (breach === undefined && findings.length === 0) return undefined
  const isBroken = report(call, findings, breach?.rule)
  if (call.gatewayRoute.enforce === 'report' || (breach === undefined && !isBroken)) return undefined
  const code = breach?.code ?? 'UPSTREAM_CONTRACT_VIOLATION'
  return fault('integrity', breach?.message ?? 'The answer of the upstream breaks its contract.', { code })
}

/** Counts the findings, and says whether one of them makes the answer invalid. */
function report(call: VerifiedCall, findings: readonly Finding[], traceRule: string | undefined): boolean {
  const { compiled, gatewayRoute } = call
  const enforced = findings.map(found => (isEnforced(call, found) ? { ...found, level: 'must' as const } : found))
  call.findings = enforced
  for (const found of enforced) compiled.metrics.found(gatewayRoute.id, found)
  const isKnown = traceRule === undefined || findings.some(({ rule }) => rule === traceRule)
  if (!isKnown) compiled.metrics.found(gatewayRoute.id, { rule: traceRule, level: 'must' })
  const rules = [...new Set(enforced.filter(({ level }) => level === 'must').map(({ rule }) => rule))]
  if (!isKnown) rules.push(traceRule)
  if (rules.length > 0)
    call.log.warn({ rules: rules.slice(0, 20).join(' ') }, 'the answer of an upstream breaks its contract')
  return rules.length > 0
}

function isEnforced({ compiled }: VerifiedCall, { rule }: Finding): boolean {
  return compiled.enforcedRules.has(rule)
}

/** All that is known of an answer that was not read. */
export function outcomeOfStatus(status: number): Outcome {
  return status < 400 ? passed : failed(faultOfStatus(status, 'The service'))
}

const passed = completed({})

/** Answers to HEAD, and those without a body, have the length that the upstream says. */
function setLength(headers: Record<string, string>, received: ReceivedAnswer, bytes: Uint8Array, method: string): void {
  if (method !== 'HEAD' && received.status !== 304) {
    if (received.status !== 204) headers['content-length'] = String(bytes.byteLength)
    return
  }
  const length = received.headers['content-length']
  if (typeof length === 'string') headers['content-length'] = length
}
