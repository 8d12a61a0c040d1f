/** Addresses in answers as URI references: RFC 3986 §2, IRIs by RFC 3987 §3.1. */
import type { Outcome } from '../outcome/outcome.ts'

/** What may not stand in a URI, percent-encoded as UTF-8: letters of other scripts, spaces, line ends. */
export function uriReference(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, character => encodeURIComponent(character))
}

/** An outcome whose addresses may stand in a header as they stand in the body. */
export function withReferences(outcome: Outcome): Outcome {
  const { task } = outcome
  const told =
    task?.statusUrl === undefined ? outcome : { ...outcome, task: { ...task, statusUrl: uriReference(task.statusUrl) } }
  if (told.kind !== 'completed' || told.created?.location === undefined) return told
  return { ...told, created: { ...told.created, location: uriReference(told.created.location) } }
}
