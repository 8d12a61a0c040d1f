/** What one task has been through, for people: its call, steps, approvals, deliveries and history. And sending again. */
import { refuse } from '../../agent/answers.ts'
import { type Operation, operation } from '../../agent/define.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Need } from '../../outcome/need.ts'
import type { Citation, Outcome } from '../../outcome/outcome.ts'
import { auditLine } from '../../runtime/audit.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import { storedAnswer } from '../../runtime/stored-answer.ts'
import { recalled } from '../../runtime/tasks.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import type { DeliveryLine } from '../../store/operations/deliveries.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { callerOf, ownerOf } from './caller.ts'
import { isTaskId, noSuchTask } from './caller-task.ts'
import { demandOperatorRole, rolesOf } from './console-roles.ts'
import { type TaskParts, timeOf, viewOf } from './tasks.ts'

/** A longer input is not shown with the task. */
const longestInput = 64 * 1024
/** So many lines, steps, deliveries and citations are shown. */
const most = 100

const idInput = { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 64 } } }

export function taskStoryOperations(parts: TaskParts): Record<string, Operation> {
  const { agent, runtime, ownership, prefix } = parts
  const { store } = runtime

  return {
    'tasks.story': operation({
      title: 'What a task has been through',
      description: 'Its input, what it waits for, its steps, approvals and history. Operators also see its deliveries.',
      route: `GET ${prefix}/operations/{id}/story`,
      effects: 'none',
      input: idInput,
      output: { type: 'object' },
      async handler(input, { principal }) {
        const { id } = input as { id: string }
        const owner = ownerOf(callerOf(principal, ownership.open), ownership)
        const row = isTaskId(id) ? await store.do('getTask', { id, ...owner }) : undefined
        if (row === undefined) throw noSuchTask()
        const { tenant } = row
        const isOperator = rolesOf(parts, principal).includes('operator')
        const [steps, approvals, history, deliveries] = await Promise.all([
          store.do('loadSteps', { runId: id }),
          store.do('taskApprovals', { taskId: id }),
          store.do('listAudit', { tenant, subject: id, limit: most }),
          isOperator ? store.do('listDeliveries', { tenant, taskId: id, limit: most }) : [],
        ])
        return {
          ...viewOf(row, prefix),
          title: agent.operations[row.operation]?.title ?? row.operation,
          contract: row.contract,
          ...inputOf(parts, row),
          ...(row.outcome === null ? undefined : { outcome: outcomeView(storedAnswer(row.outcome).outcome) }),
          steps: steps.slice(0, most).map(({ name, state }) => ({ name, state })),
          approvals: approvals.slice(-most).map(approval => ({
            id: approval.id,
            action: approval.action.slice(0, 1000),
            state: approval.state,
            decidedBy: approval.decidedBy,
            decidedAt: timeOf(approval.decidedAt),
            note: approval.note,
            createdAt: timeOf(approval.createdAt),
            expiresAt: timeOf(approval.expiresAt),
          })),
          deliveries: deliveries.map(deliveryView),
          history: history.map(historyLine),
        } as unknown as { [name: string]: Json }
      },
    }),
    'deliveries.list': operation({
      title: 'List webhook deliveries',
      description: 'Of the tenant of the operator, newest first: without bodies, secrets and the query of an address.',
      route: `GET ${prefix}/deliveries`,
      input: {
        type: 'object',
        properties: {
          state: { enum: ['waiting', 'delivered', 'dead'] },
          limit: { type: 'integer', minimum: 1, maximum: 1001, default: 50 },
        },
      },
      output: { type: 'array', items: { type: 'object' } },
      async handler(input, { principal }) {
        const { tenant } = demandOperatorRole(parts, principal)
        const { state, limit = 50 } = input as { state?: DeliveryLine['state']; limit?: number }
        const rows = await store.do('listDeliveries', { tenant, state, limit })
        return { kind: 'completed', payload: { kind: 'rows', rows: rows.map(deliveryView) as Json[] } }
      },
    }),
    'deliveries.resend': operation({
      title: 'Send a webhook again',
      description: 'With the same id, from the first try on.',
      route: `POST ${prefix}/deliveries/{id}:resend`,
      effects: 'additive',
      input: idInput,
      output: { type: 'object' },
      async handler(input, { principal }) {
        const { id } = input as { id: string }
        const { tenant, subject: actor } = demandOperatorRole(parts, principal)
        const now = runtime.now()
        const audit = auditLine({ tenant, actor, action: 'delivery.resend', subject: id, at: now })
        const isThere = isTaskId(id) && (await store.do('resendDelivery', { id, tenant, audit, now }))
        if (isThere) return { id, state: 'waiting' }
        throw refuse('not-found', 'There is no such delivery.', { code: 'DELIVERY_NOT_FOUND', began: false })
      },
    }),
  }
}

/** What the caller sent. Credentials of push registrations are never shown. */
function inputOf({ runtime }: TaskParts, row: TaskRow): { input?: Json; abridged?: string[] } {
  if (row.call.length > longestInput) return { abridged: ['input'] }
  const { call } = recalled(runtime, row.call)
  return { input: withoutSecrets(call.input) }
}

/** The token of an approval belongs to its requester: it is not shown here. */
function needView(need: Need): object | undefined {
  switch (need.kind) {
    case 'input': {
      const { kind, name, schema, required, question } = need
      return { kind, name, schema, required, question }
    }
    case 'reply':
      return { kind: 'reply', question: need.question }
    case 'approval':
      return { kind: 'approval', action: need.action }
    case 'credentials':
      return { kind: 'credentials' }
  }
}

function outcomeView(outcome: Outcome): object {
  const { kind, message, citations = [] } = outcome
  return {
    kind,
    ...(message === undefined ? undefined : { message }),
    ...(outcome.kind === 'paused' ? { needs: outcome.needs.map(needView) } : undefined),
    ...(outcome.kind === 'failed'
      ? { fault: { category: outcome.fault.category, code: outcome.fault.code, message: outcome.fault.message } }
      : undefined),
    citations: citations.slice(0, most).map(citationView),
  }
}

export function citationView({ url, title, publisher, excerpt, text, license, fetchedAt }: Citation): object {
  return { url, title, publisher, excerpt: excerpt ?? text, license, fetchedAt }
}

/** Never its secret, never its body. What follows a question mark in an address may be a credential. */
function deliveryView(row: DeliveryLine): object {
  const [address = ''] = row.url.split(/[?#]/)
  return {
    id: row.id,
    operationId: row.taskId,
    to: address,
    state: row.state,
    attempt: row.attempt,
    status: row.status,
    reason: row.reason,
    createdAt: timeOf(row.createdAt),
    dueAt: row.state === 'waiting' ? timeOf(row.dueAt) : null,
    endedAt: timeOf(row.endedAt),
  }
}

function historyLine({ at, actor, action, detail }: AuditRow): object {
  return { at: timeOf(at), actor, action, ...fromBytes<object>(detail) }
}
