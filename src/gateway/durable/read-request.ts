/** The request of a durable route: what its key stands for, what approvers see, and what is kept of it. */

import { boundIssues } from '../../agent/bound-issues.ts'
import { serverResult } from '../../agent/run.ts'
import { isAmbiguous } from '../../codec/ambiguous.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { type CarrierOptions, readHeaderOptions } from '../../server/durable/call-terms.ts'
import type { CallTarget, Stage } from '../../server/pipeline/call-record.ts'
import { keyWithoutOwner } from '../../server/pipeline/input.ts'
import { Body } from '../../wire/body.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { Durability } from './durability.ts'
import { type ForwardTarget, inputOf, targetAsJson } from './forwarded-input.ts'

/** Reads what is asked for, and what the call asks for in addition: a key, a token, an answer later. */
export const readRequest: Stage<GatewayCall> = async (call, next) => {
  const { compiled, server, contractEdition, exchange } = call
  const durability = compiled.durability as Durability
  const target = call.target as CallTarget
  const bytes = await call.requestBytes()
  if (bytes === undefined) return serverResult(tooLarge(call))
  const read = readBody(call, bytes)
  if ('category' in read) return serverResult(read)
  const { path, params, http } = call
  const request = { path, params, search: http.search, bytes }
  const carrierOptions = optionsOf(call, durability)
  // What a contract counts of its body, it says itself.
  const place = inputOf({ ...request, bytes: new Uint8Array() })
  const terms = server.durable.terms(contractEdition, target, { input: place, body: read.body, carrierOptions })
  if ('category' in terms) return serverResult(terms)
  const input = inputOf({ ...request, ...read })
  call.terms = isPassedOn(call, durability) ? { ...terms, call: withoutKey(terms.call) } : terms
  call.request = {
    operation: target.name,
    input,
    exchange,
    extra: { forward: targetAsJson(forwardTarget(call, durability)) },
    ...call.terms.call,
  }
  const refused = missingKey(call, durability) ?? keyWithoutOwner(call, target)
  return refused === undefined ? next() : serverResult(refused)
}

function tooLarge({ gatewayRoute }: GatewayCall): Fault {
  const message = `The body is larger than ${gatewayRoute.maxBodyBytes} bytes.`
  return fault('invalid', message, { code: 'PAYLOAD_TOO_LARGE', began: false })
}

type ReadRequestBody = { body?: Body; json?: JsonObject[string]; mediaType?: string | undefined }

/** JSON is read, and must mean the same to every reader; anything else is kept as it is. */
function readBody({ http, compiled }: GatewayCall, bytes: Uint8Array): ReadRequestBody | Fault {
  const type = mediaTypeOf(http.header('content-type'))
  const isJson = type === undefined || type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(http.header('content-type') ?? '')?.[1] ?? 'utf-8'
  const isPlain = /^(?:identity)?$/i.test(http.header('content-encoding')?.trim() ?? '')
  if (bytes.byteLength === 0) return {}
  if (!isJson || !isPlain || !/^utf-?8$/i.test(charset)) return { mediaType: http.header('content-type') }
  const body = Body.ofBytes(bytes, { ...compiled.jsonLimits, maxBytes: compiled.config.maxBodyBytes })
  const reading = body.json()
  if (!reading.ok) {
    const issues = [{ pointer: '', message: reading.problem.message, location: 'body' as const }]
    return fault('invalid', 'The body is not readable JSON.', { issues, began: false })
  }
  const odd = reading.notes.filter(note => isAmbiguous(note, reading.value))
  if (odd.length === 0) return { body, json: reading.value }
  const message = 'Two readers could take this for two different values.'
  const issues = boundIssues(odd, ({ pointer }) => ({ pointer, message, location: 'body' as const }))
  return fault('invalid', 'The request is not valid.', { issues, began: false })
}

/** What of the head of a request counts on this route. */
function optionsOf({ http, stream }: GatewayCall, { approval, tasks, resume }: Durability): CarrierOptions {
  const { idempotencyKey, approvalTokens, prefer } = readHeaderOptions(http.headers)
  const isKept = stream && resume !== undefined
  return {
    idempotencyKey,
    ...(approval === undefined ? undefined : { approvalTokens }),
    ...(isKept ? { prefer: { async: true, stream: true } } : tasks === undefined || stream ? undefined : { prefer }),
  }
}

/** A stream that is not kept is passed on as it comes: there is no answer that a repeat could get. */
function isPassedOn({ stream }: GatewayCall, { resume }: Durability): boolean {
  return stream && resume === undefined
}

function withoutKey<C extends { idempotencyKey?: string }>({
  idempotencyKey: _,
  ...call
}: C): Omit<C, 'idempotencyKey'> {
  return call
}

export function missingKey({ request, target, stream }: GatewayCall, { idempotency }: Durability): Fault | undefined {
  if (idempotency?.isRequired !== true || request.idempotencyKey !== undefined || stream) return undefined
  if (target?.effects === 'none') return undefined
  const message = 'This route needs a key: 1 to 255 printable characters, the same for every repeat of the call.'
  const issues = [{ pointer: '/Idempotency-Key', message, location: 'header' as const }]
  return fault('invalid', 'The request is not valid.', { issues, began: false })
}

export function forwardTarget(call: GatewayCall, { tasks, resume }: Durability): ForwardTarget {
  const { http, path, stream } = call
  const names = [...(tasks?.kept ?? []), ...(resume?.kept ?? []), 'content-type']
  const headers = Object.fromEntries(names.flatMap(name => [[name, http.header(name)]]).filter(isSent))
  return {
    method: http.method,
    path,
    params: call.params,
    search: http.search,
    headers,
    isStream: stream && resume !== undefined,
    actor: call.forwardHeaders['x-actor-principal'],
    identity: call.namedIdentity,
  }
}

function isSent(entry: (string | undefined)[]): entry is [string, string] {
  return entry[1] !== undefined
}
