/** The passes over a finished outcome, in their order; nothing changes an outcome after them. */
import type { Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { presentOutcome } from '../present.ts'
import { withReferences } from '../uri-reference.ts'
import type { CallRecord } from './call-record.ts'

type Pass = (outcome: Outcome, call: CallRecord, author: RunResult['author']) => Outcome

const passes: readonly Pass[] = [withLocations, withReplyPath, underBase, presented, asReferences]

export function finish(call: CallRecord, { outcome, author }: Pick<RunResult, 'outcome' | 'author'>): Outcome {
  return passes.reduce((before, pass) => pass(before, call, author), outcome)
}

/** The issues of an invalid request say where in the request they are. */
function withLocations(outcome: Outcome, { locate }: CallRecord): Outcome {
  if (locate === undefined || outcome.kind !== 'failed' || outcome.fault.category !== 'invalid') return outcome
  return { ...outcome, fault: { ...outcome.fault, issues: locate(outcome.fault.issues) } }
}

/** An approver's question, with the path that takes the answer: a body of the call's own may have no place for it. */
function withReplyPath(outcome: Outcome, call: CallRecord): Outcome {
  const [id] = call.approvals ?? []
  if (id === undefined || call.base === undefined || outcome.kind !== 'paused' || outcome.message !== undefined)
    return outcome
  const [need] = outcome.needs
  if (need.kind !== 'reply' || outcome.needs.length > 1) return outcome
  const path = `${call.base}${call.site.prefix}/approvals/${id}:reply`
  return { ...outcome, message: `${need.question} (Answer with POST ${path}.)` }
}

/** Handlers name paths of their own routes; callers need the path that the server is mounted under too. */
function underBase(outcome: Outcome, { base = '' }: CallRecord): Outcome {
  if (base === '') return outcome
  const under = (path: string) => (path.startsWith('/') && !path.startsWith('//') ? `${base}${path}` : path)
  const { task } = outcome
  const based: Outcome =
    task?.statusUrl === undefined ? outcome : { ...outcome, task: { ...task, statusUrl: under(task.statusUrl) } }
  if (based.kind !== 'completed' || based.created?.location === undefined) return based
  return { ...based, created: { ...based.created, location: under(based.created.location) } }
}

/** As the contract words it. */
function presented(outcome: Outcome, { spoken }: CallRecord, author: RunResult['author']): Outcome {
  return presentOutcome(spoken.contract, { outcome, author })
}

/** Over HTTP an address may stand in a header: it is a URI reference, there and in the body. */
function asReferences(outcome: Outcome, { base }: CallRecord): Outcome {
  return base === undefined ? outcome : withReferences(outcome)
}
