/** A request for tasks or approvals as plugins leave it. */
import type { HttpRequest } from '../../carriers/http/message.ts'
import type { GatewayCall } from '../gateway-call.ts'

/** The request itself, where no plugin has replaced its body. */
export function builtInRequest(call: GatewayCall): HttpRequest {
  const { http, forwardHeaders, isBodyReplaced } = call
  if (!isBodyReplaced) return http
  const header = (name: string) =>
    name === 'content-encoding' && name in forwardHeaders ? forwardHeaders[name] : http.header(name)
  return {
    method: http.method,
    path: http.path,
    search: http.search,
    origin: http.origin,
    address: http.address,
    base: http.base,
    headers: { get: name => header(name.toLowerCase()) ?? null },
    header,
    values: name => http.values(name),
    rawTarget: http.rawTarget,
    host: http.host,
    hasBody: http.hasBody,
    query: name => http.query(name),
    params: http.params,
    allHeaders: () => http.allHeaders(),
    async read(maxBytes) {
      const bytes = await call.requestBytes()
      return bytes !== undefined && bytes.byteLength > maxBytes ? undefined : bytes
    },
    onGone: listener => http.onGone(listener),
    get isGone() {
      return http.isGone
    },
    toWeb: () => http.toWeb(),
  }
}
