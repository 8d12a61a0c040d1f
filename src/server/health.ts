/** `/health` and `/health/ready`, of servers and workers: whether the process lives, and whether it can work. */
import type { HttpAnswer } from '../carriers/http/message.ts'
import { jsonAnswer } from './http/json-answer.ts'

/** What each check found. `degraded`: calls are welcome, and some of their answers are worse than usual. */
export type ReadinessChecks = Record<string, boolean | 'degraded'>

/** A process, as its health pages see it. */
export interface HealthSource {
  readonly agent: { readonly name: string; readonly version: string }
  isDraining(): boolean
  /** Throws when a check could not be made. */
  checks(): Promise<ReadinessChecks>
}

function reply(status: number, body: object): HttpAnswer {
  return jsonAnswer(body, status, { 'cache-control': 'no-store' })
}

export function liveness({ agent }: HealthSource): HttpAnswer {
  return reply(200, { status: 'ok', service: agent.name, version: agent.version })
}

/** The status is at the top also when it is 503. */
export async function readiness(source: HealthSource): Promise<HttpAnswer> {
  const service = source.agent.name
  if (source.isDraining()) return reply(503, { status: 'not_ready', service, reason: 'shutting down' })
  let checks: ReadinessChecks = {}
  try {
    checks = await source.checks()
  } catch {
    return reply(503, { status: 'not_ready', service, reason: 'a check failed' })
  }
  const status = worstOf(Object.values(checks))
  return reply(status === 'not_ready' ? 503 : 200, { status, service, checks })
}

function worstOf(results: readonly (boolean | 'degraded')[]): 'ready' | 'degraded' | 'not_ready' {
  if (results.includes(false)) return 'not_ready'
  return results.includes('degraded') ? 'degraded' : 'ready'
}
