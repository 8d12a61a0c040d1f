/** Approvals around a run: those it brings are used up before it, those it asks for are filed after it. */
import { fault } from '../outcome/fault.ts'
import { failed, type Outcome, type Paused } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { FencedError } from '../store/store.ts'
import { overLimit } from './caller-limits.ts'
import type { DurableCall, Next } from './durable-call.ts'
import { askingFor } from './origin.ts'

const alreadyUsed = failed(fault('forbidden', 'The approval has been used.', { code: 'APPROVAL_USED', began: false }))

export function useApprovals(call: DurableCall, next: Next): Promise<RunResult> {
  const { refusal, presented } = call.durable
  if (refusal !== undefined) {
    call.durable.approvals = refusal.approvals
    return Promise.resolve({ outcome: refusal.refusal, author: 'server', exchange: {} })
  }
  if (presented.rows.length > 0) return used(call, next)
  if (call.isTrial) return next()
  return next().then(result =>
    asksApproval(result.outcome) || call.durable.isFenced ? settleApprovals(call, result) : result,
  )
}

/** Uses the approvals up, and gives them back where the run never acted on them. */
async function used(call: DurableCall, next: Next): Promise<RunResult> {
  const { runtime, durable, caller, request } = call
  const { runId } = durable.journal
  if (!(await runtime.deciding.use(durable.presented, caller, runId, request.exchange.governance)))
    return { outcome: alreadyUsed, author: 'server', exchange: {} }
  const result = await settleApprovals(call, await next())
  if (!durable.isSettled && neverActed(result.outcome)) await runtime.deciding.unuse(durable.presented, caller, runId)
  return result
}

/** After the run: the approvals that it asks for are filed. */
async function settleApprovals(call: DurableCall, result: RunResult): Promise<RunResult> {
  if (call.durable.isSettled) return result
  if (call.durable.isFenced) throw new FencedError()
  return asksApproval(result.outcome) ? { ...result, outcome: await filed(call, result.outcome) } : result
}

function asksApproval(outcome: Outcome): outcome is Paused {
  return outcome.kind === 'paused' && outcome.needs.some(({ kind }) => kind === 'approval')
}

/** A pause for approvals, with the approvals filed that it asks for. */
async function filed({ runtime, durable, request, caller }: DurableCall, outcome: Paused): Promise<Outcome> {
  const { origin, approved } = durable.presented
  const asking = askingFor(caller, origin)
  const filing = await runtime.deciding.file(outcome, {
    approvalSubject: { ...request, caller: asking.caller },
    suppliedBy: asking.suppliedBy,
    origin,
    runInput: approved ?? request,
    taskId: null,
    held: durable.held,
    samePerson: runtime.operations[request.operation]?.samePerson,
  })
  durable.approvals = filing?.ids
  return filing?.outcome ?? failed(overLimit('openApprovals'))
}

/** The run ended before it could act on what was approved. */
function neverActed(outcome: Outcome): boolean {
  return outcome.kind === 'paused' || (outcome.kind === 'failed' && outcome.fault.began === false)
}
