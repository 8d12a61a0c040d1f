/** Metrics and health of a worker, on a port of their own. */
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { type AdminListener, listenAdmin } from '../../server/http/admin-listener.ts'
import { withCommonHead } from '../../server/http/final-answer.ts'
import { jsonAnswer } from '../../server/http/json-answer.ts'
import type { Metrics } from '../../server/metrics.ts'
import type { Store } from '../../store/store.ts'
import { cannotListen } from '../commands/serve.ts'

export interface WorkerAdmin {
  readonly metrics: Metrics
  readonly store: Store
  readonly service: string
}

export function listenForMetrics(admin: WorkerAdmin, port: number): Promise<AdminListener> {
  return listenAdmin(async http => withCommonHead(http, await answerOf(admin, http)), { port }).catch(error => {
    throw cannotListen(error)
  })
}

async function answerOf({ metrics, store, service }: WorkerAdmin, { path }: HttpRequest): Promise<HttpAnswer> {
  const noStore = { 'cache-control': 'no-store' }
  if (path === '/metrics') {
    const { contentType, text } = await metrics.read()
    return { status: 200, headers: { 'content-type': contentType }, body: text }
  }
  if (path === '/health') return jsonAnswer({ status: 'ok', service }, 200, noStore)
  if (path === '/health/ready') {
    const isThere = await store.do('ping', {}).then(
      () => true,
      () => false,
    )
    const status = isThere ? 'ready' : 'not_ready'
    return jsonAnswer({ status, service, checks: { store: isThere } }, isThere ? 200 : 503, noStore)
  }
  return { status: 404, headers: {} }
}
