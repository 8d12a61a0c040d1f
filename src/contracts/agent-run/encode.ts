/** Writing an answer of the Agent HTTP contract. Absent optional members are omitted, never null. */
import type { Encoded } from '../../codec/contract.ts'
import { Losses } from '../../codec/loss.ts'
import { withFreeMembers } from '../../codec/node.ts'
import { payloadObject } from '../../codec/payload.ts'
import { retryAfter } from '../../codec/read.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Artifact, Completed, Outcome, Pending } from '../../outcome/outcome.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { type WrittenError, writeError } from './agent-error.ts'
import { listed } from './decode.ts'
import { writeGrounding } from './grounding.ts'
import { answerExchange, artifactId, contractId, outcomeMembers, type RunningTask, runningTask } from './nodes.ts'
import { answered, statusOf, statusRow } from './status.ts'

export function encode(outcome: Outcome, exchange: SealedExchange): Encoded<HttpWire> {
  const losses = new Losses(contractId)
  answerExchange.write(exchange, '/exchange', losses)
  if (exchange.replayed === false) losses.add('/exchange/replayed', 'only a replay is marked')
  const { body, status, retryAfterMs } = envelopeOf(outcome, exchange, losses, 'http')
  const headers = {
    'content-type': 'application/json',
    'x-correlation-id': headerText(exchange.correlationId, '/exchange/correlationId', losses),
    'idempotency-replayed': exchange.replayed ? 'true' : undefined,
    'retry-after': retryAfter(retryAfterMs),
  }
  return { wire: httpWire({ status, headers, body }), losses: losses.list }
}

/** An id goes into a header only when it is printable and short. */
export function isHeaderText(value: string | undefined): value is string {
  return value !== undefined && /^[\x21-\x7e]{1,128}$/.test(value)
}

export function headerText(value: string | undefined, at: string, losses: Losses): string | undefined {
  if (value === undefined || isHeaderText(value)) return value
  losses.add(at, 'it cannot stand in a header')
  return undefined
}

export interface WrittenEnvelope {
  body: JsonObject
  status: number
  retryAfterMs?: number | undefined
}

/** The envelope of an outcome, for an answer or for the last event of a stream. */
export function envelopeOf(
  outcome: Outcome,
  exchange: SealedExchange,
  losses: Losses,
  face: 'http' | 'stream',
): WrittenEnvelope {
  const { grounding: ownGrounding, error: ownError, ...rest } = losses.extraOf(outcome, '/outcome') ?? {}
  const { status, own } = statusIn(outcome, rest)
  const { outputs, members, written } = partsOf(outcome, ownError, losses, face)
  if (exchange.requestId === '') losses.add('/exchange/requestId', 'it must not be empty; a standing word is sent')
  if (exchange.operation === '') losses.add('/exchange/operation', 'an empty task type is none')
  const grounding = writeGrounding(outcome, ownGrounding, losses)
  const usage = usageOf(outcome, exchange, losses)
  const known: JsonObject = {
    status: status ?? statusOf(written === undefined ? 'success' : 'error'),
    request_id: exchange.requestId || 'unknown',
    ...(exchange.operation ? { task_type: exchange.operation } : undefined),
    outputs,
    ...(outcome.artifacts === undefined ? undefined : { artifacts: artifactIds(outcome.artifacts, losses) }),
    ...(outcome.provenance === undefined ? undefined : { provenance: outcome.provenance }),
    ...(usage === undefined ? undefined : { usage }),
    ...(grounding === undefined ? undefined : { grounding }),
    ...(written === undefined ? undefined : { error: written.error }),
    ...members.writeMembers(outcome as never, '/outcome', losses),
  }
  const isTaken = (name: string, value: Json): boolean =>
    listed.has(name) || (face === 'stream' && name === 'type') || members.readsAs(name, value) !== undefined
  const body = withFreeMembers(known, own, isTaken, `/outcome/extra/${contractId}`, losses)
  return { body, status: written?.status ?? answered, retryAfterMs: written?.retryAfterMs }
}

