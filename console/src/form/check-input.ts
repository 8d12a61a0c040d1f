/** Checks an input before it is sent, for every form of the console. */
import { openWorker } from '../work/open-worker.ts'
import { WorkerCalls } from '../work/worker-calls.ts'
import type { CheckQuestion } from './check-schema.ts'
import workerAddress from './check-worker.ts?worker&url'
import type { FormIssue } from './read-form.ts'

/** What takes longer is left to the server, which checks everything again. */
const limitMs = 1000

const work = new WorkerCalls<CheckQuestion, FormIssue[]>(() => openWorker(workerAddress), limitMs)

export function checkInput(question: CheckQuestion): Promise<readonly FormIssue[]> {
  return work.call(question, new AbortController().signal).catch(() => [])
}
