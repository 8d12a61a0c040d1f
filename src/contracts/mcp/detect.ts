/** Whether an answer is a plain one of MCP, and of which revision. */
import type { Detection } from '../../codec/contract.ts'
import { resultIn } from '../../codec/rpc-result.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { formOf, keys } from './form.ts'
import { current, ownSince, type Version } from './status.ts'

/** Any contract may be inside a result: a plain one is only possible until nobody else knows it. */
export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'mcp') return undefined
  const reading = (resultIn(wire) ?? wire).body.json()
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
      return { version, sure: 'likely', reason: 'a pause or a task of MCP itself' }
    case 'details':
    case 'created':
      return isTask(isObject(body.task) ? body.task : body)
        ? { version, sure: 'likely', reason: 'a task of MCP itself' }
        : undefined
    case 'error':
      return detectError(body.error, version)
    default:
      return Array.isArray(body.content) ? { version, sure: 'possible', reason: 'a list of content' } : undefined
  }
}

/** Others have tasks too; theirs say their state otherwise. */
function isTask({ taskId, status }: JsonObject): boolean {
  return typeof taskId === 'string' && (status === undefined || typeof status === 'string')
}

/** MCP's own codes show it; an HTTP status in place of a code, or with its name, belongs to another contract. */
function detectError(error: Json | undefined, version: Version): Detection | undefined {
  if (!isObject(error) || typeof error.code !== 'number') return undefined
  if (typeof error.status === 'string' || (error.code >= 100 && error.code < 600)) return undefined
  const since = ownSince(error.code)
  if (since !== undefined) return { version: since, sure: 'likely', reason: 'an error code of MCP itself' }
  return { version, sure: 'possible', reason: 'a JSON-RPC error' }
}

/** An envelope of another contract has its status. */
function isEnveloped(structured: Json | undefined): boolean {
  return isObject(structured) && typeof structured.status === 'string'
}

/** Only the newest revision says what it is; before, a result looks the same in all of them. */
function versionOf(body: JsonObject): Version {
  return body.resultType === undefined && formOf(body) !== 'input' ? '2025-11-25' : current
}
