/** Whether an answer is a plain one of MCP, and of which revision. */
import type { Detection } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { formOf, keys } from './form.ts'
import { current, type Version } from './status.ts'

/** Any contract may stand inside a result: a plain one is only possible until nobody else knows it. */
export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'mcp') return undefined
  const reading = wire.body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const body = reading.value
  const meta = isObject(body._meta) ? body._meta : {}
  const version = versionOf(body)
  const ours = meta[keys.exchange] !== undefined || meta[keys.outcome] !== undefined
  if (ours && (meta[keys.kind] !== undefined || !isEnveloped(body.structuredContent))) {
    return { version, sure: 'likely', reason: 'keys of Replywire in _meta' }
  }
  switch (formOf(body)) {
    case 'input':
    case 'task':
    case 'details':
    case 'created':
      return { version, sure: 'likely', reason: 'a pause or a task of MCP itself' }
    case 'error':
      return isObject(body.error) && typeof body.error.code === 'number'
        ? { version, sure: 'possible', reason: 'a JSON-RPC error' }
        : undefined
    default:
      return Array.isArray(body.content) ? { version, sure: 'possible', reason: 'a list of content' } : undefined
  }
}

/** An envelope of another contract says its status, whoever wrote it. */
function isEnveloped(structured: Json | undefined): boolean {
  return isObject(structured) && typeof structured.status === 'string'
}

/** Only the newest revision says what it is; before, a result looks the same in all of them. */
function versionOf(body: JsonObject): Version {
  return body.resultType === undefined && formOf(body) !== 'input' ? '2025-11-25' : current
}
