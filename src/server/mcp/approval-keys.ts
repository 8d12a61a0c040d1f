/** A pause as a task shows it: its questions are answered later, when the task may already wait for something else. */
import type { Need } from '../../outcome/need.ts'
import type { Paused } from '../../outcome/outcome.ts'
import { hashOf } from '../../runtime/secret.ts'

/** The key of an approval's question names the very approval and its words: a later one has another key. */
export function withApprovalKeys(outcome: Paused): Paused {
  const [first, ...rest] = outcome.needs
  return { ...outcome, needs: [withApprovalKey(first), ...rest.map(withApprovalKey)] }
}

function withApprovalKey(need: Need): Need {
  if (need.kind !== 'approval') return need
  const digest = hashOf(JSON.stringify([need.token ?? '', need.action])).slice(0, 32)
  return { ...need, key: `${need.key || 'approval'}:${digest}` }
}
