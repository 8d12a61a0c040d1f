/** `/livez`, `/readyz`, `/healthz` and `/metrics` of a gateway, on a listener of their own or on the public port. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { commonHeaders } from '../../server/http/final-answer.ts'

/** What the pages show. */
export interface GatewayAdminSource {
  isDraining(): boolean
  /** Why it cannot take calls, if it cannot. */
  notReady(): string | undefined
  readMetrics(): Promise<{ contentType: string; text: string }>
}

type Page = { readonly status: number; readonly type: string; readonly body: string }

const json = (status: number, body: object): Page => ({ status, type: 'application/json', body: JSON.stringify(body) })

const pages: Readonly<Record<string, (source: GatewayAdminSource) => Page | Promise<Page>>> = {
  '/livez': () => json(200, { status: 'ok' }),
  '/healthz': () => json(200, { status: 'ok' }),
  '/readyz'(source) {
    const reason = source.isDraining() ? 'shutting down' : source.notReady()
    return reason === undefined ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', reason })
  },
  async '/metrics'(source) {
    const { contentType, text } = await source.readMetrics()
    return { status: 200, type: contentType, body: text }
  },
}

const longestPath = '/metrics'.length

/** Whether a request is for one of the pages. */
export function isAdminRequest({ url = '', method }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const end = url.indexOf('?')
  const length = end < 0 ? url.length : end
  return length <= longestPath && Object.hasOwn(pages, url.slice(0, length))
}

/** Answers a request of the admin listener, or one that `isAdminRequest` found on the public port. */
export async function answerAdmin(
  source: GatewayAdminSource,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume()
  const path = request.url?.split('?')[0] ?? ''
  const { status, type, body } = await pageAt(source, path, request.method ?? '')
  const headers = {
    ...{ 'content-type': type, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store' },
    ...(status === 405 ? { allow: 'GET, HEAD' } : undefined),
    ...commonHeaders,
  }
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

async function pageAt(source: GatewayAdminSource, path: string, method: string): Promise<Page> {
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (page === undefined) return json(404, { status: 'not found' })
  if (method !== 'GET' && method !== 'HEAD') return json(405, { status: 'method not allowed' })
  try {
    return await page(source)
  } catch {
    return json(503, { status: 'not available' })
  }
}
