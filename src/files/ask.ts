/** One question of an orchestrator, without holding a run open. */
import type { Outcome } from '../outcome/outcome.ts'
import type { AgentQuestion } from './question.ts'
import { type FileRunOptions, openRun } from './run.ts'

/**
 * The answer to a question. The first time there is none: the request is written and the process ends with 42 (or a
 * `Checkpoint` is thrown, or it waits). The next process that asks the same gets the answer; `finishRun` ends the run.
 *
 * @example
 * const outcome = await askAgent({ agent: 'architectural-reviewer', prompt: 'Review …', phase: 1 }, { dir: '/work/site' })
 */
export async function askAgent(question: AgentQuestion, options: FileRunOptions = {}): Promise<Outcome> {
  const run = await openRun(options)
  try {
    return await run.ask(question)
  } finally {
    run.close()
  }
}

/**
 * Ends a run for good: its state and its answers go.
 *
 * @example
 * await finishRun({ name: 'template-create', dir: '/work/site' })
 */
export async function finishRun(options: FileRunOptions = {}): Promise<void> {
  const run = await openRun(options)
  await run.finish()
}
