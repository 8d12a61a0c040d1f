/** The last word on an outcome before it is written: what only the server knows of a request. */
import { fault, type Issue } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'

/** An invalid request's issues, each as `locate` says. */
export function located(outcome: Outcome, locate: (issues: readonly Issue[]) => Issue[]): Outcome {
  if (outcome.kind !== 'failed' || outcome.fault.category !== 'invalid') return outcome
  return { ...outcome, fault: { ...outcome.fault, issues: locate(outcome.fault.issues) } }
}

/** Handlers name paths of their own routes; whoever follows them needs the path that the server is mounted under too. */
export function underBase(outcome: Outcome, base: string): Outcome {
  if (base === '') return outcome
  const under = (path: string) => (path.startsWith('/') && !path.startsWith('//') ? `${base}${path}` : path)
  const { task } = outcome
  const based: Outcome =
    task?.statusUrl === undefined ? outcome : { ...outcome, task: { ...task, statusUrl: under(task.statusUrl) } }
  if (based.kind !== 'completed' || based.created?.location === undefined) return based
  return { ...based, created: { ...based.created, location: under(based.created.location) } }
}

/** An approver's question, with the path that takes the answer: a body of the call's own may have no place for it. */
export function withReplyPath(outcome: Outcome, approvals: readonly string[] | undefined, prefix: string): Outcome {
  const [id] = approvals ?? []
  if (id === undefined || outcome.kind !== 'paused' || outcome.message !== undefined) return outcome
  const [need] = outcome.needs
  if (need.kind !== 'reply' || outcome.needs.length > 1) return outcome
  return { ...outcome, message: `${need.question} (Answer with POST ${prefix}/approvals/${id}:reply.)` }
}

/** Contracts without a word for an outcome that nobody knows. */
const wordless: ReadonlySet<string> = new Set(['yaagents', 'jpcite', 'problem', 'agent-run'])

/**
 * A run of which it is not known whether it took effect. Where the contract has no word for that it is a conflict that
 * no repeat mends, because readers of these contracts repeat what is told as a failure of the server.
 */
export function inKnownWords(contract: string, outcome: Outcome): Outcome {
  if (outcome.kind !== 'unknown' || outcome.status !== 'unknown' || !wordless.has(contract)) return outcome
  const { message = 'Whether this was done is not known.', task } = outcome
  const resource = task === undefined ? undefined : { resourceId: task.id }
  return failed(fault('conflict', message, { code: 'OUTCOME_UNKNOWN', recovery: 'stop', ...resource }))
}
