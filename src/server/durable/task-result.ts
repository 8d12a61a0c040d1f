/** `/operations/{id}/result`: exactly what the call would have answered, had it been waited for. */
import { type Operation, operation } from '../../agent/define.ts'
import { answerOf, recalled } from '../../runtime/tasks.ts'
import type { Peer } from '../admit.ts'
import { settleEdition } from '../edition.ts'
import { plain } from '../execute.ts'
import { underBase, withReplyPath } from '../finish.ts'
import { negotiate } from '../negotiate.ts'
import { type Plan, refuse } from '../plan.ts'
import { presentOutcome } from '../present.ts'
import { webHead } from '../request-head.ts'
import { waitingFor } from './answer-task.ts'
import { ofTask } from './of-task.ts'
import { ownTask, type Wanted } from './own-task.ts'

/** The route as a document describes it; `taskResult` is what answers it. */
export function resultOperation(prefix: string): Operation {
  return operation({
    title: 'The result of a task',
    description: 'What the call would have answered, had it been waited for. While the task goes on, that it does.',
    route: `GET ${prefix}/operations/{id}/result`,
    effects: 'none',
    input: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', maxLength: 64, description: 'The id of the task.' } },
    },
    handler: () => undefined,
  })
}

export async function taskResult(plan: Plan, wanted: Omit<Wanted, 'name'>, url: URL, peer: Peer): Promise<Response> {
  const { site, request } = plan
  const found = await ownTask(plan, { ...wanted, name: 'tasks.result' }, peer)
  if ('refusal' in found) return found.refusal
  const { row, principal } = found
  const { outcome, exchange, author } = answerOf(site.durable.runtime, row)
  const definition = Object.hasOwn(site.agent.operations, row.operation)
    ? site.agent.operations[row.operation]
    : undefined
  if (definition === undefined) return refuse(found.plan, outcome, undefined, author ?? 'handler')
  const head = webHead(request.headers, url.searchParams)
  const settled = settleEdition(site, negotiate(head, site.offers), head, definition)
  const { served } = settled
  const { call } = recalled(site.durable.runtime, row.call)
  const execution = {
    ...found.plan,
    served,
    vary: settled.vary,
    headers: { ...found.plan.headers, ...settled.headers },
    operation: row.operation,
    call,
    definition,
    principal,
  }
  const waiting = await waitingFor(site.durable.runtime, row)
  const approvals = waiting.length === 0 ? undefined : waiting.map(({ id }) => id)
  const told = withReplyPath(outcome, approvals, `${plan.base}${site.prefix}`)
  return plain(execution, {
    ...(approvals === undefined ? undefined : { approvals }),
    outcome: presentOutcome(served.contract, underBase(told, plan.base), author ?? 'handler'),
    exchange: { ...exchange, ...ofTask(served, call) },
    input: call.input,
  })
}
