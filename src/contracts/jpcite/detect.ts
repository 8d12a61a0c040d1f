/** Whether a message is written in this contract, and in which edition. */
import type { Detection } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { shapeOf } from './legacy/shape.ts'
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
  const reading = wire.body.json()
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
  const { error, basic } = body
  switch (shapeOf(body, status)) {
    case 'houjin':
      return isObject(basic) && typeof basic.houjin_bangou === 'string'
        ? found('likely', 'a company record')
        : undefined
    case 'error':
      if (!isObject(error) || typeof error.code !== 'string' || !isLegacyCode(error.code)) return undefined
      return found('possible', 'a legacy error code')
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
