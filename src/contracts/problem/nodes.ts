/** The nodes of the hub in problems (RFC 9457 §3.2: extension members) and in plain results. */
import type { Codec } from '../../codec/codec.ts'
import { elsewhere, lost, mappingFor, optional, snake } from '../../codec/node.ts'
import { msToSeconds, secondsToMs } from '../../codec/read.ts'
import { isObject } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import { exchange, fault, outcome } from '../../outcome/tables.ts'
import { readIssues, writeIssue } from './issues.ts'

export const contractId = 'problem'

const mapped = mappingFor(contractId)
const closed = { room: 'closed' } as const

const seconds: Codec<number> = {
  read: value => (typeof value === 'number' ? secondsToMs(value) : undefined),
  write: msToSeconds,
}

const errors: Codec<Issue[]> = {
  read: value => (Array.isArray(value) || isObject(value) ? readIssues(value) : undefined),
  write: issues => issues.map(writeIssue),
}

/** The extension members that are a fault's; `detail` has its message. What they cannot say is an unplaced member. */
export const faultMembers = mapped(fault, {
  message: optional('detail'),
  code: optional('code'),
  category: optional('category'),
  recovery: optional('recovery'),
  retryAfterMs: ['retry_after', seconds],
  issues: optional(['errors', errors]),
  began: 'began',
  resourceId: snake,
  detail: 'developer_message',
  details: 'details',
})

/** The body of a result belongs to the service: what is not the payload has no place. */
export const resultMembers = mapped(
  outcome.variants.completed,
  {
    kind: elsewhere,
    message: lost(),
    payload: elsewhere,
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
    partial: lost(),
    created: elsewhere,
    emptyReason: lost(),
    retryWith: lost(),
    grade: lost(),
  },
  closed,
)

/** The headers of a result have its ids, and no more. */
export const resultExchange = mapped(
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