/** `degraded` is written where it is asked for: the document does not know it, and some readers take it for a failure. */
function statusIn(outcome: Outcome, rest: JsonObject): { status?: string; own: JsonObject } {
  const { status, ...own } = rest
  const isDegraded = typeof status === 'string' && statusRow(status)?.degraded === true
  return isDegraded && outcome.kind === 'completed' && outcome.partial ? { status, own } : { own: rest }
}

interface AnswerParts {
  outputs: JsonObject
  /** What goes along with the listed members. */
  members: (typeof outcomeMembers)[Outcome['kind']]
  written?: WrittenError
}

function partsOf(
  outcome: Outcome,
  ownError: JsonObject[string] | undefined,
  losses: Losses,
  face: 'http' | 'stream',
): AnswerParts {
  if (outcome.kind === 'completed' || outcome.kind === 'pending') {
    if (ownError !== undefined) losses.add(`/outcome/extra/${contractId}/error`, 'a success has no error')
    return outcome.kind === 'completed' ? completedOutputs(outcome, losses) : pendingOutputs(outcome, losses)
  }
  return {
    outputs: otherOutputs(outcome, losses),
    members: outcomeMembers[outcome.kind],
    written: writeError(outcome, ownError, losses, face === 'http'),
  }
}

const pendingMembers = new Set(outcomeMembers.pending.carried)
const completedOnly = ['payload', ...outcomeMembers.completed.carried.filter(name => !pendingMembers.has(name))]

function completedOutputs(outcome: Completed, losses: Losses): AnswerParts {
  if (outcome.partial)
    losses.add('/outcome/partial', 'the status is ok in both cases; only an extension member shows it')
  if (outcome.payload === undefined) losses.add('/outcome/payload', 'an absent payload is sent as an empty object')
  const outputs = outcome.payload === undefined ? {} : payloadObject(outcome.payload, losses)
  const refers = outputs.task !== undefined && runningTask.read(outputs.task) !== undefined
  if (refers) losses.add('/outcome/kind', 'outputs that refer to a running task are read back as pending')
  for (const member of refers ? completedOnly : [])
    losses.add(`/outcome/${member}`, 'the outcome is read back as pending')
  return { outputs, members: refers ? outcomeMembers.pending : outcomeMembers.completed }
}

/** The contract knows no answer but the last; a run that continues is written as a reference to it. */
function pendingOutputs(outcome: Pending, losses: Losses): AnswerParts {
  const { task, phase, progress } = outcome
  losses.add('/outcome/kind', 'the status is ok, as of a run that ended; outputs.task says that it goes on')
  const { task: taken, ...rest } = otherOutputs(outcome, losses)
  if (taken !== undefined) losses.add('/outcome/payload', 'the task reference takes the place of its member task')
  const running: RunningTask = { ...task, phase, ...(progress === undefined ? undefined : { progress }) }
  const reference = runningTask.write(running, '/outcome/task', losses)
  return { outputs: { ...rest, task: reference }, members: outcomeMembers.pending }
}

function otherOutputs({ payload }: Outcome, losses: Losses): JsonObject {
  const outputs = payload === undefined ? {} : payloadObject(payload, losses)
  if (payload !== undefined && Object.keys(outputs).length === 0) {
    losses.add('/outcome/payload', 'an empty object is read back as none')
  }
  return outputs
}

function artifactIds(artifacts: readonly Artifact[], losses: Losses): string[] {
  return artifacts.map((artifact, index) => {
    artifactId.write(artifact, `/outcome/artifacts/${index}`, losses)
    return artifact.id
  })
}

function usageOf({ usage }: Outcome, { durationMs }: SealedExchange, losses: Losses): JsonObject | undefined {
  const { duration_ms: own, ...rest } = usage ?? {}
  if (own !== undefined) losses.add('/outcome/usage/duration_ms', "the exchange's own duration stands there")
  if (usage !== undefined && Object.keys(rest).length === 0) {
    losses.add('/outcome/usage', 'next to the duration an empty object is read back as none')
  }
  if (durationMs === undefined) return Object.keys(rest).length === 0 ? undefined : rest
  const duration = Math.max(durationMs, 0)
  if (duration !== durationMs) losses.add('/exchange/durationMs', 'no run takes less than no time')
  return { ...rest, duration_ms: duration }
}
