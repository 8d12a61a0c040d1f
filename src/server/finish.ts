/** The last word on an outcome before it is written: what only the server knows of a request. */
import type { Issue } from '../outcome/fault.ts'
import type { Outcome } from '../outcome/outcome.ts'

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
