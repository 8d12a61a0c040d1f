/**
 * What becomes of each member of the hub in the profile. Bodies are closed and most of their members are computed from
 * several of the hub's, so that few tables carry a member by themselves: the others say which code does, or that it is lost.
 */
import type { Codec } from '../../codec/codec.ts'
import { elsewhere, lost, mappingFor, optional } from '../../codec/node.ts'
import { fieldOf, pointerOf } from '../../lib/pointer.ts'
import { exchange, fault, issue, need, outcome, taskRef } from '../../outcome/tables.ts'
import { contractId } from './status.ts'

const mapped = mappingFor(contractId)
const closed = { room: 'closed' } as const

/** A pointer as a field in dots. */
const field: Codec<string> = {
  read: value => (typeof value === 'string' ? pointerOf(value) : undefined),
  write(pointer, at, losses) {
    const written = fieldOf(pointer)
    if (pointerOf(written) !== pointer) losses.add(at, 'the dotted spelling of a field is ambiguous')
    return written
  },
}

/** An item of `errors`. */
export const fieldError = mapped(
  issue,
  { pointer: optional(['field', field]), message: optional('message'), keyword: lost(), location: lost() },
  closed,
)

export const exchangeMembers = mapped(
  exchange,
  {
    requestId: elsewhere,
    correlationId: elsewhere,
    conversationId: lost(),
    operation: lost(),
    context: lost(),
    governance: lost(),
    replayed: elsewhere,
    at: lost(),
    durationMs: lost(),
    query: lost(),
    billing: lost(),
    push: lost(),
  },
  closed,
)

export const taskMembers = mapped(taskRef, { id: elsewhere, statusUrl: elsewhere, pollAfterMs: elsewhere })

export const faultMembers = mapped(
  fault,
  {
    category: elsewhere,
    code: elsewhere,
    message: elsewhere,
    detail: lost(),
    recovery: elsewhere,
    retryAfterMs: elsewhere,
    began: lost(),
    issues: elsewhere,
    resourceId: elsewhere,
    details: lost(),
  },
  closed,
)

/** What a person is asked for. A pause for credentials is an error: its needs are not written. */
export const needMembers = {
  input: mapped(
    need.variants.input,
    {
      kind: elsewhere,
      name: elsewhere,
      location: elsewhere,
      schema: elsewhere,
      required: elsewhere,
      question: elsewhere,
    },
    closed,
  ),
  reply: mapped(need.variants.reply, { kind: elsewhere, question: elsewhere }, closed),
  approval: mapped(
    need.variants.approval,
    { kind: elsewhere, key: elsewhere, action: elsewhere, token: elsewhere, expiresAt: lost(), roles: lost() },
    closed,
  ),
}

const common = {
  kind: elsewhere,
  message: lost(),
  payload: lost(),
  content: lost(),
  artifacts: lost(),
  notices: lost(),
  citations: lost(),
  sources: lost(),
  spanRefs: lost(),
  actions: lost(),
  task: lost(),
  usage: lost(),
  provenance: lost(),
} as const

const { variants: kinds } = outcome

/** What each kind of answer carries of its outcome. */
export const outcomeMembers = {
  completed: mapped(
    kinds.completed,
    {
      ...common,
      payload: elsewhere,
      partial: lost(),
      created: elsewhere,
      emptyReason: lost(),
      retryWith: lost(),
      grade: lost(),
    },
    closed,
  ),
  pending: mapped(
    kinds.pending,
    { ...common, message: elsewhere, task: elsewhere, phase: elsewhere, progress: lost() },
    closed,
  ),
  clarification: mapped(kinds.paused, { ...common, message: elsewhere, needs: elsewhere }, closed),
  approval: mapped(kinds.paused, { ...common, needs: elsewhere }, closed),
  credentials: mapped(kinds.paused, { ...common, message: elsewhere, needs: lost() }, closed),
  failed: mapped(kinds.failed, { ...common, fault: elsewhere }, closed),
  canceled: mapped(kinds.canceled, { ...common, message: elsewhere }, closed),
  unknown: mapped(kinds.unknown, { ...common, kind: lost(), status: lost() }, closed),
}
