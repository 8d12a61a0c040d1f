/** Steps: what a run has done for good. */
import { bytesOrNull, number, query, text, type Work } from '../statement.ts'
import { FencedError } from '../store.ts'
import { type ClaimFence, holdClaim, holdTask, type TaskFence } from './fence.ts'

export interface StepRow {
  name: string
  /** `intended`: begun, and not to be repeated; its end was never heard of. */
  state: 'intended' | 'done'
  value: Uint8Array | null
  epoch: number
}

export interface SaveStep {
  runId: string
  name: string
  state: StepRow['state']
  value: Uint8Array | null
  epoch: number
  now: number
}

/** Who writes: the holder of a task, or of a claim. */
export type StepFence = { task: TaskFence } | { claim: ClaimFence }

/** Commits a step, or the intent of one. */
export function* saveStep({ fence, ...step }: SaveStep & { fence: StepFence }): Work<void> {
  if ('task' in fence) yield* holdTask(fence.task)
  else yield* holdClaim(fence.claim)
  yield* putStep(step)
}

/** The row itself: done is for good, an intent is made once. */
export function* putStep({ runId, name, state, value, epoch, now }: SaveStep): Work<void> {
  const rows = yield* query(
    `INSERT INTO step (run_id, name, state, value, epoch, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (run_id, name) DO UPDATE SET state = excluded.state, value = excluded.value, at = excluded.at
       WHERE step.epoch = excluded.epoch RETURNING name`,
    runId,
    name,
    state,
    value,
    epoch,
    now,
  )
  if (rows.length === 0) throw new FencedError()
}

/** All steps of a run. */
export function* loadSteps({ runId }: { runId: string }): Work<StepRow[]> {
  const rows = yield* query('SELECT name, state, value, epoch FROM step WHERE run_id = ?1 ORDER BY at, name', runId)
  return rows.map(row => ({
    name: text(row, 'name'),
    state: text(row, 'state') as StepRow['state'],
    value: bytesOrNull(row, 'value'),
    epoch: number(row, 'epoch'),
  }))
}
