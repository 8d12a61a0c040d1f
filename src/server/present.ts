/** The last change to an outcome before it is written: the wording of its contract. */
import type { Contract } from '../codec/contract.ts'
import type { Author } from '../codec/serving.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** An outcome in the words of a contract. */
export function presentOutcome({ serving }: Contract, outcome: Outcome, author: Author): Outcome {
  return serving?.present?.(outcome, author) ?? outcome
}
