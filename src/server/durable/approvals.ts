/** The routes of approvals, written as operations: the inbox, one of them, the decision, and the answer to a question. */
import { refuse } from '../../agent/answers.ts'
import type { Context } from '../../agent/context.ts'
import { type Operation, operation } from '../../agent/define.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import { operator } from '../../runtime/caller.ts'
import { secretPlaces, unchangedPlaces } from '../../runtime/credentials.ts'
import type { ApproverDecision } from '../../runtime/decision-write.ts'
import { isKeepable } from '../../store/input.ts'
import type { ApprovalRow, ApprovalState } from '../../store/operations/approval-row.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import type { ApprovalLine } from '../../store/operations/list-approvals.ts'
import { callerOf, listerOf, requesterOf } from './caller.ts'
import { isTaskId } from './caller-task.ts'
import { nextPage, placeOf } from './cursor.ts'
import { paged, type TaskParts, timeOf, wrongInput } from './tasks.ts'

const states: readonly ApprovalState[] = ['open', 'approved', 'rejected', 'asked', 'withdrawn']
const time = { type: ['string', 'null'], format: 'date-time' }

const ApprovalView = {
  type: 'object',
  required: ['id', 'operation', 'key', 'action', 'requester', 'state', 'createdAt', 'expiresAt', 'links'],
  properties: {
    id: { type: 'string' },
    operation: { type: 'string' },
    key: { type: 'string', description: 'Which of its approvals the operation asks for.' },
    action: { type: 'string', description: 'What would be done.' },
    input: { description: 'The arguments it would be done with.' },
    edit: { description: 'The arguments that the approver of this one put in their place.' },
    editedBy: { type: 'string', description: 'The approver who changed the arguments before. Absent if no one did.' },
    original: { description: 'The arguments as the requester sent them, where an approver changed them before.' },
    abridged: {
      type: 'array',
      items: { enum: ['action', 'input', 'original', 'edit'] },
      description:
        'In a list: what is too long for it. `input`, `original` and `edit` are left out beyond 8 KiB each, `action` is cut after 1,000 characters. `links.self` has all of it.',
    },
    requester: { type: 'string' },
    account: { type: 'string', description: 'The account that the requester acts for; absent when they named none.' },
    suppliedBy: {
      type: 'array',
      items: { type: 'string' },
      description: 'Who else than the requester has supplied arguments or redeemed a token: none of them decides.',
    },
    roles: { type: 'array', items: { type: 'string' }, description: 'One of these is needed to decide.' },
    state: {
      enum: states,
      description: '`withdrawn`: its task is over, or the arguments have changed.',
    },
    expired: { type: 'boolean' },
    note: { type: ['string', 'null'] },
    decidedBy: { type: ['string', 'null'] },
    decidedAt: time,
    usedAt: time,
    operationId: { type: ['string', 'null'], description: 'The task that waits for it.' },
    createdAt: time,
    expiresAt: time,
    history: { type: 'array', items: { type: 'object' } },
    links: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

const missing = () => refuse('not-found', 'There is no such approval.', { code: 'APPROVAL_NOT_FOUND', began: false })

/** The refusals of a decision, by what came of it. */
const refusals = {
  own: ['forbidden', 'OWN_REQUEST', 'Callers cannot approve their own request, or arguments that they supplied.'],
  'same-person': ['forbidden', 'SAME_PERSON', 'One person gives one approval of a request: somebody else must decide.'],
  expired: ['conflict', 'APPROVAL_EXPIRED', 'The approval has expired.'],
  changed: ['conflict', 'INPUT_CHANGED', 'The input has changed. A new approval is requested for the edited input.'],
  withdrawn: ['conflict', 'APPROVAL_WITHDRAWN', 'The task that asked for it is over, or goes on with other arguments.'],
  already: ['conflict', 'ALREADY_DECIDED', 'The approval was decided.'],
} as const

function refusal(kind: keyof typeof refusals, id: string) {
  const [category, code, message] = refusals[kind]
  return refuse(category, message, {
    code,
    began: false,
    ...(category === 'conflict' ? { resourceId: id } : undefined),
  })
}

export function approvalOperations({ agent, runtime, ownership, prefix }: TaskParts): Record<string, Operation> {
  const { store, now, deciding } = runtime
  const callerIn = (context: Context) => callerOf(context.principal, ownership.open)
  const demandOperator = ({ principal }: Context): void => {
    if (ownership.open && principal?.subject !== operator.subject) throw operatorNeeded
  }
  const find = async (id: string, context: Context): Promise<ApprovalRow> => {
    const row = isTaskId(id)
      ? await store.do('getApproval', { id, ...deciding.visibleTo(callerIn(context)) })
      : undefined
    if (row === undefined) throw missing()
    return row
  }
  const view = (row: ApprovalRow | ApprovalLine, history?: readonly AuditRow[]) =>
    approvalViewOf(row, prefix, now(), history)

  return {
    'approvals.list': operation({
      title: 'List approvals',
      description:
        'Newest first: what the caller asked for, and what they may decide. Long inputs are left out (`abridged` names them). A page may be shorter than its limit: it ends at 1 MiB, with a cursor to the next.',
      route: `GET ${prefix}/approvals`,
      input: {
        type: 'object',
        properties: {
          state: {
            enum: states,
            description: '`open`: what waits for a decision, and has not expired. Without it: whatever was asked for.',
          },
          sort: {
            enum: ['newest', 'expiry'],
            default: 'newest',
            description: '`expiry`: what expires first is first. For `state=open` alone.',
          },
          inputs: { type: 'boolean', default: true, description: 'Whether `input`, `original` and `edit` are listed.' },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          cursor: { type: 'string', maxLength: 256, description: 'Where the last page ended, in the same order.' },
        },
      },
      output: { type: 'array', items: ApprovalView },
      headers: (outcome, input) => nextPage(`${prefix}/approvals`, outcome, input),
      async handler(input, context) {
        demandOperator(context)
        const query = input as ListQuery
        const limit = query.limit ?? 20
        const byExpiry = query.sort === 'expiry'
        if (byExpiry && query.state !== 'open') throw needs('/sort', 'The order `expiry` is for `state=open` alone.')
        const rows = await store.do('listApprovals', {
          ...deciding.visibleTo(listerOf(context.principal, ownership)),
          state: query.state,
          now: now(),
          [byExpiry ? 'expiringAfter' : 'before']: placeOf(query.cursor),
          byExpiry,
          withInputs: query.inputs ?? true,
          limit: limit + 1,
        })
        return paged(
          rows,
          limit,
          row => view(row),
          byExpiry ? ({ id, expiresAt }) => ({ id, createdAt: expiresAt }) : undefined,
        )
      },
    }),
    'approvals.get': operation({
      title: 'Read an approval',
      description: 'What would be done, with which arguments, and what was decided so far.',
      route: `GET ${prefix}/approvals/{id}`,
      effects: 'none',
      input: { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 64 } } },
      output: ApprovalView,
      async handler(input, context) {
        const { id } = input as { id: string }
        // Its arguments may be long: many of them in one turn of the event loop would hold it up.
        return runtime.wholeRows.run(async () => {
          const row = await find(id, context)
          return view(row, await store.do('listAudit', { tenant: row.tenant, subject: row.id, limit: 50 }))
        })
      },
    }),
    'approvals.decide': operation({
      title: 'Decide on an approval',
      description: 'Approve, approve with other arguments, reject, or ask back. Decided once.',
      route: `POST ${prefix}/approvals/{id}:decide`,
      effects: 'additive',
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'decision'],
        properties: {
          id: { type: 'string', maxLength: 64 },
          decision: { enum: ['approve', 'edit', 'reject', 'ask'] },
          note: { type: 'string', maxLength: 2000, description: 'Sent to the requester.' },
          input: { type: 'object', description: 'For `edit` alone: the arguments in place of the asked ones.' },
        },
      },
      output: ApprovalView,
      async handler(input, context) {
        const { id, ...verdict } = input as unknown as { id: string } & ApproverDecision
        demandOperator(context)
        const caller = callerIn(context)
        const approval = await find(id, context)
        if (!deciding.mayDecide(caller, approval)) throw lacksRole
        const wrong = wrongIn(verdict)
        if (wrong !== undefined) throw wrong
        if (verdict.decision === 'edit') {
          const checked = await agent.operations[approval.operation]?.input.validate(verdict.input)
          const issues = checked === undefined || checked.ok ? [] : issuesOf(verdict.input, checked.issues, approval)
          if (issues.length > 0) throw wrongInput(issues, '/input')
        }
        const result = await deciding.decide(id, caller, verdict)
        if (result.kind === 'missing') throw missing()
        if (result.kind !== 'decided') throw refusal(result.kind, id)
        return view(result.approval)
      },
    }),
    'approvals.reply': operation({
      title: 'Answer the question of an approver',
      description: 'The answer of the requester. The input does not change; the approval waits for a decision again.',
      route: `POST ${prefix}/approvals/{id}:reply`,
      effects: 'additive',
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'reply'],
        properties: {
          id: { type: 'string', maxLength: 64 },
          reply: { type: 'string', minLength: 1, maxLength: 2000, description: 'Shown to the approver.' },
        },
      },
      output: ApprovalView,
      async handler(input, context) {
        const { id, reply } = input as { id: string; reply: string }
        if (!isKeepable(reply)) throw needs('/reply', unkeepable)
        const found = await find(id, context)
        const replied = await deciding.reply(id, requesterOf(context.principal, ownership.open), reply)
        if (replied !== undefined) return view(replied)
        if (found.state === 'withdrawn') throw refusal('withdrawn', id)
        throw refuse('conflict', 'No approver is waiting for your reply.', {
          code: 'NOT_ASKED',
          resourceId: id,
          began: false,
        })
      },
    }),
  }
}

