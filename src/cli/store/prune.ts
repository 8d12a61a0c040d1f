/** `replywire store prune`: removes what is older than its retention time, in small transactions. */
import { count } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { withStore } from '../durable/existing-store.ts'
import { progressLine } from '../progress-line.ts'
import type { pruneOptions } from '../table/store.ts'

/** Rows of each kind per transaction: servers that wait for it wait for milliseconds. */
const limit = 200

const hour = 3_600_000

export async function run({ values, terminal }: Invocation<typeof pruneOptions>): Promise<number> {
  const { keep = 30 * 24 * hour } = values
  const now = Date.now()
  const input = {
    claimsBefore: now - (values['keep-claims'] ?? hour),
    tasksBefore: now - (values['keep-tasks'] ?? keep),
    deliveriesBefore: now - (values['keep-deliveries'] ?? keep),
    approvalsBefore: now - (values['keep-approvals'] ?? keep),
    now,
    limit,
  }
  const progress = progressLine(terminal)
  const removed = await withStore(values.store, async store => {
    let removed = 0
    for (;;) {
      const batch = await store.do('prune', input)
      if (batch === 0) return removed
      removed += batch
      progress.show(`${count(removed, 'row')} removed`)
    }
  })
  progress.clear()
  terminal.result({ removed }, removed === 0 ? 'Nothing to remove.' : `${count(removed, 'row')} removed.`)
  return exitCodes.ok
}
