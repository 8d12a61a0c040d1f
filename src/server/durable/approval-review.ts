/** One approval with what a person needs to decide: why it is asked for, who else acted, and what an edit must look like. */
import { refuse } from '../../agent/answers.ts'
import { type Operation, operation } from '../../agent/define.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Citation } from '../../outcome/outcome.ts'
import { failed } from '../../outcome/outcome.ts'
import { operator } from '../../runtime/caller.ts'
import { storedAnswer } from '../../runtime/stored-answer.ts'
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import { approvalViewOf } from './approvals.ts'
import { callerOf, credentialsRequired } from './caller.ts'
import { isTaskId } from './caller-task.ts'
import { citationView } from './task-story.ts'
import type { TaskParts } from './tasks.ts'

const mostCitations = 50

export function approvalReviewOperations({ agent, runtime, ownership, prefix }: TaskParts): Record<string, Operation> {
  const { store, now, deciding } = runtime
  const citationsOf = async ({ taskId, tenant }: ApprovalRow): Promise<readonly Citation[]> => {
    if (taskId === null) return []
    const row = await store.do('readWholeTask', { id: taskId, tenant })
    return row?.outcome == null ? [] : (storedAnswer(row.outcome).outcome.citations ?? [])
  }
  return {
    'approvals.review': operation({
      title: 'Review an approval',
      description: 'The approval, its history, the citations of its task, and the schema of the arguments.',
      route: `GET ${prefix}/approvals/{id}/review`,
      effects: 'none',
      input: { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 64 } } },
      output: { type: 'object' },
      handler(input, { principal }) {
        const { id } = input as { id: string }
        // As for its list: an open server shows it to the holder of the operator token.
        if (ownership.open && principal?.subject !== operator.subject) throw failed(credentialsRequired())
        const caller = callerOf(principal, ownership.open)
        return runtime.wholeRows.run(async () => {
          const row = isTaskId(id) ? await store.do('getApproval', { id, ...deciding.visibleTo(caller) }) : undefined
          if (row === undefined) {
            throw refuse('not-found', 'There is no such approval.', { code: 'APPROVAL_NOT_FOUND', began: false })
          }
          const [history, citations] = await Promise.all([
            store.do('listAudit', { tenant: row.tenant, subject: row.id, limit: 50 }),
            citationsOf(row),
          ])
          const asked = agent.operations[row.operation]
          return {
            ...approvalViewOf(row, prefix, now(), history),
            title: asked?.title ?? row.operation,
            ...(asked === undefined ? undefined : { description: asked.description, schema: asked.input.json }),
            mayDecide: deciding.mayDecide(caller, row) && deciding.isOther(caller, row),
            citations: citations.slice(0, mostCitations).map(citationView),
          } as unknown as { [name: string]: Json }
        })
      },
    }),
  }
}
