/** Whether a message is an AdCP answer. */
import type { Detection } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { mirrored } from './decode.ts'
import { release } from './envelope.ts'
import { extractA2a, extractMcp, extractRpcError, isUsableError } from './extraction.ts'
import { legacyStatuses, statusRow } from './status.ts'
import { releasePattern } from './version.ts'

const as = (sure: Detection['sure'], reason: string): Detection => ({ version: release, sure, reason })

/** Members of the envelope that few others use. */
const telling = [
  'context_id',
  'governance_context',
  'push_notification_config',
  'adcp_major_version',
  ...legacyStatuses,
]

export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier === 'file') return undefined
  if (wire.carrier === 'http' && mirrored.some(([header]) => wire.headers[header] !== undefined)) {
    return as('certain', 'a header X-AdCP-…')
  }
  const reading = wire.body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const { value } = reading
  if (wire.carrier !== 'http' && extractRpcError(value) !== undefined) {
    return as('certain', 'a JSON-RPC error with data.adcp_error')
  }
  const root = rootIn(wire, value)
  return root === undefined ? undefined : detectRoot(root, wire.carrier === 'a2a')
}

function rootIn({ carrier }: Wire, value: JsonObject): JsonObject | undefined {
  if (carrier === 'http') return value
  if (carrier === 'mcp' && isObject(value.structuredContent)) return value.structuredContent
  const found = carrier === 'mcp' ? extractMcp({ ...value, isError: false }) : extractA2a(value)
  return found.ok ? found.data : undefined
}

function detectRoot(root: JsonObject, inTask: boolean): Detection | undefined {
  if (isVersion(root.adcp_version)) return as('certain', 'the member adcp_version')
  if (isUsableError(root.adcp_error)) return as('certain', 'the member adcp_error')
  const known = statusRow(root.status) !== undefined
  if (known && telling.some(member => Object.hasOwn(root, member))) {
    return as('likely', 'a task status with members of the envelope')
  }
  if (inTask || !known) return undefined
  return as('possible', 'a status that is one of the task states')
}

function isVersion(value: Json | undefined): boolean {
  return typeof value === 'string' && releasePattern.test(value)
}
