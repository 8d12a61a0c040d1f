/** `/health` and `/health/ready`: whether the process lives, and whether calls are welcome. */
import type { Site } from './site.ts'

function reply(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

export function liveness({ agent }: Site): Response {
  return reply(200, { status: 'ok', service: agent.name, version: agent.version })
}

/** The status stands at the top also when it is 503. */
export async function readiness(site: Site): Promise<Response> {
  const { agent, inflight, options } = site
  if (inflight.draining) return reply(503, { status: 'not_ready', service: agent.name, reason: 'shutting down' })
  let checks: Record<string, boolean> = {}
  try {
    checks = { ...(await site.durable.check()), ...(await options.ready?.()) }
  } catch {
    return reply(503, { status: 'not_ready', service: agent.name, reason: 'a check failed' })
  }
  const ready = Object.values(checks).every(Boolean)
  return reply(ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', service: agent.name, checks })
}
