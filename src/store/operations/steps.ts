/** Steps: what a run has done for good. */
import { bytesOrNull, number, query, text, type Work } from '../statement.ts'
import { FencedError } from '../store.ts'
import { type ClaimFence, holdClaim, holdTask, type TaskFence } from './fence.ts'

export interface StepRow {
  name: string
  /** `intended`: begun, and not to be repeated; its end is not known. */
  state: 'intended' | 'done'
  value: Uint8Array | null
  /** How many moments of the run were in its log when the step was done. */
  moments: number
  epoch: number
}

export interface SaveStep {
  runId: string
  name: string
  state: StepRow['state']
  value: Uint8Array | null
  /** Default: 0. */
  moments?: number | undefined
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

/** The row itself: done is for good, an intent is made once and ended by its maker. */
function* putStep(step: SaveStep): Work<void> {
  if (yield* writeStep(step)) return
  const [there] = yield* query('SELECT epoch FROM step WHERE run_id = ?1 AND name = ?2', step.runId, step.name)
  // Of the same epoch: the answer to this very write was lost on its way.
  if (there === undefined || number(there, 'epoch') !== step.epoch) throw new FencedError()
}

/** Whether the row was written; not when the step is done, or another's intent. */
export function* writeStep({ runId, name, state, value, moments = 0, epoch, now }: SaveStep): Work<boolean> {
  const rows = yield* query(
    `INSERT INTO step (run_id, name, state, epoch, at, value, moments) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
     ON CONFLICT (run_id, name) DO UPDATE
       SET state = excluded.state, at = excluded.at, value = excluded.value, moments = excluded.moments
       WHERE step.epoch = excluded.epoch AND step.state = 'intended' RETURNING name`,
    runId,
    name,
    state,
    epoch,
    now,
    value,
    moments,
  )
  return rows.length > 0
}

/** Forgets the steps of a run, unless it became a task: that outlives its key. */
export function* dropSteps(runId: string): Work<number> {
  const rows = yield* query(
    'DELETE FROM step WHERE run_id = ?1 AND NOT EXISTS (SELECT 1 FROM task WHERE id = ?1) RETURNING name',
    runId,
  )
  return rows.length
}

/** All steps of a run. */
export function* loadSteps({ runId }: { runId: string }): Work<StepRow[]> {
  const rows = yield* query(
    'SELECT name, state, value, moments, epoch FROM step WHERE run_id = ?1 ORDER BY at, name',
    runId,
  )
  return rows.map(row => ({
    name: text(row, 'name'),
    state: text(row, 'state') as StepRow['state'],
    value: bytesOrNull(row, 'value'),
    moments: number(row, 'moments'),
    epoch: number(row, 'epoch'),
  }))
}
