/** Writing a response file: nine fields, two-space indent, non-ASCII as it is. The same outcome gives the same bytes. */
import type { Encoded } from '../../codec/contract.ts'
import { Losses } from '../../codec/loss.ts'
import { withFreeMembers } from '../../codec/node.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { type Fault, faultCategories } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'
import { shifted, toMilliseconds } from './decode.ts'
import { exchangeMembers, id, outcomeMembers } from './nodes.ts'
import { disturbs, writePayload } from './payload.ts'
import type { AgentResponse } from './schema.ts'
import { rowFor, standInMessage } from './status.ts'
import { timestampProblem } from './timestamp.ts'
import { autoWrapped } from './validate.ts'

type Answer = Pick<AgentResponse, 'status' | 'response' | 'error_message' | 'error_type'> & { metadata: JsonObject }

export function encode(outcome: Outcome, exchange: SealedExchange): Encoded<FileWire> {
  const losses = new Losses(id)
  const around = exchangeMembers.write(exchange, '/exchange', losses)
  const { metadata, ...answer } =
    outcome.kind === 'completed' ? success(outcome, around, losses) : failure(outcome, around, losses)
  const response: AgentResponse = {
    request_id: requestIdOf(exchange, losses),
    version: '1.0',
    ...answer,
    created_at: createdAt(exchange.at, '/exchange/at', losses),
    duration_seconds: toSeconds(exchange.durationMs, losses),
    metadata: { ...metadata, ...around },
  }
  return { wire: fileWire(fileBody(response as unknown as JsonObject)), losses: losses.list }
}

/** The text of a file. */
export function fileBody(value: Json): Body {
  return Body.ofText(JSON.stringify(value, null, 2))
}

function success(outcome: Outcome & { kind: 'completed' }, around: JsonObject, losses: Losses): Answer {
  const { response, declared } = writePayload(outcome.payload, losses)
  const disturbing = (name: string, value: Json) => disturbs(name, value, outcome.payload, declared)
  const metadata = { ...declared, ...writeMetadata(outcome, around, losses, disturbing) }
  return { status: 'success', response, error_message: null, error_type: null, metadata }
}

function failure(outcome: Exclude<Outcome, { kind: 'completed' }>, around: JsonObject, losses: Losses): Answer {
  const row = rowFor(outcome)
  if (outcome.kind === 'pending')
    losses.add('/outcome/kind', 'a host waits for a final answer, so this is sent as an error')
  if (outcome.kind === 'unknown') losses.add('/outcome/kind', 'a status of another contract is sent as an error')
  if (outcome.kind === 'failed') {
    const { fault, ...more } = outcome
    const about = faultMembers(fault, losses)
    const metadata = writeMetadata({ ...more, ...about } as Outcome, around, losses)
    return { status: row.status, response: null, error_message: fault.message, error_type: row.errorType, metadata }
  }
  const standing = standInMessage(outcome, row)
  // A message is what error_message says, unless that would be said anyway.
  const { message, ...silent } = outcome
  const metadata = writeMetadata(message === standing ? outcome : (silent as Outcome), around, losses)
  return { status: row.status, response: null, error_message: message ?? standing, error_type: row.errorType, metadata }
}

/** What the envelope does not say of a fault: nothing when all is as its category has it. */
function faultMembers(fault: Fault, losses: Losses): { fault?: Partial<Fault> } {
  const { category, message: _, code, recovery, issues, ...more } = fault
  const usual = faultCategories[category]
  if (fault.began === false) {
    losses.add('/outcome/fault/began', 'only metadata has it: a host assumes that the run started')
  }
  const about: Partial<Fault> = {
    ...(code === usual.code ? undefined : { code }),
    ...(recovery === usual.recovery ? undefined : { recovery }),
    ...(issues.length === 0 ? undefined : { issues }),
    ...more,
  }
  return Object.keys(about).length === 0 ? {} : { fault: about }
}

/** `around`: what the exchange writes into the same object. */
function writeMetadata(
  outcome: Outcome,
  around: JsonObject,
  losses: Losses,
  disturbing: (name: string, value: Json) => boolean = () => false,
): JsonObject {
  const table = outcomeMembers[outcome.kind]
  const written = table.writeMembers(outcome as never, '/outcome', losses)
  const own = losses.extraOf(outcome, '/outcome')
  if (own === undefined) return written
  const isTaken = (name: string, value: Json): boolean =>
    Object.hasOwn(around, name) ||
    table.readsAs(name, value) !== undefined ||
    exchangeMembers.readsAs(name, value) !== undefined ||
    disturbing(name, value)
  return withFreeMembers(written, own, isTaken, `/outcome/extra/${id}`, losses)
}

function requestIdOf(exchange: SealedExchange, losses: Losses): string {
  const usable = (value: string) => value !== '' && value !== autoWrapped
  if (usable(exchange.requestId)) return exchange.requestId
  losses.add('/exchange/requestId', 'an id of the request is demanded; another stands in')
  return usable(exchange.correlationId) ? exchange.correlationId : 'unidentified'
}

/** A timestamp that is none is replaced by the oldest there is, so that nobody takes the file for fresh. */
export function createdAt(at: string, pointer: string, losses: Losses): string {
  if (timestampProblem(at) === undefined) return at
  const upper = at.toUpperCase()
  const known = timestampProblem(upper) === undefined
  losses.add(pointer, known ? 'it is spelled in upper case' : 'it is no timestamp; the epoch stands in')
  return known ? upper : '1970-01-01T00:00:00Z'
}

function toSeconds(ms: number | undefined, losses: Losses): number {
  if (ms === undefined) {
    losses.add('/exchange/durationMs', 'a duration is required and none was given; 0 is sent')
    return 0
  }
  const seconds = toMilliseconds(ms) === undefined ? 0 : shifted(ms, -3)
  if (toMilliseconds(seconds) !== ms) losses.add('/exchange/durationMs', 'seconds cannot hold it exactly')
  return seconds
}
