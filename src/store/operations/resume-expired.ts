/** Tasks that wait for an approval, or for a reply to its approver, that did not come in time: they run and ask again. */
import { query, text, type Work, wake } from '../statement.ts'

export interface ResumeExpired {
  now: number
  /** Approvals that expired before this were looked at already. */
  since: number
  limit: number
}

/**
 * Queues tasks of which an undecided approval has expired; returns how many. A task that was resumed since is not
 * queued again for the same approval: it has changed after the approval expired.
 */
export function* resumeExpired({ now, since, limit }: ResumeExpired): Work<number> {
  const found = yield* query(
    `SELECT DISTINCT task.id FROM approval JOIN task ON task.id = approval.task_id
     WHERE approval.expires_at > ?2 AND approval.expires_at <= ?1 AND approval.state IN ('open', 'asked')
       AND task.state = 'paused' AND (COALESCE(task.facet, 'approval') = 'approval' OR approval.state = 'asked')
       AND task.updated_at < approval.expires_at
     LIMIT ?3`,
    now,
    since,
    limit,
  )
  let resumed = 0
  for (const row of found) {
    const changed = yield* query(
      `UPDATE task SET state = 'queued', due_at = ?2, attempt = 0, lost = 0, outcome = NULL, updated_at = ?2
       WHERE id = ?1 AND state = 'paused' AND updated_at < ?2 RETURNING id`,
      text(row, 'id'),
      now,
    )
    resumed += changed.length
  }
  if (resumed > 0) yield* wake('task')
  return resumed
}
