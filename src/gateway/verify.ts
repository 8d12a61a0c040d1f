/** Whether an answer of an upstream keeps its contract: its trace, then everything else. What does is sent as it came. */
import { serverResult } from '../agent/run.ts'
import type { Decoded } from '../codec/contract.ts'
import type { Finding } from '../codec/rule.ts'
import { fault } from '../outcome/fault.ts'
import { faultOfStatus } from '../outcome/fault-of-status.ts'
import { completed, failed, type Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { Stage } from '../server/pipeline/call-record.ts'
import { Body } from '../wire/body.ts'
import type { HttpWire } from '../wire/http.ts'
import { decompress } from './decompress.ts'
import { answerHeaders } from './forward-headers.ts'
import type { GatewayCall, ReceivedAnswer } from './gateway-call.ts'
import { UpstreamError } from './upstream/upstream-error.ts'
import { upstreamFault } from './upstream-faults.ts'

export const verify: Stage<GatewayCall> = async (call, next) => {
  const result = await next()
  const { received } = call
  if (received === undefined) return result
  call.received = undefined
  const coding = received.headers['content-encoding']
  if (coding === undefined || coding === 'identity' || call.gatewayRoute.enforce === 'off') {
    return verified(call, received, received.body)
  }
  try {
    const bytes = await decompress(received.body, String(coding), call.compiled.limits.maxVerifiedBodyBytes)
    return verified(call, received, bytes)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return serverResult(upstreamFault(error))
  }
}

function verified(call: GatewayCall, received: ReceivedAnswer, bytes: Uint8Array): RunResult {
  const { status, target } = received
  const { headers, cookies } = answerHeaders(received.headers, target.origin, target.prefix)
  Object.assign(headers, call.compiled.contractHeaders)
  if (bytes !== received.body) delete headers['content-encoding']
  const { enforce } = call.gatewayRoute
  const send = (outcome: Outcome): RunResult => {
    setLength(headers, received, bytes, call.method)
    call.forwarded = { status, headers, cookies, body: bytes, outcome, isStream: false }
    return { outcome, exchange: {} }
  }
  // An answer to HEAD has no body to be verified.
  if (enforce === 'off' || call.method === 'HEAD') return send(outcomeOfStatus(status))
  headers['x-request-id'] = call.exchange.requestId
  headers['x-correlation-id'] = call.exchange.correlationId
  const wire: HttpWire = { carrier: 'http', status, headers, body: Body.ofBytes(bytes, call.compiled.jsonLimits) }
  const breach = call.contractEdition.contract.forwarding?.checkTrace?.(wire, call.exchange)
  const decoded = call.contractEdition.face.decode(wire)
  if (breach === undefined && decoded.findings.length === 0) return send(decoded.outcome)
  const broken = report(call, decoded, breach?.rule)
  if (enforce === 'report' || (breach === undefined && !broken)) return send(decoded.outcome)
  const code = breach?.code ?? 'UPSTREAM_CONTRACT_VIOLATION'
  return serverResult(
    fault('integrity', breach?.message ?? 'The answer of the upstream breaks its contract.', { code }),
  )
}

/** Counts the findings, and says whether one of them makes the answer invalid. */
function report(call: GatewayCall, { findings }: Decoded, traceRule: string | undefined): boolean {
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

function isEnforced({ compiled }: GatewayCall, { rule }: Finding): boolean {
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
