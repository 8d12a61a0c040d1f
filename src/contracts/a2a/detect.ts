/** Whether an answer is a plain one of A2A, and of which version. */
import type { Detection } from '../../codec/contract.ts'
import { objects } from '../../codec/read.ts'
import { resultIn } from '../../codec/rpc-result.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import type { Wire } from '../../wire/wire.ts'
import { besideError } from './errors.ts'
import { type Frame, frameOf, keys, wrappersOf } from './frame.ts'
import { errorByCode, errorDomain, isNamed, isRpcStatus } from './status.ts'

/** Any contract may be in a part: a plain answer is only possible until nobody else knows it. */
export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'a2a') return undefined
  const reading = (resultIn(wire) ?? wire).body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const body = reading.value
  const frame = frameOf(body)
  if (frame === undefined) return undefined
  const version = versionOf(body, frame.node)
  if (isOurs(frame)) return { version, sure: 'likely', reason: 'keys of Replywire in the metadata' }
  if (!isTelling(body, frame)) return undefined
  const error = frame.form === 'error' ? ownError(frame.node.error) : undefined
  if (error !== undefined) return { version, ...error }
  return { version, sure: 'possible', reason: `an answer in the spelling of A2A ${version}` }
}

/** What shows that an error is A2A's and not just any of JSON-RPC. */
function ownError(error: Json | undefined): Pick<Detection, 'sure' | 'reason'> | undefined {
  if (!isObject(error)) return undefined
  const { code, status, details, data } = error
  if (objects(details ?? data).some(({ domain }) => domain === errorDomain)) {
    return { sure: 'certain', reason: `an error of the domain ${errorDomain}` }
  }
  if (isRpcStatus(status) && typeof code === 'number' && code >= 400 && code < 600) {
    return { sure: 'likely', reason: 'an HTTP status and its name, as A2A sends errors over HTTP' }
  }
  // MCP has used the first two for errors of its own.
  const isOwn = isNamed(errorByCode(code)) && code !== -32001 && code !== -32002
  return isOwn ? { sure: 'likely', reason: 'an error code of A2A itself' } : undefined
}

function isOurs({ form, node }: Frame): boolean {
  const { metadata, error } = node
  const members =
    form === 'error' ? besideError(isObject(error) ? error : {}).members : isObject(metadata) ? metadata : {}
  return members[keys.exchange] !== undefined || members[keys.outcome] !== undefined
}

/** Whether it has what only A2A has: a status or an id alone may be anybody's. */
function isTelling(body: JsonObject, { form, node }: Frame): boolean {
  if (node.kind === form) return true
  const isWrapped = wrappersOf(body).length > 0
  switch (form) {
    case 'task':
      return hasState(node) || (isWrapped && typeof node.id === 'string')
    case 'status-update':
      return hasState(node) || isWrapped
    case 'message':
      return Array.isArray(node.parts) && (isWrapped || node.role !== undefined || node.messageId !== undefined)
    case 'artifact-update':
      return isWrapped || (isObject(node.artifact) && Array.isArray(node.artifact.parts))
    case 'error':
      return isObject(node.error) && typeof node.error.code === 'number'
  }
}

function hasState({ status }: JsonObject): boolean {
  return isObject(status) && typeof status.state === 'string'
}

/** The spelling shows it: 0.3 says the kind of everything, or its states and roles in lower case. */
function versionOf(body: JsonObject, node: JsonObject): A2aVersion {
  const { kind, role, status } = node
  const state = isObject(status) ? status.state : undefined
  if (kind !== undefined || role === 'agent' || role === 'user') return '0.3'
  if (wrappersOf(body).length > 0) return '1.0'
  return typeof state === 'string' && !state.startsWith('TASK_STATE_') ? '0.3' : '1.0'
}
