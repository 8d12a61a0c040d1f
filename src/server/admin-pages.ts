/** The pages of an admin port, of servers and workers. */
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import { type HealthSource, liveness, readiness } from './health.ts'
import { withCommonHead } from './http/final-answer.ts'
import type { Metrics } from './metrics.ts'

export interface AdminSource {
  readonly metrics: Metrics
  readonly health: HealthSource
}

export async function answerAdmin(source: AdminSource, http: HttpRequest): Promise<HttpAnswer> {
  return withCommonHead(http, await pageAt(source, http.path))
}

async function pageAt({ metrics, health }: AdminSource, path: string): Promise<HttpAnswer> {
  if (path === '/metrics') {
    const { contentType, text } = await metrics.read()
    return { status: 200, headers: { 'content-type': contentType }, body: text }
  }
  if (path === '/health') return liveness(health)
  if (path === '/health/ready') return readiness(health)
  return { status: 404, headers: {} }
}
