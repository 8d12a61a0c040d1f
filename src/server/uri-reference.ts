/** Addresses in answers as URI references. */
import { uriReference } from '../lib/uri.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** An outcome whose addresses may stand in a header as they stand in the body. */
export function withReferences(outcome: Outcome): Outcome {
  const { task } = outcome
  const told =
    task?.statusUrl === undefined ? outcome : { ...outcome, task: { ...task, statusUrl: uriReference(task.statusUrl) } }
  if (told.kind !== 'completed' || told.created?.location === undefined) return told
  return { ...told, created: { ...told.created, location: uriReference(told.created.location) } }
}
