/** An outcome without the address of the upstream that it came from: callers reach what it names through the gateway. */
import type { Outcome } from '../../outcome/outcome.ts'
import { withoutOrigin } from '../forward-headers.ts'
import type { Target } from '../upstream/target.ts'

export function withoutAddress(outcome: Outcome, { origin, prefix }: Pick<Target, 'origin' | 'prefix'>): Outcome {
  const { task } = outcome
  const based: Outcome =
    task?.statusUrl === undefined
      ? outcome
      : { ...outcome, task: { ...task, statusUrl: withoutOrigin(task.statusUrl, origin, prefix) } }
  if (based.kind !== 'completed' || based.created?.location === undefined) return based
  return { ...based, created: { ...based.created, location: withoutOrigin(based.created.location, origin, prefix) } }
}
