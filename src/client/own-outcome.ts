/** What the answer of another agent means for the run that called it. */
import { fault } from '../outcome/fault.ts'
import type { Need } from '../outcome/need.ts'
import { type Completed, failed, type Outcome, paused } from '../outcome/outcome.ts'

/** What this operation calls the inputs of another agent, by the name that the other agent uses. */
export type InputNames = Readonly<Record<string, string>>

/** The key of this run's own approval for one that another agent requires. */
export function approvalKey(operation: string, key: string): string {
  return `${operation}:${key}`
}

/**
 * The outcome of this run: a question is asked again, an approval is requested again, and what failed is a dependency
 * of this run. The messages of the other agent are for this service, and not for its callers.
 */
export function ownOutcome(
  operation: string,
  theirs: Exclude<Outcome, Completed>,
  names: InputNames = {},
): Exclude<Outcome, Completed> {
  if (theirs.kind === 'paused') {
    const [first, ...rest] = theirs.needs.flatMap(need => ownNeed(operation, need, names))
    if (first !== undefined) return paused([first, ...rest])
  }
  return failed(dependencyFault(theirs))
}

function ownNeed(operation: string, need: Need, names: InputNames): Need[] {
  switch (need.kind) {
    case 'input': {
      const { extra: _, name, ...rest } = need
      return [{ ...rest, name: Object.hasOwn(names, name) ? (names[name] as string) : name }]
    }
    case 'reply':
      return [{ kind: 'reply', question: need.question }]
    case 'approval':
      return [{ kind: 'approval', key: approvalKey(operation, need.key), action: need.action }]
    // The credentials of this service are not the caller's business.
    case 'credentials':
      return []
  }
}

function dependencyFault(theirs: Exclude<Outcome, Completed>): ReturnType<typeof fault> {
  if (theirs.kind !== 'failed') {
    const what = { paused: 'needs credentials', pending: 'did not finish in time', canceled: 'was stopped' }
    const said = theirs.kind === 'unknown' ? 'answered with an unknown status' : what[theirs.kind]
    return fault('dependency', `Another agent ${said}.`, { recovery: theirs.kind === 'pending' ? 'retry' : 'stop' })
  }
  const { code, category, recovery, retryAfterMs } = theirs.fault
  return fault('dependency', `Another agent failed (${code}).`, {
    // A caller cannot correct what this service sent.
    recovery: recovery === 'retry' ? 'retry' : 'stop',
    ...(retryAfterMs === undefined ? undefined : { retryAfterMs }),
    details: { code, category },
  })
}
