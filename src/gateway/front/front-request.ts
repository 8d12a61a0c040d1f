/** A call of a tool or a skill as a request to its route, so that the plugins of the route see it as any other. */
import type { HttpRequest } from '../../carriers/http/message.ts'
import type { Call } from '../../outcome/call.ts'
import type { RouteConfig } from '../config.ts'

const noParams = new URLSearchParams()

/**
 * The request of a route. `front`: the request that the call came in, whose credentials and other headers count; none
 * where a task is run later. No header of it is handed on to the upstream: it was meant for the gateway.
 */
export function frontRequest(
  front: HttpRequest | undefined,
  { method, path, mode }: RouteConfig,
  { input, exchange }: Pick<Call, 'input' | 'exchange'>,
): HttpRequest {
  const bytes = Buffer.from(JSON.stringify(input))
  const own: Readonly<Record<string, string | undefined>> = {
    accept: mode === 'sse' ? 'text/event-stream' : 'application/json',
    'content-type': 'application/json',
    'content-length': String(bytes.byteLength),
    'content-encoding': undefined,
    'x-request-id': exchange.requestId,
    'x-correlation-id': exchange.correlationId,
  }
  const header = (name: string) => (name in own ? own[name] : front?.header(name))
  return {
    method,
    path,
    search: '',
    origin: front?.origin ?? 'http://localhost',
    address: front?.address,
    base: '',
    headers: { get: name => header(name.toLowerCase()) ?? null },
    header,
    values: name => [header(name) ?? []].flat(),
    rawTarget: path,
    host: front?.host,
    hasBody: true,
    query: () => undefined,
    params: noParams,
    allHeaders: () => ({}),
    read: async maxBytes => (bytes.byteLength > maxBytes ? undefined : bytes),
    onGone: () => {},
    isGone: false,
    toWeb: () => new Request(`http://localhost${path}`),
  }
}
