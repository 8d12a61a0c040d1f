/** An outcome in the words of its contract: the answer to a call, or of a task as the log has it. */
import type { Contract } from '../codec/contract.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'

export function presentOutcome(
  { serving }: Contract,
  { outcome, author = 'handler' }: Pick<RunResult, 'outcome'> & { author?: RunResult['author'] | 'handler' },
): Outcome {
  return serving?.present?.(outcome, author) ?? outcome
}
