/** `/health` and `/health/ready`: whether the process lives, and whether calls are welcome. */
import type { HttpAnswer } from '../carriers/http/message.ts'
import { jsonAnswer } from './http/json-answer.ts'
import type { Site } from './site.ts'

/** What each check found. `degraded`: calls are welcome, and some of their answers are worse than usual. */
export type ReadinessChecks = Record<string, boolean | 'degraded'>

function reply(status: number, body: object): HttpAnswer {
  return jsonAnswer(body, status, { 'cache-control': 'no-store' })
}

export function liveness({ agent }: Site): HttpAnswer {
  return reply(200, { status: 'ok', service: agent.name, version: agent.version })
}

/** The status stands at the top also when it is 503. */
export async function readiness(site: Site): Promise<HttpAnswer> {
  const { agent, inflight, options } = site
  if (inflight.draining) return reply(503, { status: 'not_ready', service: agent.name, reason: 'shutting down' })
  let checks: ReadinessChecks = {}
  try {
    checks = { ...(await site.durable.check()), ...(await options.ready?.()) }
  } catch {
    return reply(503, { status: 'not_ready', service: agent.name, reason: 'a check failed' })
  }
  const status = worstOf(Object.values(checks))
  return reply(status === 'not_ready' ? 503 : 200, { status, service: agent.name, checks })
}

function worstOf(results: readonly (boolean | 'degraded')[]): 'ready' | 'degraded' | 'not_ready' {
  if (results.includes(false)) return 'not_ready'
  return results.includes('degraded') ? 'degraded' : 'ready'
}
