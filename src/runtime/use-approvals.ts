/** Approvals around a run: those it brings are used up before it, those it asks for are filed after it. */
import { fault } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { FencedError } from '../store/store.ts'
import { overLimit } from './caller-limits.ts'
import type { DurableCall, Next } from './durable-call.ts'
import { askingFor } from './origin.ts'

const used = failed(fault('forbidden', 'The approval has been used.', { code: 'APPROVAL_USED', began: false }))

export async function useApprovals(call: DurableCall, next: Next): Promise<RunResult> {
  const { runtime, durable, caller } = call
  const { deciding } = runtime
  if (durable.refusal !== undefined) {
    durable.approvals = durable.refusal.approvals
    return { outcome: durable.refusal.refusal, exchange: {} }
  }
  const isRedeeming = durable.brought.rows.length > 0
  if (isRedeeming && !(await deciding.use(durable.brought, caller, durable.journal.runId))) {
    return { outcome: used, exchange: {} }
  }
  const result = await next()
  if (durable.isSettled) return result
  if (durable.isFenced) throw new FencedError()
  const outcome = await filed(call, result.outcome)
  if (isRedeeming && neverActed(outcome)) await deciding.unuse(durable.brought, caller, durable.journal.runId)
  return outcome === result.outcome ? result : { ...result, outcome }
}

/** A pause for approvals, with the approvals filed that it asks for. */
async function filed({ runtime, durable, request, caller }: DurableCall, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'paused' || !outcome.needs.some(({ kind }) => kind === 'approval')) return outcome
  const { origin, approved } = durable.brought
  const asking = askingFor(caller, origin)
  const filing = await runtime.deciding.file(outcome, {
    asked: { ...request, caller: asking.caller },
    suppliedBy: asking.suppliedBy,
    origin,
    ran: approved ?? request,
    taskId: null,
    samePerson: runtime.operations[request.operation]?.samePerson,
  })
  durable.approvals = filing?.ids
  return filing?.outcome ?? failed(overLimit('openApprovals'))
}

/** The run ended before it could act on what was approved. */
function neverActed(outcome: Outcome): boolean {
  return outcome.kind === 'paused' || (outcome.kind === 'failed' && outcome.fault.began === false)
}
