/**
 * The ten answers of the profile by name (§7), for code that writes them without an outcome of its own. Each refuses
 * arguments that would make an answer which breaks the profile.
 */
import { ReplywireError } from '../../errors.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { pointerOf } from '../../lib/pointer.ts'
import { type SealedExchange, seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Location, Need } from '../../outcome/need.ts'
import { completed, created as createdOutcome, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import type { RequiredInput, Trace } from './schema.ts'
import { current } from './status.ts'

/**
 * The version of the profile that these answers have.
 *
 * @example
 * console.log(`Supports YAAgents Profile v${PROFILE_VERSION}`)
 */
export const PROFILE_VERSION: string = current

function misuse(message: string): ReplywireError {
  return new ReplywireError('ERR_MISUSE', message)
}

/** Callers without types may pass anything; a number would be sent as its digits. */
function checkTexts(texts: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value !== 'string' || value === '') throw misuse(`${name} must be a non-empty string.`)
  }
}

/** Arguments that the profile would send otherwise than they were given: refused, since a factory names no losses. */
const changed: Readonly<Record<string, string>> = {
  '/outcome/payload': 'body',
  '/outcome/payload/value/trace': 'body.trace',
  '/outcome/created/location': 'location',
  '/outcome/fault/code': 'code',
}

function write(outcome: Outcome, trace: Trace): HttpWire {
  checkTexts({ 'trace.requestId': trace?.requestId, 'trace.correlationId': trace?.correlationId })
  // Nothing of the profile's depends on the time, so none is asked for.
  const exchange: SealedExchange = seal(trace, { id: () => trace.requestId, now: () => new Date(0) })
  const { wire, losses } = encode(outcome, exchange, PROFILE_VERSION)
  for (const { pointer, reason } of losses) {
    if (Object.hasOwn(changed, pointer)) throw misuse(`${changed[pointer]} cannot be sent as it is: ${reason}.`)
  }
  const [broken] = decode(wire, PROFILE_VERSION).findings
  if (broken !== undefined) throw misuse(`${broken.message} At ${broken.pointer || 'the head'}: ${broken.fix}`)
  return wire
}

/**
 * 200 with a body of the service's own.
 *
 * @example
 * const { status, headers, body } = success({ text: 'Hello' }, trace)
 */
export function success(body: Json, trace: Trace): HttpWire {
  return write(completed(body), trace)
}

/**
 * 201 with a body of the service's own, and where the new resource is.
 *
 * @example
 * created({ campaignId: 'c-1' }, trace, '/campaigns/c-1')
 */
export function created(body: Json, trace: Trace, location?: string): HttpWire {
  if (location !== undefined) checkTexts({ location })
  return write(createdOutcome(body, location === undefined ? {} : { location }), trace)
}

/**
 * 202: the operation goes on; ask for it at `statusUrl`.
 *
 * @example
 * accepted({ operationId: 'op-1', statusUrl: '/operations/op-1' }, trace)
 */
export function accepted(
  operation: { operationId: string; statusUrl: string; message?: string },
  trace: Trace,
): HttpWire {
  const { operationId, statusUrl, message = 'The operation was accepted.' } = operation
  checkTexts({ operationId, statusUrl, message })
  return write(pending({ id: operationId, statusUrl }, { message }), trace)
}

const locations: readonly string[] = ['body', 'query', 'path', 'header'] satisfies Location[]
const types: readonly string[] = ['string', 'integer', 'boolean', 'array', 'object'] satisfies RequiredInput['type'][]

/**
 * 400: more inputs are needed.
 *
 * @example
 * const metric: RequiredInput = {
 *   name: 'metric',
 *   location: 'body',
 *   type: 'string',
 *   required: true,
 *   question: 'Which metric?',
 * }
 * clarificationRequired([metric], trace)
 */
export function clarificationRequired(
  requiredInputs: [RequiredInput, ...RequiredInput[]],
  trace: Trace,
  message = 'Additional information is required.',
): HttpWire {
  if (!Array.isArray(requiredInputs)) throw misuse('requiredInputs must be an array.')
  checkTexts({ message })
  const [first, ...rest] = requiredInputs
  if (first === undefined) throw misuse('requiredInputs must name at least one input.')
  return write(paused([needOf(first), ...rest.map(needOf)], { message }), trace)
}

const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every(one => typeof one === 'string')

function needOf({ name, location, type, required, question, allowedValues }: RequiredInput): Need {
  checkTexts({ name, location, type, question })
  if (!locations.includes(location)) throw misuse(`location must be one of ${locations.join(', ')}.`)
  if (!types.includes(type)) throw misuse(`type must be one of ${types.join(', ')}.`)
  if (typeof required !== 'boolean') throw misuse('required must be true or false.')
  if (allowedValues !== undefined && !isStrings(allowedValues)) throw misuse('allowedValues must be strings.')
  const schema: JsonObject = { type, ...(allowedValues === undefined ? undefined : { enum: allowedValues }) }
  return { kind: 'input', name, location: location as Location, schema, required, question }
}

/**
 * 422: these inputs are wrong.
 *
 * @example
 * validationFailed([{ field: 'budget', message: 'Must be positive.' }], trace)
 */
export function validationFailed(
  errors: readonly { field: string; message: string }[],
  trace: Trace,
  message = 'The request is not valid.',
): HttpWire {
  if (!Array.isArray(errors)) throw misuse('errors must be an array.')
  checkTexts({ message })
  for (const { field, message: text } of errors) checkTexts({ field, message: text })
  const issues = errors.map(error => ({ pointer: pointerOf(error.field), message: error.message }))
  return write(failed(fault('invalid', message, { code: 'VALIDATION_FAILED', issues })), trace)
}

/**
 * 412: somebody has to approve first; the approver supplies the token.
 *
 * @example
 * approvalRequired('apr-1', 'Publish the campaign', trace)
 */
export function approvalRequired(approvalToken: string, message: string, trace: Trace): HttpWire {
  checkTexts({ approvalToken, message })
  return write(paused([{ kind: 'approval', key: 'approval', action: message, token: approvalToken }]), trace)
}

/**
 * 403: the caller may not.
 *
 * @example
 * forbidden('NOT_OWNER', 'Only the owner may do this.', trace)
 */
export function forbidden(code: string, message: string, trace: Trace): HttpWire {
  checkTexts({ code, message })
  return write(failed(fault('forbidden', message, { code })), trace)
}

/**
 * 409: the state of a resource stands in the way.
 *
 * @example
 * conflict('CAMPAIGN_CLOSED', 'The campaign is closed.', trace, 'campaign-1')
 */
export function conflict(code: string, message: string, trace: Trace, conflictingResourceId?: string): HttpWire {
  checkTexts({ code, message })
  if (conflictingResourceId !== undefined) checkTexts({ conflictingResourceId })
  const resource = conflictingResourceId === undefined ? {} : { resourceId: conflictingResourceId }
  return write(failed(fault('conflict', message, { code, ...resource })), trace)
}

/**
 * 424: something that this depends on failed.
 *
 * @example
 * failedDependency('CRM_DOWN', 'The CRM did not respond.', trace)
 */
export function failedDependency(code: string, message: string, trace: Trace): HttpWire {
  checkTexts({ code, message })
  return write(failed(fault('dependency', message, { code })), trace)
}

/**
 * 500: it failed here.
 *
 * @example
 * error('INTERNAL_ERROR', 'The campaign could not be saved.', trace)
 */
export function error(code: string, message: string, trace: Trace): HttpWire {
  checkTexts({ code, message })
  return write(failed(fault('internal', message, { code })), trace)
}
