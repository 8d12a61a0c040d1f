/** Steps remembered for one run in one process. */
import { ReplywireError } from '../errors.ts'
import type { StepRunner } from './context.ts'

/** Runs each step once a run; two steps of one name are a mistake, as they would be in a durable run. */
export function memorySteps(): StepRunner {
  const seen = new Set<string>()
  return {
    async run(name, work) {
      if (seen.has(name)) throw new ReplywireError('ERR_MISUSE', `Two steps of one run are named ${name}.`)
      seen.add(name)
      return work()
    },
  }
}
