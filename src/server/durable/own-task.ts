/** The task that a request is about, for routes that are no operations. */
import { refuse as refused } from '../../agent/answers.ts'
import type { Principal } from '../../auth/principal.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { admit, type Peer } from '../admit.ts'
import { type Plan, refuse } from '../plan.ts'
import { callerOf, ownerOf } from './caller.ts'

export interface Wanted {
  id: string
  name: string
  /** Anybody may call something of the agent: then they may follow it too. */
  public: boolean
}

export type OwnTask = { refusal: Response } | { row: TaskRow; plan: Plan; principal: Principal | undefined }

export async function ownTask(plan: Plan, wanted: Wanted, peer: Peer): Promise<OwnTask> {
  const admitted = await admit(plan, wanted, peer)
  if ('refusal' in admitted) return admitted
  const { runtime, ownership } = plan.site.durable
  const owner = ownerOf(callerOf(admitted.principal, ownership.open), ownership)
  const row = isTaskId(wanted.id) ? await runtime.store.do('getTask', { id: wanted.id, ...owner }) : undefined
  if (row !== undefined) return { ...admitted, row }
  return { refusal: refuse(admitted.plan, noSuchTask()) }
}

export function isTaskId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id)
}

export function noSuchTask() {
  return refused('not-found', 'There is no such task.', { code: 'TASK_NOT_FOUND', began: false })
}
