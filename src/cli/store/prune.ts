/** `replywire store prune`: what is past its time goes, a little at a time. */
import { count } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { StoreInvocation } from '../commands/store.ts'
import { readDuration } from './duration.ts'
import { withStore } from './with-store.ts'

/** Rows of each kind a transaction: servers that wait for it wait for milliseconds. */
const limit = 200

export async function run({ url, values, terminal }: StoreInvocation): Promise<number> {
  const { keep = '30d', 'keep-claims': claims = '1h' } = values
  const now = Date.now()
  const before = (option: 'keep-tasks' | 'keep-deliveries' | 'keep-approvals') => {
    const text = values[option]
    return now - (text === undefined ? readDuration('keep', keep) : readDuration(option, text))
  }
  const input = {
    claimsBefore: now - readDuration('keep-claims', claims),
    tasksBefore: before('keep-tasks'),
    deliveriesBefore: before('keep-deliveries'),
    approvalsBefore: before('keep-approvals'),
    now,
    limit,
  }
  const { err, out, json } = terminal
  const showsProgress = err.isTerminal && !json
  const removed = await withStore(url, async store => {
    let removed = 0
    for (;;) {
      const gone = await store.do('prune', input)
      if (gone === 0) return removed
      removed += gone
      if (showsProgress) err.write(`\r${count(removed, 'row')} removed`)
    }
  })
  if (showsProgress && removed > 0) err.write('\r\u001b[K')
  if (json) out.line(JSON.stringify({ removed }))
  else out.line(removed === 0 ? 'Nothing is past its time.' : `${count(removed, 'row')} removed.`)
  return exitCodes.ok
}
