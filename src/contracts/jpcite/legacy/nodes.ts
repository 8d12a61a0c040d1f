/** The nodes of the hub in the legacy shapes. They have few places: each shape says what it carries, all else is lost. */
import { elsewhere, lost } from '../../../codec/node.ts'
import { exchange, fault, outcome } from '../../../outcome/tables.ts'
import { faultMembers, mapped } from '../nodes.ts'

const printed = new Set(['code', 'user_message', 'request_id', 'retry_after'])

/** What `error` holds apart from its printed members. */
export const faultCodec = mapped(fault, faultMembers, {
  reserved: (name, value) => printed.has(name) || (name === 'message' && typeof value !== 'string'),
})

/** The same where `detail` lists the issues. */
export const faultWithoutIssues = mapped(fault, { ...faultMembers, issues: elsewhere })

/** Only headers, and `meta` of an explained answer, hold members of the exchange. */
export const exchangeMembers = mapped(exchange, {
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
})

const none = {
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

/** Outcomes that are written as an error. */
export const errorMembers = {
  failed: mapped(kinds.failed, { ...none, fault: elsewhere }),
  paused: mapped(kinds.paused, { ...none, needs: lost() }),
  canceled: mapped(kinds.canceled, none),
  unknown: mapped(kinds.unknown, { ...none, status: lost() }),
}

const result = {
  ...none,
  payload: elsewhere,
  partial: lost(),
  created: elsewhere,
  emptyReason: lost(),
  retryWith: lost(),
  grade: lost(),
} as const

/** A list of rows. */
export const pageMembers = mapped(kinds.completed, result)

/** A value as it is; a health report says how complete it is. */
export const valueMembers = mapped(
  kinds.completed,
  { ...result, partial: elsewhere, notices: elsewhere, grade: elsewhere },
  { room: 'closed' },
)

/** Answers with an explanation. */
export const explainedMembers = {
  completed: mapped(kinds.completed, { ...result, message: elsewhere, task: elsewhere }),
  pending: mapped(kinds.pending, {
    ...none,
    payload: elsewhere,
    message: elsewhere,
    task: elsewhere,
    phase: lost(),
    progress: lost(),
  }),
}
