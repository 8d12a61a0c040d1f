/** Addresses in answers as URI references. */
import { uriReference } from '../lib/uri.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** An outcome whose addresses may be in a header as they are in the body. */
export function withReferences(outcome: Outcome): Outcome {
  const { task } = outcome
  const checked =
    task?.statusUrl === undefined ? outcome : { ...outcome, task: { ...task, statusUrl: uriReference(task.statusUrl) } }
  if (checked.kind !== 'completed' || checked.created?.location === undefined) return checked
  return { ...checked, created: { ...checked.created, location: uriReference(checked.created.location) } }
}
