/** The passes over a finished outcome, in their order; nothing changes an outcome after them. */
import type { Contract } from '../../codec/contract.ts'
import type { Author } from '../../codec/serving.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { contractOptions } from '../edition.ts'
import { withReferences } from '../uri-reference.ts'
import type { CallRecord } from './call-record.ts'

/** What the author sets for the server. */
type FinishSettings = Parameters<typeof contractOptions>[0]

/** A pass. There is no call for what is written from the log of a task: passes that need one change nothing then. */
type Pass = (
  outcome: Outcome,
  author: Author,
  contract: Contract,
  call: CallRecord | undefined,
  settings: FinishSettings,
) => Outcome

const passes: readonly Pass[] = [withLocations, withReplyPath, underBase, presented, asReferences]

/** An answer to a call, as its caller gets it. */
export function finish(call: CallRecord, answer: Pick<RunResult, 'outcome' | 'author'>): Outcome {
  return pass(answer.outcome, answer.author, call.contractEdition.contract, call, call.server.options)
}

/** An answer that is no call's own: a task as its log has it, a refusal before there is a call. */
export function finishWithoutCall(
  contract: Contract,
  { outcome, author }: { outcome: Outcome; author?: Author | undefined },
  settings: FinishSettings = {},
): Outcome {
  return pass(outcome, author, contract, undefined, settings)
}

function pass(
  outcome: Outcome,
  author: Author | undefined,
  contract: Contract,
  call: CallRecord | undefined,
  settings: FinishSettings,
): Outcome {
  return passes.reduce((before, one) => one(before, author ?? 'handler', contract, call, settings), outcome)
}

/** The issues of an invalid request say where in the request they are. */
function withLocations(outcome: Outcome, _: Author, __: Contract, call: CallRecord | undefined): Outcome {
  const locate = call?.locate
  if (locate === undefined || outcome.kind !== 'failed' || outcome.fault.category !== 'invalid') return outcome
  return { ...outcome, fault: { ...outcome.fault, issues: locate(outcome.fault.issues) } }
}

/** An approver's question, with the path that takes the answer: a body of the call's own may have no place for it. */
function withReplyPath(outcome: Outcome, _: Author, __: Contract, call: CallRecord | undefined): Outcome {
  const [id] = call?.approvals ?? []
  if (call?.base === undefined || id === undefined || outcome.kind !== 'paused' || outcome.message !== undefined)
    return outcome
  const [need] = outcome.needs
  if (need.kind !== 'reply' || outcome.needs.length > 1) return outcome
  const path = `${call.base}${call.server.prefix}/approvals/${id}:reply`
  return { ...outcome, message: `${need.question} (Answer with POST ${path}.)` }
}

/** Handlers name paths of their own routes; callers need the path that the server is mounted under too. */
function underBase(outcome: Outcome, _: Author, __: Contract, call: CallRecord | undefined): Outcome {
  const base = call?.base ?? ''
  if (base === '') return outcome
  const under = (path: string) => (path.startsWith('/') && !path.startsWith('//') ? `${base}${path}` : path)
  const { task } = outcome
  const based: Outcome =
    task?.statusUrl === undefined ? outcome : { ...outcome, task: { ...task, statusUrl: under(task.statusUrl) } }
  if (based.kind !== 'completed' || based.created?.location === undefined) return based
  return { ...based, created: { ...based.created, location: under(based.created.location) } }
}

/** As the contract words it. */
function presented(
  outcome: Outcome,
  author: Author,
  { id, serving }: Contract,
  _: CallRecord | undefined,
  settings: FinishSettings,
): Outcome {
  return serving?.present?.(outcome, author, contractOptions(settings, id)) ?? outcome
}

/** Over HTTP an address may be in a header: it is a URI reference, there and in the body. */
function asReferences(outcome: Outcome, _: Author, __: Contract, call: CallRecord | undefined): Outcome {
  return call?.base === undefined ? outcome : withReferences(outcome)
}
