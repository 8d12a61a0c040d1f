/** Whether a message is AdCP's, and which. */
import type { Detection } from '../../codec/contract.ts'
import { resultIn } from '../../codec/rpc-result.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { mirrored } from './envelope.ts'
import { dataParts, extractA2a, extractMcp, extractRpcError, isBareRoot, isUsableError } from './extraction.ts'
import type { Release } from './release.ts'
import { currentRelease, releaseNamed } from './releases.ts'
import { argumentsIn } from './request-place.ts'
import { legacyStatuses, statusRow } from './status.ts'
import { releasePattern } from './version.ts'

type Recognised = Omit<Detection, 'version'>

const as = (sure: Detection['sure'], reason: string, message?: string): Recognised => ({
  sure,
  reason,
  ...(message === undefined ? undefined : { message }),
})

/** Members of the envelope that few others use. */
const telling = [
  'context_id',
  'governance_context',
  'push_notification_config',
  'adcp_major_version',
  ...legacyStatuses,
]

/** The edition is the release that the message names. Default: the current one. */
export function detect(wire: Wire): Detection | undefined {
  const found = recognise(wire)
  return found === undefined ? undefined : { version: (releaseIn(wire) ?? currentRelease).name, ...found }
}

/** The release that an answer, a webhook, a refusal or a request names. */
function releaseIn(wire: Wire): Release | undefined {
  const value = bodyOf(wire)
  if (value === undefined) return undefined
  const error = isObject(value.error) ? value.error.data : undefined
  for (const place of [value, rootIn(wire, value), value.result, error, argumentsIn(value)?.given]) {
    const version = isObject(place) ? place.adcp_version : undefined
    const release = typeof version === 'string' ? releaseNamed(version) : undefined
    if (release !== undefined) return release
  }
  return undefined
}

/** The object that a message is; out of its frame, where JSON-RPC is around it. */
function bodyOf(wire: Wire): JsonObject | undefined {
  const framed = wire.carrier === 'mcp' || wire.carrier === 'a2a' ? resultIn(wire) : undefined
  const reading = (framed ?? wire).body.json()
  return reading.ok && isObject(reading.value) ? reading.value : undefined
}

function recognise(wire: Wire): Recognised | undefined {
  if (wire.carrier === 'file') return undefined
  if (wire.carrier === 'http' && mirrored.some(([header]) => wire.headers[header] !== undefined)) {
    return as('certain', 'a header X-AdCP-…')
  }
  const value = bodyOf(wire)
  if (value === undefined) return undefined
  if (wire.carrier !== 'http' && extractRpcError(value) !== undefined) {
    return as('certain', 'a JSON-RPC error with data.adcp_error')
  }
  const request = detectRequest(wire, value)
  if (request !== undefined) return request
  const root = rootIn(wire, value)
  return root === undefined ? undefined : detectRoot(root, wire.carrier)
}

/** A call says so by its form: the arguments of a tool, the parameters of a skill, a request with a method. */
function detectRequest(wire: Wire, value: JsonObject): Recognised | undefined {
  if (wire.carrier === 'a2a') {
    const { message } = value
    const skilled = isObject(message) && dataParts(message.parts, '').some(({ data }) => isSkill(data))
    return skilled ? as('likely', 'a DataPart with skill and parameters', 'request') : undefined
  }
  const given = wire.carrier === 'mcp' ? value.arguments : value
  const isCall =
    wire.carrier === 'mcp' ? typeof value.name === 'string' : wire.carrier === 'http' && wire.method !== undefined
  return isCall && isObject(given) && isVersion(given.adcp_version)
    ? as('certain', 'the argument adcp_version', 'request')
    : undefined
}

function isSkill({ skill, parameters, input }: JsonObject): boolean {
  return typeof skill === 'string' && (isObject(parameters) || isObject(input))
}

function rootIn({ carrier }: Wire, value: JsonObject): JsonObject | undefined {
  if (carrier === 'http') return value
  if (carrier === 'mcp' && isObject(value.structuredContent)) return value.structuredContent
  if (carrier === 'mcp' && isBareRoot(value)) return value
  const found = carrier === 'mcp' ? extractMcp({ ...value, isError: false }) : extractA2a(value)
  return found.ok ? found.data : undefined
}

function detectRoot(root: JsonObject, carrier: Wire['carrier']): Recognised | undefined {
  const known = statusRow(root.status) !== undefined
  if (carrier === 'http' && known && webhookMembers.every(member => Object.hasOwn(root, member))) {
    return as('certain', 'the members of a webhook', 'webhook')
  }
  if (isObject(root.adcp) && Array.isArray(root.supported_protocols)) {
    return as('certain', 'adcp and supported_protocols', 'capabilities')
  }
  if (isVersion(root.adcp_version)) return as('certain', 'the member adcp_version')
  if (isUsableError(root.adcp_error)) return as('certain', 'the member adcp_error')
  if (known && telling.some(member => Object.hasOwn(root, member))) {
    return as('likely', 'a task status with members of the envelope')
  }
  if (carrier === 'a2a' || !known) return undefined
  return as('possible', 'a status that is one of the task states')
}

const webhookMembers = ['idempotency_key', 'operation_id', 'task_id', 'task_type']

function isVersion(value: Json | undefined): boolean {
  return typeof value === 'string' && releasePattern.test(value)
}