interface ListQuery {
  state?: ApprovalState
  sort?: 'newest' | 'expiry'
  inputs?: boolean
  limit?: number
  cursor?: string
}

/** What an open server shows and lets decide to the holder of its operator token alone. */
export const operatorOperations: ReadonlySet<string> = new Set(['approvals.list', 'approvals.decide'])

const operatorNeeded = refuse('unauthenticated', 'The operator token of this server is required.', { began: false })

const lacksRole = refuse('forbidden', 'The caller lacks a role that this needs.', {
  code: 'INSUFFICIENT_ROLES',
  began: false,
})

const unkeepable = 'A text must be well-formed Unicode without U+0000.'

/** What is wrong with a verdict, whatever it is about. */
function wrongIn({ decision, note, input }: ApproverDecision) {
  if (note !== undefined && !isKeepable(note)) return needs('/note', unkeepable)
  if (decision === 'edit' && input === undefined) return needs('/input', 'An edit needs the input.')
  if (decision !== 'edit' && input !== undefined) {
    return needs('/input', 'Only the decision `edit` takes an input; the others are about the arguments as they are.')
  }
  const [secret] = secretPlaces(input ?? null)
  if (secret !== undefined) return needs(`/input${secret}`, 'Credentials are for the caller to give: leave them out.')
  if (decision === 'ask' && (note ?? '').trim() === '') return needs('/note', 'A question needs its words.')
  return undefined
}

