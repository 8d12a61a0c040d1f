/** Whether a message is written in this contract, and in which edition. */
import type { Detection } from '../../codec/contract.ts'
import { resultIn } from '../../codec/rpc-result.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { isFlat, isProblemList, shapeOf } from './legacy/shape.ts'
import { isLegacyCode } from './legacy/status.ts'
import { mediaType } from './negotiation.ts'
import { errorRow, statuses } from './status.ts'

export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'http' && wire.carrier !== 'mcp') return undefined
  if (wire.carrier === 'http') {
    if (wire.method !== undefined) return undefined
    const byHead = detectHead(wire)
    if (byHead !== undefined) return byHead
  }
  const reading = ((wire.carrier === 'mcp' ? resultIn(wire) : undefined) ?? wire).body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const { value } = reading
  if (wire.carrier === 'mcp') return isObject(value.structuredContent) ? detectV2(value.structuredContent) : undefined
  return detectV2(value) ?? detectLegacy(value, wire.status)
}

/** What X-Envelope-Version says, and the edition that it means. */
const versions: ReadonlyMap<string, string> = new Map([
  ['v2', 'v2'],
  ['v1', 'legacy'],
])

function detectHead({ headers }: HttpWire): Detection | undefined {
  const version = versions.get(headers['x-envelope-version'] ?? '')
  if (version !== undefined) return { version, sure: 'certain', reason: 'the header X-Envelope-Version' }
  if (mediaTypeOf(headers['content-type']) !== mediaType) return undefined
  return { version: 'v2', sure: 'certain', reason: 'the media type of the v2 envelope' }
}

function detectV2(body: JsonObject): Detection | undefined {
  const known = statuses.some(status => status === body.status)
  const echoed = isObject(body.query_echo)
  if (known && echoed && isObject(body.meta) && body.meta.api_version === 'v2') {
    return { version: 'v2', sure: 'certain', reason: 'a status, an echo of the query and the API version v2' }
  }
  if (known && echoed) return { version: 'v2', sure: 'likely', reason: 'a status and an echo of the query' }
  if (isStandardError(body.error)) return { version: 'v2', sure: 'likely', reason: 'an error code with a user message' }
  return undefined
}

function isStandardError(error: Json | undefined): boolean {
  return isObject(error) && errorRow(error.code) !== undefined && typeof error.user_message === 'string'
}

/** Shapes that others may have too are possible at most; a page only when it is whole. */
function detectLegacy(body: JsonObject, status: number | undefined): Detection | undefined {
  const found = (sure: Detection['sure'], reason: string): Detection => ({ version: 'legacy', sure, reason })
  const { basic } = body
  switch (shapeOf(body, status)) {
    case 'houjin':
      return isObject(basic) && typeof basic.houjin_bangou === 'string'
        ? found('likely', 'a company record')
        : undefined
    case 'error': {
      const sign = legacyError(body)
      return sign === undefined ? undefined : found('possible', sign)
    }
    case 'explained':
      return typeof body.explanation === 'string' && isObject(body.meta) && 'status' in body
        ? found('possible', 'a status with its explanation')
        : undefined
    case 'health':
      return isObject(body.checks) && 'timestamp_utc' in body ? found('possible', 'a health report') : undefined
    case 'page':
      return ['total', 'limit', 'offset', 'results'].every(name => Object.hasOwn(body, name))
        ? found('possible', 'a list with total, limit and offset')
        : undefined
    default:
      return undefined
  }
}

/** Members of other contracts' errors: of a problem, a profile, an agent's envelope. */
const foreign = ['title', 'type', 'message', 'trace', 'outputs', 'response', 'jsonrpc', 'adcp_error']

/** How a legacy error shows: by a code of the list, or by one of the shapes that the service answers with. */
function legacyError(body: JsonObject): string | undefined {
  const { error, detail, code } = body
  const said = isObject(error) ? error.code : typeof error === 'string' ? error : code
  if (typeof said === 'string' && isLegacyCode(said)) return 'a legacy error code'
  if (isObject(error) || foreign.some(name => Object.hasOwn(body, name))) return undefined
  if (typeof error === 'string') {
    return typeof detail === 'string' || Object.keys(body).length === 1 ? 'an error that is a text' : undefined
  }
  if (isFlat(body)) return 'a code with a reason or a delay'
  return typeof detail === 'string' || isProblemList(detail) ? 'a detail and no error' : undefined
}