/** A registration that is left as it was has its secrets, which are not here: it was checked with them. */
function issuesOf(edit: Json = null, issues: readonly Issue[], approval: ApprovalRow): Issue[] {
  const places = unchangedPlaces(edit, fromBytes<Json>(approval.input))
  return issues.filter(({ pointer }) => !places.some(place => `${pointer}/`.startsWith(`${place}/`)))
}

function needs(pointer: string, message: string) {
  return refuse('invalid', 'The request is not valid.', {
    began: false,
    issues: [{ pointer, message, location: 'body' }],
  })
}

export function approvalViewOf(
  row: ApprovalRow | ApprovalLine,
  prefix: string,
  now: number,
  history?: readonly AuditRow[],
) {
  const at = `${prefix}/approvals/${row.id}`
  return {
    id: row.id,
    operation: row.operation,
    key: row.key,
    action: row.action,
    ...(row.input === null ? undefined : { input: fromBytes<Json>(row.input) }),
    ...(row.edit === null ? undefined : { edit: fromBytes<Json>(row.edit) }),
    ...(row.editedBy === null ? undefined : { editedBy: row.editedBy }),
    ...(row.original === null ? undefined : { original: fromBytes<Json>(row.original) }),
    ...('abridged' in row && row.abridged.length > 0 ? { abridged: row.abridged } : undefined),
    requester: row.requester,
    ...(row.account === '' ? undefined : { account: row.account }),
    ...(row.suppliedBy.length === 0 ? undefined : { suppliedBy: [...row.suppliedBy] }),
    ...(row.roles.length === 0 ? undefined : { roles: [...row.roles] }),
    state: row.state,
    expired: row.state === 'open' && row.expiresAt <= now,
    note: row.note,
    decidedBy: row.decidedBy,
    decidedAt: timeOf(row.decidedAt),
    usedAt: timeOf(row.usedAt),
    operationId: row.taskId,
    createdAt: timeOf(row.createdAt),
    expiresAt: timeOf(row.expiresAt),
    ...(history === undefined
      ? undefined
      : {
          history: history.map(({ at: when, actor, action, detail }) => ({
            at: timeOf(when),
            actor,
            action,
            ...fromBytes<object>(detail),
          })),
        }),
    links: {
      self: at,
      ...(row.state === 'open' ? { decide: `${at}:decide` } : undefined),
      ...(row.state === 'asked' ? { reply: `${at}:reply` } : undefined),
    },
  }
}
